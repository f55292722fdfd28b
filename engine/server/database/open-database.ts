import { join } from 'node:path'
import type { Database } from '../contract.ts'
import { openPostgres } from './postgres.ts'
import { openSqlite } from './sqlite.ts'

/** PostgreSQL if an address is given, otherwise the embedded SQLite file in the data folder. */
export function openDatabase(place: { databaseUrl?: string; dataDir: string; synchronous?: 'FULL' | 'NORMAL' }): Database {
  if (place.databaseUrl) return openPostgres(place.databaseUrl)
  return openSqlite(join(place.dataDir, 'shiyan.db'), { synchronous: place.synchronous })
}
