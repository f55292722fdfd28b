import { sql } from 'kysely'
import { chunksOf } from '../../chunks.ts'
import type { LinkField, Model, NewRows, Reader } from '../../contract.ts'
import type { Draft } from '../drafts/draft.ts'
import type { Write } from '../step.ts'
import { insertsOf } from './insert-rows.ts'
import { commaList } from '../../../fields/comma-list.ts'

const split = (value: unknown): string[] => [...new Set(commaList(String(value ?? '')))]

async function linksOf(db: Reader, through: LinkField['through'], ids: readonly string[]): Promise<{ own: string; other: string }[]> {
  const found: { own: string; other: string }[] = []
  for (const chunk of chunksOf(ids)) {
    const { rows } = await sql<{ own: string; other: string }>`select ${sql.ref(through.own)} as own, ${sql.ref(through.other)} as other
      from ${sql.table(through.table)} where ${sql.ref(through.own)} in (${sql.join(chunk)}) order by ${sql.ref(through.other)}`.execute(db)
    found.push(...rows)
  }
  return found
}

/** The current comma lists of the relations, so that real changes can be detected. */
export async function readLinks(db: Reader, model: Model, ids: readonly string[]): Promise<Map<string, Record<string, string>>> {
  const found = new Map<string, Record<string, string>>(ids.map((id) => [id, {}]))
  for (const { key, through } of model.links) {
    const byRow = Map.groupBy(await linksOf(db, through, ids), (link) => link.own)
    for (const [id, row] of found) row[key] = (byRow.get(id) ?? []).map((link) => link.other).join(',')
  }
  return found
}

/** What a relation of these rows becomes in its table, if they have none yet. */
const linkRows = ({ key, through }: LinkField, drafts: readonly Draft[]): NewRows => ({
  name: through.table,
  table: through.table,
  columns: [through.own, through.other],
  rows: drafts.flatMap(({ id, after }) => split(after?.[key]).map((other) => [id, other])),
})

/** What the relations of added rows become. */
export const addedLinks = ({ model }: Write, drafts: readonly Draft[]): NewRows[] => model.links.map((link) => linkRows(link, drafts))

/** Write the difference of each changed relation, in the transaction of its row. */
export async function writeLinks(write: Write, drafts: readonly Draft[]): Promise<void> {
  const { context, tx, model, request } = write
  if (request.operation === 'add') {
    await context.statements.together(
      tx,
      addedLinks(write, drafts).flatMap((set) => insertsOf(set, context.dialect)),
    )
    return
  }
  for (const { key, through } of model.links) {
    const added: { own: string; other: string }[] = []
    for (const draft of drafts) {
      if (!draft.after || (draft.before && !draft.changed.includes(key))) continue
      const before = split(draft.before?.[key])
      const after = split(draft.after[key])
      const gone = before.filter((id) => !after.includes(id))
      if (gone.length)
        await sql`delete from ${sql.table(through.table)} where ${sql.ref(through.own)} = ${draft.id} and ${sql.ref(through.other)} in (${sql.join(gone)})`.execute(
          tx,
        )
      added.push(...after.filter((id) => !before.includes(id)).map((other) => ({ own: draft.id, other })))
    }
    for (const chunk of chunksOf(added)) {
      const values = chunk.map(({ own, other }) => sql`(${own}, ${other})`)
      await sql`insert into ${sql.table(through.table)} (${sql.ref(through.own)}, ${sql.ref(through.other)}) values ${sql.join(values)}`.execute(
        tx,
      )
    }
  }
}

/** Link tables and their columns that hold ids of this model's table. */
function linkColumns(models: ReadonlyMap<string, Model>, model: Model): { table: string; column: string }[] {
  const all = [...models.values()].flatMap((other) =>
    other.links.flatMap(({ through, to }) => [
      { table: through.table, column: through.own, of: other.table },
      { table: through.table, column: through.other, of: models.get(to)?.table },
    ]),
  )
  const found = all.filter((one) => one.of === model.table)
  return [...new Map(found.map((one) => [`${one.table}.${one.column}`, one])).values()]
}

/** Remove permanently deleted rows from every link table that mentions them. */
export async function dropLinks({ context, tx, model }: Write, drafts: readonly Draft[]): Promise<void> {
  const ids = drafts.map((draft) => draft.id)
  for (const { table, column } of linkColumns(context.models, model)) {
    for (const chunk of chunksOf(ids))
      await sql`delete from ${sql.table(table)} where ${sql.ref(column)} in (${sql.join(chunk)})`.execute(tx)
  }
}
