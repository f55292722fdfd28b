import { sql } from 'kysely'
import { isVia } from '../../../fields/structure.ts'
import type { WireRow } from '../../../schema/index.ts'
import type { Model } from '../../contract.ts'
import { Refused } from '../../errors.ts'
import { snakeCase } from '../../model/model.ts'
import { targetOf } from '../../query/column-sql.ts'
import { chunksOf } from '../../chunks.ts'
import type { Draft } from '../drafts/draft.ts'
import type { Write } from '../step.ts'

/** Values of one column of the referenced rows, locked until the transaction ends. */
async function parentValues(
  { context, tx }: Write,
  target: Model,
  asked: { key: string; ids: readonly string[] },
): Promise<Map<string, unknown>> {
  const found = new Map<string, unknown>()
  const lock = context.dialect === 'postgres' ? sql` for share` : sql``
  for (const ids of chunksOf(asked.ids)) {
    const { rows } = await sql<{
      id: unknown
      value: unknown
    }>`select ${sql.ref(target.idColumn)} as id, ${sql.ref(snakeCase(asked.key))} as value
      from ${sql.table(target.table)} where ${sql.ref(target.idColumn)} in (${sql.join(ids)}) order by 1${lock}`.execute(tx)
    for (const row of rows) found.set(String(row.id), row.value)
  }
  return found
}

/** Why a row that belongs to a closed one cannot be written; the row has the value of the one that it belongs to. */
export function closedBecause({ entity }: Model, row: WireRow): string | undefined {
  const closed = entity.openWhile?.find(({ field, is }) => {
    const shown = entity.fields[field]
    const parent = isVia(shown) ? row[shown.by] : undefined
    return parent !== undefined && parent !== null && isClosed(row[field], is)
  })
  return closed?.otherwise
}

const isClosed = (value: unknown, open: unknown): boolean => (value ?? null) !== open

/** Refuse rows that belong, or would belong, to a row that is closed (`openWhile`). */
export async function checkParents(write: Write, drafts: readonly Draft[]): Promise<void> {
  const { context, model, request } = write
  if (request.unlocked === 'all') return
  for (const rule of model.entity.openWhile ?? []) {
    const shown = model.entity.fields[rule.field]
    const by = isVia(shown) ? model.entity.fields[shown.by] : undefined
    const target = by && targetOf(context, by)
    if (!isVia(shown) || !target) continue
    const parentsOf = ({ before, after }: Draft) =>
      [before?.[shown.by], after?.[shown.by]].filter((id) => id !== null && id !== undefined).map(String)
    const ids = [...new Set(drafts.flatMap(parentsOf))]
    const values = await parentValues(write, target, { key: shown.field, ids })
    for (const draft of drafts) {
      if (parentsOf(draft).some((id) => values.has(id) && isClosed(values.get(id), rule.is))) draft.fail(new Refused(rule.otherwise))
    }
  }
}
