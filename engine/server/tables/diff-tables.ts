import isEqual from 'lodash-es/isEqual.js'
import pick from 'lodash-es/pick.js'
import type { TableColumn, TableIndex, TableSpec } from './spec.ts'

/** One neutral step of a migration; both dialects apply it. */
export type MigrationStep =
  | { readonly do: 'createTable'; readonly table: TableSpec }
  | { readonly do: 'addColumn'; readonly table: string; readonly column: TableColumn }
  | ChangedColumn
  | { readonly do: 'renameColumn'; readonly table: string; readonly from: string; readonly to: string }
  | { readonly do: 'createIndex'; readonly table: string; readonly index: TableIndex }
  | { readonly do: 'dropIndex'; readonly table: string; readonly name: string; readonly contains?: true }
  /** `on`: on the other database nothing has changed. */
  | { readonly do: 'renewTextIndex'; readonly table: string; readonly columns: readonly string[]; readonly on?: 'sqlite' | 'postgres' }

/** The column becomes one of another type; its numbers stay, rounded to the places of the new one. */
export interface ChangedColumn {
  readonly do: 'changeColumn'
  readonly table: string
  readonly key: readonly string[]
  readonly from: TableColumn
  readonly column: TableColumn
}

export interface TableDiff {
  readonly steps: readonly MigrationStep[]
  /** Changes that would lose data or might fail; they are printed, never applied automatically. */
  readonly lossy: readonly string[]
}

function diffColumns(before: TableSpec, after: TableSpec, steps: MigrationStep[], lossy: string[]): ChangedColumn[] {
  const changed: ChangedColumn[] = []
  const old = new Map(before.columns.map((column) => [column.name, column]))
  const renamed = new Set<string>()
  for (const column of after.columns) {
    const oldColumn = old.get(column.name)
    const former = column.renamedFrom && !oldColumn ? old.get(column.renamedFrom) : undefined
    if (former) {
      renamed.add(former.name)
      steps.push({ do: 'renameColumn', table: after.name, from: former.name, to: column.name })
    } else if (!oldColumn) {
      steps.push({ do: 'addColumn', table: after.name, column })
    }
    const match = oldColumn ?? former
    if (!match || (match.type === column.type && match.scale === column.scale)) continue
    if (column.type === 'decimal' && match.type !== 'text')
      changed.push({ do: 'changeColumn', table: after.name, key: after.primaryKey, from: match, column })
    else lossy.push(`${after.name}.${column.name}: 类型从 ${match.type} 变为 ${column.type}，需要手写迁移`)
  }
  const kept = new Set(after.columns.map((column) => column.name))
  for (const name of old.keys()) {
    if (!kept.has(name) && !renamed.has(name)) lossy.push(`${after.name}.${name}: 字段已从模式中移除，数据仍保留在表中`)
  }
  return changed
}

/** Indexes over a column that changes its type are created again. */
function diffIndexes(before: TableSpec, after: TableSpec, changed: readonly ChangedColumn[], steps: MigrationStep[]): void {
  const touched = new Set(changed.flatMap(({ from, column }) => [from.name, column.name]))
  const old = new Map(before.indexes.map((index) => [index.name, index]))
  const wanted = new Map(after.indexes.map((index) => [index.name, index]))
  for (const [name, index] of old) {
    if (index.columns.some((column) => touched.has(column))) old.delete(name)
    if (!isEqual(index, wanted.get(name)) || !old.has(name))
      steps.push({ do: 'dropIndex', table: after.name, name, ...pick(index, 'contains') })
  }
  steps.push(...changed)
  for (const [name, index] of wanted) {
    if (!isEqual(index, old.get(name))) steps.push({ do: 'createIndex', table: after.name, index })
  }
}

/** The steps that lead from one set of tables to another without losing a value. */
export function diffTables(before: readonly TableSpec[], after: readonly TableSpec[]): TableDiff {
  const old = new Map(before.map((table) => [table.name, table]))
  const steps: MigrationStep[] = []
  const lossy: string[] = []
  for (const table of after) {
    const oldTable = old.get(table.name)
    if (!oldTable) {
      steps.push({ do: 'createTable', table })
      continue
    }
    const changed = diffColumns(oldTable, table, steps, lossy)
    diffIndexes(oldTable, table, changed, steps)
  }
  const kept = new Set(after.map((table) => table.name))
  for (const name of old.keys()) if (!kept.has(name)) lossy.push(`${name}: 实体已移除，表仍保留`)
  return { steps, lossy }
}
