import { sql, type RawBuilder } from 'kysely'
import { isReference, isReferenceList, isRowReference } from '../../../fields/structure.ts'
import { chunksOf } from '../../chunks.ts'
import type { Model, Tx } from '../../contract.ts'
import { snakeCase } from '../../model/model.ts'
import type { Draft } from '../drafts/draft.ts'
import type { Write } from '../step.ts'

/** A column that holds ids of a model's rows: in the table of another model, or in one of its link tables. */
interface Pointer {
  readonly model: Model
  readonly table: string
  readonly column: string
  /** In a link table, the column with the id of the other model's row. */
  readonly own?: string
  /** The field of the model's rows whose value the column holds, if it is not the id. */
  readonly key?: string | undefined
  readonly owner: boolean
}

/** The columns of one model that may hold ids of the table. */
function pointersOf(models: ReadonlyMap<string, Model>, other: Model, table: string): Pointer[] {
  if (other.entity.source) return []
  return Object.entries(other.entity.fields).flatMap(([key, field]): Pointer[] => {
    if (!isReference(field) || models.get(field.to)?.table !== table) return []
    if (isReferenceList(field)) {
      const { through } = field
      return through ? [{ model: other, table: through.table, column: through.other, own: through.own, owner: false }] : []
    }
    const column = other.stored.find((one) => one.key === key)?.column
    const tree = other.table === table && other.entity.tree && snakeCase(other.entity.tree.parent) === column
    if (!column || tree) return []
    return [{ model: other, table: other.table, column, key: field.key, owner: isRowReference(field) && field.owner === true }]
  })
}

/** Columns of any entity that point into the table of this model; entities that share a table are represented by the main one. */
function pointersTo(models: ReadonlyMap<string, Model>, model: Model): Pointer[] {
  const found = new Map<string, Pointer>()
  for (const other of models.values()) {
    for (const pointer of pointersOf(models, other, model.table)) {
      const key = `${pointer.table}.${pointer.column}`
      if (!other.entity.of || !found.has(key)) found.set(key, pointer)
    }
  }
  return [...found.values()]
}

/** The table of the rows that point; `p` has the column. */
function pointing({ model, table, own }: Pointer): RawBuilder<unknown> {
  if (own === undefined) return sql`${sql.table(table)} as p where ${model.binned ? sql`p.del_flag = 0` : sql`1 = 1`}`
  const live = model.binned ? sql` and t.del_flag = 0` : sql``
  const join = sql`${sql.ref(`t.${model.idColumn}`)} = ${sql.ref(`p.${own}`)}${live}`
  return sql`${sql.table(table)} as p inner join ${sql.table(model.table)} as t on ${join} where 1 = 1`
}

/** The drafts by the value with which others point to them. */
const byPointed = (drafts: readonly Draft[], { key }: Pointer): Map<string, Draft> =>
  new Map(drafts.map((draft) => [key === undefined ? draft.id : String(draft.before?.[key] ?? ''), draft]))

/** Whether the rows of this write are deleted permanently instead of going to a bin. */
export const leaveForGood = ({ model, request: { operation } }: Pick<Write, 'model' | 'request'>): boolean =>
  operation === 'purge' || (operation === 'delete' && !model.binned)

/** How many rows hold each of these values. */
async function countPointing(tx: Tx, pointer: Pointer, values: readonly string[]): Promise<{ value: string; n: number }[]> {
  const column = sql.ref(`p.${pointer.column}`)
  const counts: { value: string; n: number }[] = []
  for (const part of chunksOf(values)) {
    const { rows } = await sql<{ value: string; n: number }>`select ${column} as value, count(*) as n from ${pointing(pointer)}
      and ${column} in (${sql.join(part)}) group by ${column}`.execute(tx)
    counts.push(...rows)
  }
  return counts
}

/** Refuse to delete rows that others depend on, naming which and how many. Owned rows are deleted with their owner instead. */
export async function checkDependants(write: Write, drafts: readonly Draft[]): Promise<void> {
  const { context, tx, model } = write
  const { bin } = model.entity
  if (typeof bin === 'object' && bin.dependants === 'keep' && !leaveForGood(write)) return
  const reasons = new Map<Draft, string[]>()
  for (const pointer of pointersTo(context.models, model)) {
    if (pointer.owner) continue
    const pointed = byPointed(drafts, pointer)
    for (const { value, n } of await countPointing(tx, pointer, [...pointed.keys()])) {
      const draft = pointed.get(value)
      if (draft) reasons.set(draft, [...(reasons.get(draft) ?? []), `${pointer.model.entity.title} ${n} 条`])
    }
  }
  for (const [draft, list] of reasons) draft.refuse(`存在关联数据，不能删除：${list.join('、')}`)
}

/** Rows owned by the deleted ones, grouped by the model through which they are deleted. */
async function ownedRows({ context, tx, model: of }: Write, drafts: readonly Draft[]): Promise<{ model: Model; rows: { id: string }[] }[]> {
  const owned: { model: Model; rows: { id: string }[] }[] = []
  for (const pointer of pointersTo(context.models, of)) {
    const { model, column, owner } = pointer
    if (!owner) continue
    const rows: { id: string }[] = []
    for (const chunk of chunksOf([...byPointed(drafts, pointer).keys()])) {
      const found = await sql<{
        id: string
      }>`select ${sql.ref(model.idColumn)} as id from ${sql.table(model.table)} where ${sql.ref(column)} in (${sql.join(chunk)})`.execute(
        tx,
      )
      rows.push(...found.rows)
    }
    if (rows.length) owned.push({ model, rows })
  }
  return owned
}

/**
 * Delete the rows that only these own. Each of them is deleted like any other row, with its rules, its audit entry and its events;
 * permission to delete the owner is enough.
 */
export async function deleteOwned(write: Write, drafts: readonly Draft[]): Promise<void> {
  const { context, tx, request } = write
  const unlimited = { actor: request.actor, scope: 'none', where: 'none', guard: 'none' } as const
  for (const { model, rows } of await ownedRows(write, drafts))
    await context.engine.write({ ...unlimited, entity: model.name, operation: model.binned ? 'purge' : 'delete', rows }, tx)
}
