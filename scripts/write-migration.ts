/**
 * Writes the migration that leads from the checked-in tables to those of the schemas: `node scripts/write-migration.ts [--check]`.
 * `src/server/migrations/snapshot.json` holds the tables that all migrations so far make. What would lose data is printed, never written.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { diffTables, engineTables, modelsOf, planTables, type TableSpec } from '../engine/server/index.ts'
import { entities } from '../schemas/index.ts'
import { systemTables } from '../src/server/system-tables.ts'
import { root } from './machine.mjs'

type Step = ReturnType<typeof diffTables>['steps'][number]

const folder = join(root, 'src', 'server', 'migrations')
const snapshotFile = join(folder, 'snapshot.json')

function change(table: TableSpec, step: Exclude<Step, { do: 'createTable' }>): TableSpec {
  const { columns, indexes } = table
  switch (step.do) {
    case 'addColumn':
      return { ...table, columns: [...columns, step.column] }
    case 'renameColumn':
      return { ...table, columns: columns.map((column) => (column.name === step.from ? { ...column, name: step.to } : column)) }
    case 'createIndex':
      return { ...table, indexes: [...indexes.filter((index) => index.name !== step.index.name), step.index] }
    case 'dropIndex':
      return { ...table, indexes: indexes.filter((index) => index.name !== step.name) }
  }
}

/** The tables after the steps. What the schemas dropped stays, as it does in the databases. */
function after(tables: readonly TableSpec[], steps: readonly Step[]): TableSpec[] {
  return steps.reduce<TableSpec[]>(
    (list, step) =>
      step.do === 'createTable' ? [...list, step.table] : list.map((table) => (table.name === step.table ? change(table, step) : table)),
    [...tables],
  )
}

const tableOf = (step: Step): string => (step.do === 'createTable' ? step.table.name : step.table)

/** `0003-equipment`: the tables it is about, at most three of them. */
function nameOf(steps: readonly Step[]): string {
  const number = readdirSync(folder).filter((file) => /^\d{4}-/.test(file)).length + 1
  const tables = [...new Set(steps.map(tableOf))]
  const about = number === 1 ? 'first' : tables.slice(0, 3).join('-').replaceAll('_', '-')
  return `${String(number).padStart(4, '0')}-${about}`
}

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`

const loaded = await Promise.all(Object.values(entities).map((load) => load()))
const before: TableSpec[] = existsSync(snapshotFile) ? JSON.parse(readFileSync(snapshotFile, 'utf8')) : []
const { steps, lossy } = diffTables(before, [...planTables(modelsOf(loaded)), ...engineTables, ...systemTables])

for (const line of lossy) console.log(`未写入迁移 not migrated: ${line}`)
if (process.argv.includes('--check')) {
  if (steps.length > 0) console.error(`the schemas need a migration: run npm run dev (${[...new Set(steps.map(tableOf))].join(', ')})`)
  process.exitCode = steps.length > 0 ? 1 : 0
} else if (steps.length > 0) {
  mkdirSync(folder, { recursive: true })
  const name = nameOf(steps)
  writeFileSync(join(folder, `${name}.json`), json({ steps }))
  writeFileSync(snapshotFile, json(after(before, steps)))
  console.log(`迁移已写入 migration written: src/server/migrations/${name}.json (${steps.length})`)
}
