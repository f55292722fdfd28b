import { createHash } from 'node:crypto'
import type BetterSqlite3 from 'better-sqlite3'
import { LRUCache } from 'lru-cache'
import pg, { type Pool, type PoolClient } from 'pg'
import { StatementBatch, type StatementAnswer, type WaitingStatement } from './postgres-batch.ts'
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

/** A name is never dropped alone: connections keep what they prepared under it, and nothing tells them to forget it. */
const names = new Map<string, string>()
let generation = 0

/** The tables of a prepared statement have other columns than when it was planned: another release has changed the database. */
export const isOutdated = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '0A000' && 'routine' in error && error.routine === 'RevalidateCachedQuery'

/** Have everything prepared anew, under new names, unless that has happened since this one was named. */
function nameAnew(source: string, outdated: string | undefined): void {
  if (outdated === undefined || names.get(source) !== outdated) return
  generation++
  names.clear()
}

function nameOf(source: string): string | undefined {
  const found = names.get(source)
  if (found) return found
  if (names.size >= MOST_STATEMENTS) return undefined
  const name = `q${generation}${createHash('sha1').update(source).digest('base64url')}`
  names.set(source, name)
  return name
}

const patched = new WeakSet<PoolClient>()

/** PostgreSQL cannot store NUL in a text and would fail; nothing that we store contains one. */
const hasNul = (value: unknown): value is string => typeof value === 'string' && value.includes('\0')
const withoutNul = (values: unknown[]): unknown[] =>
  values.some(hasNul) ? values.map((value) => (hasNul(value) ? value.replaceAll('\0', '') : value)) : values

type Send = (text: string, values: unknown[]) => Promise<StatementAnswer>

const nothing = (command: string): StatementAnswer => ({ command, rowCount: null, rows: [] })
const ends: ReadonlySet<string> = new Set(['commit', 'rollback'])

/** What comes again and again. Long lists of values hardly do, because each length is a text of its own. */
const isNamed = (text: string, { length }: readonly unknown[]): boolean =>
  (length > 0 && (length <= 40 || (length < 200 && !text.includes(' in (')))) || text === 'begin' || ends.has(text)

/** A text that may be several statements. Those take no values, and are sent alone. */
const mayBeMany = (text: string, values: readonly unknown[]): boolean => !values.length && text.includes(';')

/**
 * Send `begin` in one journey with the first statement of its transaction, which is left out if `begin` should fail. A transaction that
 * has ended, with its last statements, is not ended again.
 */
export function withBegin(send: Send): Send {
  let transaction: 'asked' | 'open' | 'ended' = 'ended'
  const end = async (text: string): Promise<StatementAnswer> => {
    const before = transaction
    transaction = 'ended'
    if (before !== 'open') return nothing(text.toUpperCase())
    try {
      return await send(text, [])
    } catch (error) {
      // Left out, because what was sent with it has failed: the transaction is still to be ended.
      if (text === 'commit') transaction = 'open'
      throw error
    }
  }
  const first: Send = async (text, values) => {
    transaction = 'open'
    const begun = send('begin', [])
    if (mayBeMany(text, values)) await begun
    const [answer] = await Promise.all([send(text, values), begun])
    return answer
  }
  return (text, values) => {
    if (ends.has(text)) return end(text)
    if (text !== 'begin') return transaction === 'asked' ? first(text, values) : send(text, values)
    transaction = 'asked'
    return Promise.resolve(nothing('BEGIN'))
  }
}

/**
 * What is asked of a connection within one turn is one batch: each packet costs both sides more than a small statement. The turn ends
 * before anything that was not yet asked for can arrive.
 */
function inBatches(query: PoolClient['query']): Send {
  let waiting: WaitingStatement[] = []
  const sendWaiting = () => {
    if (!waiting.length) return
    const batch = new StatementBatch(waiting)
    waiting = []
    query(batch)
  }
  return (text, values) =>
    new Promise((answer, fail) => {
      if (mayBeMany(text, values)) {
        sendWaiting()
        query(new pg.Query(text, (error, answered) => (error ? fail(error) : answer(answered))))
        return
      }
      if (!waiting.length) process.nextTick(sendWaiting)
      const name = isNamed(text, values) ? nameOf(text) : undefined
      const refuse = (error: Error) => {
        if (isOutdated(error)) nameAnew(text, name)
        fail(error)
      }
      waiting.push({ text, values: withoutNul(values), name, answer, fail: refuse })
    })
}

/** Notes what a connection writes as soon as it is known to be stored. */
function noting(send: Send, versions: TableVersions): Send {
  const writes = new OpenWrites(versions)
  return (text, values) => {
    if (text === 'rollback') writes.undone()
    else writes.note(writtenTable(text))
    const answer = send(text, values)
    if (text !== 'commit') return answer
    return answer.then((stored) => {
      writes.committed()
      return stored
    })
  }
}

/** Outside a transaction, what was planned too long ago is simply asked again. */
const askedAgain =
  (send: Send): Send =>
  (text, values) =>
    send(text, values).catch((error: unknown) => {
      if (!isOutdated(error)) throw error
      return send(text, values)
    })

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
      const send = inBatches(client.query.bind(client))
      const begun = client.pipeline ? withBegin(send) : askedAgain(send)
      Object.defineProperty(client, 'query', { value: versions ? noting(begun, versions) : begun })
    }
    return client
  }
  Object.defineProperty(pool, 'connect', { value: named })
  return pool
}
