import { sql } from 'kysely'
import type { Model, Tx } from '../contract.ts'
import { snakeCase } from '../model.ts'
import { chunksOf } from './stored-rows.ts'
import type { Draft } from './draft.ts'

interface Pointer {
  readonly model: Model
  readonly column: string
  readonly owner: boolean
}

/** Reference fields, of any entity, that point into the table of this model. */
export function pointersTo(models: ReadonlyMap<string, Model>, model: Model): Pointer[] {
  const found = new Map<string, Pointer>()
  for (const other of models.values()) {
    for (const { column, field } of other.stored) {
      if ((field.type !== 'reference' && field.type !== 'treeReference') || models.get(field.to)?.table !== model.table) continue
      const tree = other.table === model.table && other.entity.tree && snakeCase(other.entity.tree.parent) === column
      if (!tree) found.set(`${other.table}.${column}`, { model: other, column, owner: field.type === 'reference' && field.owner === true })
    }
  }
  return [...found.values()]
}

/** Refuse to delete rows that others depend on, naming what and how many. Owned rows go with their owner instead. */
export async function checkDependants(tx: Tx, pointers: readonly Pointer[], drafts: readonly Draft[]): Promise<void> {
  const byId = new Map(drafts.map((draft) => [draft.id, draft]))
  const reasons = new Map<string, string[]>()
  for (const { model, column, owner } of pointers) {
    if (owner) continue
    const live = model.binned ? sql` and del_flag = 0` : sql``
    for (const ids of chunksOf([...byId.keys()])) {
      const { rows } = await sql<{
        id: string
        n: number
      }>`select ${sql.ref(column)} as id, count(*) as n from ${sql.table(model.table)} where ${sql.ref(column)} in (${sql.join(ids)})${live} group by ${sql.ref(column)}`.execute(
        tx,
      )
      for (const row of rows) reasons.set(row.id, [...(reasons.get(row.id) ?? []), `${model.entity.title} ${row.n} 条`])
    }
  }
  for (const [id, list] of reasons) byId.get(id)?.refuse(`存在关联数据，不能删除：${list.join('、')}`)
}

/** Rows that belong to the deleted ones, by the model to delete them through. */
export async function ownedRows(
  tx: Tx,
  pointers: readonly Pointer[],
  ids: readonly string[],
): Promise<{ entity: string; ids: string[] }[]> {
  const owned: { entity: string; ids: string[] }[] = []
  for (const { model, column, owner } of pointers) {
    if (!owner) continue
    const found: string[] = []
    for (const chunk of chunksOf(ids)) {
      const { rows } = await sql<{
        id: string
      }>`select ${sql.ref(model.idColumn)} as id from ${sql.table(model.table)} where ${sql.ref(column)} in (${sql.join(chunk)})`.execute(
        tx,
      )
      found.push(...rows.map((row) => row.id))
    }
    if (found.length) owned.push({ entity: model.name, ids: found })
  }
  return owned
}
