import { workerData } from 'node:worker_threads'
import BetterSqlite3 from 'better-sqlite3'

/** Which file is copied to where. */
export interface CopyRequest {
  readonly from: string
  readonly to: string
}

const { from, to } = workerData as CopyRequest
const db = new BetterSqlite3(from, { readonly: true })
try {
  // One read: the copy has a moment's state, and writes go on meanwhile.
  db.prepare('VACUUM INTO ?').run(to)
} finally {
  db.close()
}
