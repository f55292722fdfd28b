/**
 * Writes the migration from the checked-in tables to those of the schemas: `npm run make-migration [label]`, `-- --check` only compares.
 * `src/server/migrations/snapshot.json` holds the tables that result from all migrations so far. Changes that would lose data are
 * printed, never written.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { format, resolveConfig } from 'prettier'
import { diffTables, type TableSpec } from '../engine/server/index.ts'
import { loadEntities, migrationsFolder, wantedTables } from '../src/server/database.ts'

type Step = ReturnType<typeof diffTables>['steps'][number]

const snapshotFile = join(migrationsFolder, 'snapshot.json')

function change(table: TableSpec, step: Exclude<Step, { do: 'createTable' }>): TableSpec {
  const { columns, indexes } = table
  switch (step.do) {
    case 'addColumn':
      return { ...table, columns: [...columns, step.column] }
    case 'renameColumn':
      return { ...table, columns: columns.map((column) => (column.name === step.from ? { ...column, name: step.to } : column)) }
    case 'changeColumn':
      return { ...table, columns: columns.map((column) => (column.name === step.column.name ? step.column : column)) }
    case 'createIndex':
      return { ...table, indexes: [...indexes.filter((index) => index.name !== step.index.name), step.index] }
    case 'dropIndex':
      return { ...table, indexes: indexes.filter((index) => index.name !== step.name) }
    case 'renewTextIndex':
      return table
  }
}

/** The tables after one step. What the schemas dropped stays, as it does in the databases. */
function apply(tables: readonly TableSpec[], step: Step): readonly TableSpec[] {
  if (step.do === 'createTable') return [...tables, step.table]
  return tables.map((table) => (table.name === step.table ? change(table, step) : table))
}

const tableOf = (step: Step): string => (step.do === 'createTable' ? step.table.name : step.table)
const tablesOf = (steps: readonly Step[]): string[] => [...new Set(steps.map(tableOf))]

/** `0003-equipment`: numbered, and named after the tables that change unless a label is given. */
function nameOf(steps: readonly Step[], label?: string): string {
  const number = readdirSync(migrationsFolder).filter((file) => /^\d{4}-/.test(file)).length + 1
  const about = number === 1 ? 'first' : tablesOf(steps).slice(0, 3).join('-').replaceAll('_', '-')
  return `${String(number).padStart(4, '0')}-${label ?? about}`
}

/** One line per column, formatted as `npm run check` expects. */
const json = async (value: unknown): Promise<string> =>
  format(JSON.stringify(value), { ...(await resolveConfig(snapshotFile)), parser: 'json' })

async function difference() {
  const before: readonly TableSpec[] = existsSync(snapshotFile) ? JSON.parse(readFileSync(snapshotFile, 'utf8')) : []
  return { before, ...diffTables(before, wantedTables(await loadEntities())) }
}

async function makeMigration(label?: string): Promise<void> {
  const { before, steps, lossy } = await difference()
  for (const line of lossy) console.log(`未写入迁移 not migrated: ${line}`)
  if (steps.length === 0) return
  mkdirSync(migrationsFolder, { recursive: true })
  const name = nameOf(steps, label)
  writeFileSync(join(migrationsFolder, `${name}.json`), await json({ steps }))
  writeFileSync(snapshotFile, await json(steps.reduce(apply, before)))
  console.log(`迁移已写入 migration written: src/server/migrations/${name}.json (${steps.length})`)
}

async function checkMigrations(): Promise<void> {
  const { steps } = await difference()
  if (steps.length === 0) return
  console.error(`the schemas need a migration: run npm run dev (${tablesOf(steps).join(', ')})`)
  process.exitCode = 1
}

if (process.argv[2] === '--check') await checkMigrations()
else await makeMigration(process.argv[2])
