import { createHash } from 'node:crypto'
import type BetterSqlite3 from 'better-sqlite3'
import { LRUCache } from 'lru-cache'
import pg, { type Pool, type PoolClient, type QueryResult } from 'pg'
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
  error instanceof Error && 'code' in error && error.code === '0A000' && error.message.startsWith('cached plan')

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

type Send = (text: string, values: unknown[]) => Promise<Answer>
type Answer = Pick<QueryResult, 'command' | 'rowCount' | 'rows'>

const nothing = (command: string): Answer => ({ command, rowCount: null, rows: [] })
const ends: ReadonlySet<string> = new Set(['commit', 'rollback'])

/**
 * Send `begin` in one journey with the first statement of its transaction if that only reads: it changes nothing if `begin` should
 * fail. A transaction that has ended, with its last statements, is not ended again. The connection must be one that pipelines.
 */
export function withBegin(send: Send): Send {
  let transaction: 'asked' | 'open' | 'ended' = 'ended'
  return async (text, values) => {
    const ended = transaction === 'ended'
    if (text === 'begin') {
      transaction = 'asked'
      return nothing('BEGIN')
    }
    const isFirst = transaction === 'asked'
    if (ends.has(text)) {
      transaction = 'ended'
      return isFirst || ended ? nothing(text.toUpperCase()) : send(text, values)
    }
    if (!isFirst) return send(text, values)
    transaction = 'open'
    const begun = send('begin', [])
    if (!text.startsWith('select ')) await begun
    const [answer] = await Promise.all([send(text, values), begun])
    return answer
  }
}

/**
 * Hand what is sent within one turn to the system at once: each call of the system costs more than a small statement. The turn ends
 * before anything that was not yet asked for can arrive.
 */
function inOnePacket({ connection: { stream } }: PoolClient, send: Send): Send {
  let isHeld = false
  const letGo = () => {
    isHeld = false
    stream.uncork()
  }
  return (text, values) => {
    if (!isHeld) {
      isHeld = true
      stream.cork()
      process.nextTick(letGo)
    }
    return send(text, values)
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

/** Sends a parametrised query as a named statement; the driver copies what it is handed unless that is a query of its own. */
const senderOver =
  (query: (query: pg.Query, done: (error: Error | null, answer: Answer) => void) => void): Send =>
  (text, values) =>
    new Promise((resolve, reject) => {
      const made = new pg.Query(text, withoutNul(values))
      const name = values.length && values.length < 200 ? nameOf(text) : undefined
      if (name !== undefined) Object.assign(made, { name })
      query(made, (error, answer) => {
        if (!error) return resolve(answer)
        if (isOutdated(error)) nameAnew(text, name)
        reject(error)
      })
    })

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
      const send = senderOver(client.query.bind(client))
      const begun = client.pipeline ? withBegin(inOnePacket(client, send)) : askedAgain(send)
      Object.defineProperty(client, 'query', { value: versions ? noting(begun, versions) : begun })
    }
    return client
  }
  Object.defineProperty(pool, 'connect', { value: named })
  return pool
}
