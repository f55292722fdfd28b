import BetterSqlite3 from 'better-sqlite3'

/** A connection to this file, which may also write unless it is asked for reading only. Each keeps 8 MB of pages. */
export function sqliteConnection(file: string, options: { readonly readonly: boolean }): BetterSqlite3.Database {
  const db = new BetterSqlite3(file, { ...options, timeout: 5000 })
  db.pragma('cache_size = -8192')
  db.pragma('temp_store = MEMORY')
  return db
}
