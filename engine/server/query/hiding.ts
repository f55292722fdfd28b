import { sql } from 'kysely'
import type { Actor, Engine, Model } from '../contract.ts'
import { chunksOf } from '../chunks.ts'
import type { ReadContext } from './list-rows.ts'
import type { Hidden, Hiding } from '../rows/hidden.ts'
import { rowConditions, type RowCondition } from './row-scope.ts'

/** People asked about in one statement. */
const MOST_ASKED = 25

/** What hides a row, without the condition that finds out. */
const hidingIn = (one: RowCondition): Hiding =>
  one.by === 'scope' ? { by: one.by, word: one.word } : one.by === 'rule' ? { by: one.by, rule: one.rule } : { by: one.by }

async function askAbout(context: ReadContext, { model, id }: AskedRow, actors: readonly Actor[]): Promise<Hidden[]> {
  const asked = actors.map((actor) => rowConditions(context, { model, actor, db: context.db.read }))
  const columns = asked.flatMap((conditions, person) =>
    conditions.map(({ condition }, place) => sql`case when ${condition} then 1 else 0 end as ${sql.ref(`c${person}_${place}`)}`),
  )
  const { rows } = await sql<Readonly<Record<string, number>>>`select ${sql.join([sql`1 as found`, ...columns])}
    from ${sql.table(model.table)} as t where ${sql.ref(`t.${model.idColumn}`)} = ${id}`.execute(context.db.read)
  const [row] = rows
  if (!row) return actors.map(() => 'missing')
  return asked.map((conditions, person) =>
    conditions.flatMap((one, place) => (Number(row[`c${person}_${place}`]) === 1 ? [] : [hidingIn(one)])),
  )
}

interface AskedRow {
  readonly model: Model
  readonly id: string
}

/** What hides a row from each of these actors, by the conditions with which every read decides it. */
async function hidingOf(context: ReadContext, row: AskedRow, actors: readonly Actor[]): Promise<Hidden[]> {
  const answers: Hidden[] = []
  for (const chunk of chunksOf(actors, MOST_ASKED)) answers.push(...(await askAbout(context, row, chunk)))
  return answers
}

/** How many rows of an entity exist for the actor, counted up to a limit. */
async function countVisible(context: ReadContext, { model, most }: { model: Model; most: number }, actor: Actor): Promise<number> {
  const conditions = rowConditions(context, { model, actor, db: context.db.read }).map(({ condition }) => condition)
  const where = conditions.length ? sql` where ${sql.join(conditions, sql` and `)}` : sql``
  const { rows } = await sql<{
    n: number | string
  }>`select count(*) as n from (select 1 as one from ${sql.table(model.table)} as t${where} limit ${most}) as found`.execute(
    context.db.read,
  )
  return Number(rows[0]?.n ?? 0)
}

/** What the engine tells of who sees what. */
export const sightOf = (context: ReadContext): Pick<Engine, 'hiding' | 'countVisible'> => ({
  hiding: (model, id, actors) => hidingOf(context, { model, id }, actors),
  countVisible: (model, actor, most) => countVisible(context, { model, most }, actor),
})
