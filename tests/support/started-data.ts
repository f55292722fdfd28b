import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { dayText } from '../../src/server/clock.ts'
import type { DatabaseKind } from './databases.ts'
import { freshDatabase, onCluster, type FreshDatabase } from './postgres.ts'
import { shareKey } from './share-key.ts'

/** Set by a test run: the folder of the data that its tests copy. */
export const startedVariable = 'SHIYAN_TEST_STARTED'

type Settings = Readonly<Record<string, string | undefined>>

/** The settings that decide what the first start writes. */
const shaping = ['ADMIN_PASSWORD', 'DEMO', 'DEMO_PASSWORD']

/** A run that goes on after midnight makes new data then: those of the demo are of its day. */
const nameOf = (database: DatabaseKind, settings: Settings): string => {
  const hash = createHash('sha256').update(JSON.stringify([dayText(), ...shaping.map((key) => settings[key] ?? '')]))
  return `started_${database}_${hash.digest('hex').slice(0, 12)}`
}

/** Start the product once, so that its tables and first rows are made, and stop it. */
async function start(database: DatabaseKind, settings: Settings, place: { folder: string; name: string }): Promise<void> {
  const fresh = database === 'postgres' ? await freshDatabase() : undefined
  // Loaded by the one process that starts the product, not by all that copy its data.
  const [{ buildApp }, { readConfig }] = await Promise.all([import('../../src/server/app.ts'), import('../../src/server/config.ts')])
  const { ADMIN_PASSWORD, DEMO, DEMO_PASSWORD } = settings
  shareKey(place.folder)
  const env = { ADMIN_PASSWORD, DEMO, DEMO_PASSWORD, DATA_DIR: place.folder, DATABASE_URL: fresh?.url, CAPTCHA: 'off', LOG_LEVEL: 'silent' }
  const app = await buildApp(readConfig(env))
  await app.ready()
  await app.close()
  if (fresh) await onCluster(`alter database ${fresh.name} rename to ${place.name}`)
}

/** Data of a product that has started once with these settings; made by the first of a run's processes that asks for them. */
async function startedData(database: DatabaseKind, settings: Settings): Promise<{ folder: string; name: string }> {
  const run = process.env[startedVariable] ?? ''
  const name = nameOf(database, settings)
  const folder = join(run, name)
  while (!existsSync(folder)) {
    const making = `${folder}-making`
    try {
      mkdirSync(making)
    } catch {
      await pause(50)
      continue
    }
    try {
      // Another process may have finished between the two looks.
      if (existsSync(folder)) rmSync(making, { recursive: true })
      else {
        await start(database, settings, { folder: making, name })
        renameSync(making, folder)
      }
    } catch (error) {
      rmSync(making, { recursive: true, force: true })
      throw error
    }
  }
  return { folder, name }
}

/**
 * Fill a data folder, and on PostgreSQL a new database, as after a first start with these settings. A start on them takes a
 * tenth of the time. Outside a test run folder and database stay empty.
 */
export async function copyStartedData(database: DatabaseKind, dataDir: string, settings: Settings): Promise<FreshDatabase | undefined> {
  if (!process.env[startedVariable]) return database === 'postgres' ? freshDatabase() : undefined
  const { folder, name } = await startedData(database, settings)
  cpSync(folder, dataDir, { recursive: true })
  return database === 'postgres' ? freshDatabase(name) : undefined
}
