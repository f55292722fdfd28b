import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { diffTables, type TableSpec } from '../engine/server/index.ts'
import { loadEntities, migrationsFolder, wantedTables } from '../src/server/database.ts'

const snapshotFile = join(migrationsFolder, 'snapshot.json')

export interface MadeMigration {
  /** Name of the written step, none when nothing changed. */
  readonly name: string | undefined
  /** What would lose data and is left for a person to decide. */
  readonly lossy: readonly string[]
}

/** Compare the schemas with the snapshot and write the step between them, if it loses nothing. */
export async function makeMigration(label = 'change'): Promise<MadeMigration> {
  const before = existsSync(snapshotFile) ? (JSON.parse(readFileSync(snapshotFile, 'utf8')) as TableSpec[]) : []
  const after = wantedTables(await loadEntities())
  const { steps, lossy } = diffTables(before, after)
  if (!steps.length) return { name: undefined, lossy }
  const number = readdirSync(migrationsFolder).filter((file) => /^\d{4}-/.test(file)).length + 1
  const name = `${String(number).padStart(4, '0')}-${label}`
  writeFileSync(join(migrationsFolder, `${name}.json`), `${JSON.stringify({ steps }, null, 2)}\n`)
  writeFileSync(snapshotFile, `${JSON.stringify(after, null, 2)}\n`)
  return { name, lossy }
}

if (process.argv[1] === import.meta.filename) {
  const { name, lossy } = await makeMigration(process.argv[2])
  console.log(name ? `已写入迁移 ${name}` : '表结构没有变化')
  for (const line of lossy) console.log(`  未执行：${line}`)
}
