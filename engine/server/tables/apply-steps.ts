import { sql, type RawBuilder } from 'kysely'
import { decimalColumn } from '../../fields/decimal/server.ts'
import type { Database, Tx } from '../contract.ts'
import type { ChangedColumn, MigrationStep } from './diff-tables.ts'
import type { TableColumn, TableIndex, TableSpec } from './spec.ts'
import { createTextIndex, dropTextIndex, renewTextIndex } from './text-index.ts'

type Dialect = Database['dialect']

const types: Readonly<Record<Dialect, Readonly<Record<Exclude<TableColumn['type'], 'decimal'>, RawBuilder<unknown>>>>> = {
  sqlite: { text: sql`text`, integer: sql`integer`, real: sql`real` },
  postgres: { text: sql`text collate "C"`, integer: sql`bigint`, real: sql`double precision` },
}

const typeSql = ({ type, scale = 0 }: TableColumn, dialect: Dialect): RawBuilder<unknown> =>
  type === 'decimal' ? decimalColumn.type(scale, dialect) : types[dialect][type]

function defaultSql({ type, scale = 0, default: value }: TableColumn, dialect: Dialect): RawBuilder<unknown> {
  return sql.lit(type === 'decimal' && typeof value === 'number' ? decimalColumn.kept(value, scale, dialect) : value)
}

function columnSql(column: TableColumn, dialect: Dialect): RawBuilder<unknown> {
  const parts = [sql`${sql.ref(column.name)} ${typeSql(column, dialect)}`]
  if (column.required) parts.push(sql`not null`)
  if (column.default !== undefined) parts.push(sql`default ${defaultSql(column, dialect)}`)
  return sql.join(parts, sql` `)
}

const foreignKey = (name: string, target: { table: string; column: string }): RawBuilder<unknown> =>
  sql`foreign key (${sql.ref(name)}) references ${sql.table(target.table)} (${sql.ref(target.column)}) deferrable initially deferred`

function createTable(table: TableSpec, dialect: Dialect): RawBuilder<unknown> {
  const lines = table.columns.map((column) => columnSql(column, dialect))
  lines.push(sql`primary key (${sql.join(table.primaryKey.map((name) => sql.ref(name)))})`)
  if (dialect === 'sqlite') {
    for (const column of table.columns) if (column.references) lines.push(foreignKey(column.name, column.references))
  }
  return sql`create table ${sql.table(table.name)} (${sql.join(lines)})`
}

/** On PostgreSQL with nulls first, as lists are sorted on both databases. */
function createIndex(table: string, { name, unique, columns, contains }: TableIndex, dialect: Dialect): RawBuilder<unknown>[] {
  if (contains) return createTextIndex({ table, columns }, dialect)
  const kind = unique ? sql`unique index` : sql`index`
  const parts = columns.map((column) => (dialect === 'postgres' ? sql`${sql.ref(column)} nulls first` : sql.ref(column)))
  return [sql`create ${kind} ${sql.ref(name)} on ${sql.table(table)} (${sql.join(parts)})`]
}

/** Several rows may have no value: an empty text, which the write path does not store, would count as one. */
const emptied = (table: string, { unique, columns }: TableIndex): RawBuilder<unknown>[] =>
  unique ? columns.map((name) => sql`update ${sql.table(table)} set ${sql.ref(name)} = null where cast(${sql.ref(name)} as text) = ''`) : []

/** On PostgreSQL foreign keys come after all tables. They are deferred to the commit so that sets may be written in any order. */
const addForeignKey = (table: string, column: TableColumn, target: { table: string; column: string }): RawBuilder<unknown> =>
  sql`alter table ${sql.table(table)} add constraint ${sql.ref(`fk_${table}_${column.name}`.slice(0, 60))} ${foreignKey(column.name, target)}`

