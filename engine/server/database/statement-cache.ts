import { createHash } from 'node:crypto'
import type BetterSqlite3 from 'better-sqlite3'
import { LRUCache } from 'lru-cache'
import type { Pool, PoolClient, QueryResult } from 'pg'
import { OpenWrites, writtenTable, type TableVersions } from './table-versions.ts'

const MOST_STATEMENTS = 2000

/**
 * Reuse the statement that was prepared before for the same SQL; preparing is most of a small query's cost on SQLite. A full disk ends
 * the transaction by itself: the rollback that follows is then replaced by a statement without effect, so that it does not hide the
 * reason.
 */
export function cachePrepared(db: BetterSqlite3.Database, versions?: TableVersions): void {
  const prepare = db.prepare.bind(db)
  const known = new LRUCache<string, BetterSqlite3.Statement>({ max: MOST_STATEMENTS })
  const nothing = 'select 1'
  const cached = (asked: string): BetterSqlite3.Statement => {
    const source = asked === 'rollback' && !db.inTransaction ? nothing : asked
    const found = known.get(source)
    if (found) return found
    const made = prepare(source)
    known.set(source, made)
    return made
  }
  Object.defineProperty(db, 'prepare', { value: versions ? watched(db, cached, versions) : cached })
}

type Prepare = (source: string) => BetterSqlite3.Statement

/** Notes what is written at the moment in which others can read it, so that nothing is read in between. */
function watched(db: BetterSqlite3.Database, prepare: Prepare, versions: TableVersions) {
  const writes = new OpenWrites(versions)
  const commit = prepare('commit')
  const noted = {
    reader: false,
    run() {
      const answer = commit.run()
      writes.committed()
      return answer
    },
  }
  return (source: string): Pick<BetterSqlite3.Statement, 'reader' | 'run'> => {
    if (source === 'commit') return noted
    if (source === 'rollback') writes.undone()
    else writes.note(writtenTable(source))
    if (!db.inTransaction) writes.committed()
    return prepare(source)
  }
}

/** A name is never dropped: connections keep what they prepared under it, and nothing tells them to forget it. */
const names = new Map<string, string>()

function nameOf(source: string): string | undefined {
  const found = names.get(source)
  if (found) return found
  if (names.size >= MOST_STATEMENTS) return undefined
  const name = `q${createHash('sha1').update(source).digest('base64url')}`
  names.set(source, name)
  return name
}

const patched = new WeakSet<PoolClient>()

/** PostgreSQL cannot store NUL in a text and would fail; nothing that we store contains one. */
const withoutNul = (values: readonly unknown[]): unknown[] =>
  values.map((value) => (typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '') : value))

type Send = (text: string, values: unknown[]) => Promise<Answer>
type Answer = Pick<QueryResult, 'command' | 'rowCount' | 'rows'>

const nothing = (command: string): Answer => ({ command, rowCount: null, rows: [] })
const ends: ReadonlySet<string> = new Set(['commit', 'rollback'])

/**
 * Send `begin` in one journey with the first statement of its transaction if that only reads: it changes nothing if `begin` should
 * fail. The connection must be one that pipelines.
 */
export function withBegin(send: Send): Send {
  let isHeld = false
  return async (text, values) => {
    if (text === 'begin') {
      isHeld = true
      return nothing('BEGIN')
    }
    if (!isHeld) return send(text, values)
    isHeld = false
    if (ends.has(text)) return nothing(text.toUpperCase())
    const begun = send('begin', [])
    if (!text.startsWith('select ')) await begun
    const [answer] = await Promise.all([send(text, values), begun])
    return answer
  }
}

/** Notes what a connection writes as soon as it is known to be stored. */
function noting(send: Send, versions: TableVersions): Send {
  const writes = new OpenWrites(versions)
  return async (text, values) => {
    if (text === 'rollback') writes.undone()
    else writes.note(writtenTable(text))
    const answer = await send(text, values)
    if (text === 'commit') writes.committed()
    return answer
  }
}

/**
 * Send every parametrised query as a named statement, so that PostgreSQL parses and plans it once per connection. If a connection is
 * lost between two queries, or while it is handed over, the next query fails instead of an event that nobody handles.
 */
export function nameStatements(pool: Pool, versions?: TableVersions): Pool {
  pool.on('connect', (client) => void client.on('error', () => undefined))
  const connect = pool.connect.bind(pool)
  const named = async (): Promise<PoolClient> => {
    const client = await connect()
    if (!patched.has(client)) {
      patched.add(client)
      const query = client.query.bind(client)
      const send = (text: string, values: unknown[]) =>
        values.length && values.length < 200
          ? query({ name: nameOf(text), text, values: withoutNul(values) })
          : query(text, withoutNul(values))
      const begun = client.pipeline ? withBegin(send) : send
      Object.defineProperty(client, 'query', { value: versions ? noting(begun, versions) : begun })
    }
    return client
  }
  Object.defineProperty(pool, 'connect', { value: named })
  return pool
}