/** SQLite cannot change the type of a column, so its values go into a new one. */
function changeColumn({ table, from, column }: ChangedColumn, dialect: Dialect): RawBuilder<unknown>[] {
  const name = sql.ref(column.name)
  const place = sql`alter table ${sql.table(table)}`
  if (dialect === 'postgres') {
    const converted = decimalColumn.converted({ from, column: name, scale: column.scale ?? 0, dialect })
    return [sql`${place} alter column ${name} type ${typeSql(column, dialect)} using ${converted}`]
  }
  const before = sql.ref(`${column.name}_before`)
  return [
    sql`${place} rename column ${name} to ${before}`,
    sql`${place} add column ${columnSql(column, dialect)}`,
    sql`update ${sql.table(table)} set ${name} = ${decimalColumn.converted({ from, column: before, scale: column.scale ?? 0, dialect })}`,
    sql`${place} drop column ${before}`,
  ]
}

const MOST_NAMED = 20

/** Values that the new column cannot hold end the migration, which names them. Nothing is changed then. */
async function refuseMisfits(tx: Tx, { table, key, from, column }: ChangedColumn, dialect: Dialect): Promise<void> {
  const name = sql.ref(column.name)
  const { rows } = await sql<Record<string, unknown>>`select ${sql.join([...key, column.name].map((one) => sql.ref(one)))}
    from ${sql.table(table)} where ${decimalColumn.misfits({ from, column: name, scale: column.scale ?? 0, dialect })} limit ${MOST_NAMED}`.execute(
    tx,
  )
  if (!rows.length) return
  const named = rows.map((row) => `${key.map((one) => String(row[one])).join('/')}：${String(row[column.name])}`)
  throw new Error(`${table}.${column.name} 有小数列存不下的值，数据库没有升级，请先改正：${named.join('，')}`)
}

function statementsOf(step: MigrationStep, dialect: Dialect): RawBuilder<unknown>[] {
  switch (step.do) {
    case 'createTable':
      return [createTable(step.table, dialect), ...step.table.indexes.flatMap((index) => createIndex(step.table.name, index, dialect))]
    case 'addColumn': {
      const column = columnSql(step.column, dialect)
      const target = dialect === 'sqlite' ? step.column.references : undefined
      const inline = target ? sql` references ${sql.table(target.table)} (${sql.ref(target.column)}) deferrable initially deferred` : sql``
      return [sql`alter table ${sql.table(step.table)} add column ${column}${inline}`]
    }
    case 'changeColumn':
      return changeColumn(step, dialect)
    case 'renameColumn':
      return [sql`alter table ${sql.table(step.table)} rename column ${sql.ref(step.from)} to ${sql.ref(step.to)}`]
    case 'createIndex':
      return [...emptied(step.table, step.index), ...createIndex(step.table, step.index, dialect)]
    case 'dropIndex':
      return step.contains ? dropTextIndex(step.table, dialect) : [sql`drop index if exists ${sql.ref(step.name)}`]
    case 'renewTextIndex':
      return step.on === undefined || step.on === dialect ? renewTextIndex(step, dialect) : []
  }
}

function constraintsOf(step: MigrationStep): RawBuilder<unknown>[] {
  if (step.do === 'addColumn') return step.column.references ? [addForeignKey(step.table, step.column, step.column.references)] : []
  if (step.do !== 'createTable') return []
  const { name, columns } = step.table
  return columns.flatMap((column) => (column.references ? [addForeignKey(name, column, column.references)] : []))
}

/** Apply neutral steps in one transaction. */
export async function applySteps(tx: Tx, dialect: Dialect, steps: readonly MigrationStep[]): Promise<void> {
  for (const step of steps) {
    if (step.do === 'changeColumn') await refuseMisfits(tx, step, dialect)
    for (const statement of statementsOf(step, dialect)) await statement.execute(tx)
  }
  if (dialect === 'sqlite') return
  for (const step of steps) for (const statement of constraintsOf(step)) await statement.execute(tx)
}
