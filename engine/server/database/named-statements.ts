import { createHash } from 'node:crypto'
import pg, { type Pool, type PoolClient } from 'pg'
import type { SqlStatement } from './database.ts'
import { StatementBatch, type StatementAnswer, type WaitingStatement } from './postgres-batch.ts'

/** So many texts have a name; others are parsed each time. */
const MOST_NAMES = 2000

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
  if (names.size >= MOST_NAMES) return undefined
  const name = `q${generation}${createHash('sha1').update(source).digest('base64url')}`
  names.set(source, name)
  return name
}

/** PostgreSQL cannot store NUL in a text and would fail; nothing that we store contains one. */
const hasNul = (value: unknown): value is string => typeof value === 'string' && value.includes('\0')
const withoutNul = (values: readonly unknown[]): readonly unknown[] =>
  values.some(hasNul) ? values.map((value) => (hasNul(value) ? value.replaceAll('\0', '') : value)) : values

const boundaries: ReadonlySet<string> = new Set(['begin', 'commit', 'rollback'])

/** What comes again and again. Long lists of values hardly do, because each length is a text of its own. */
const isNamed = (text: string, { length }: readonly unknown[]): boolean =>
  (length > 0 && (length <= 40 || (length < 200 && !text.includes(' in (')))) || boundaries.has(text)

/** One text that may be several statements: those take no values, and are sent by themselves. */
export const isText = ([first, ...others]: readonly SqlStatement[]): boolean =>
  first !== undefined && !others.length && !first.parameters.length && first.sql.includes(';')

/** Sends statements one behind the other: the first that fails fails them all, and those after it are left out. */
export type SendStatements = (statements: readonly SqlStatement[]) => Promise<StatementAnswer[]>

/**
 * What is asked of a connection within one turn is one batch: each packet costs both sides more than a small statement. The turn ends
 * before anything that was not yet asked for can arrive.
 */
function inBatches(query: PoolClient['query']): SendStatements {
  let waiting: WaitingStatement[] = []
  const sendWaiting = () => {
    if (!waiting.length) return
    const batch = new StatementBatch(waiting)
    waiting = []
    query(batch)
  }
  const sendAlone = (text: string) =>
    new Promise<StatementAnswer[]>((answer, fail) => {
      sendWaiting()
      // Several statements have several answers, of which nobody reads but the last.
      query(new pg.Query(text, (error, answered) => (error ? fail(error) : answer([answered].flat().slice(-1)))))
    })
  return (statements) => {
    const [first] = statements
    if (first && isText(statements)) return sendAlone(first.sql)
    return new Promise((answer, fail) => {
      if (!waiting.length) process.nextTick(sendWaiting)
      const answers: StatementAnswer[] = []
      const take = (one: StatementAnswer) => {
        if (answers.push(one) === statements.length) answer(answers)
      }
      for (const { sql: text, parameters } of statements) {
        const name = isNamed(text, parameters) ? nameOf(text) : undefined
        const refuse = (error: Error) => {
          if (isOutdated(error)) nameAnew(text, name)
          fail(error)
        }
        waiting.push({ text, values: withoutNul(parameters), name, answer: take, fail: refuse })
      }
    })
  }
}

const senders = new WeakMap<PoolClient, SendStatements>()

/** How statements are sent over a connection: each parametrised one under a name, so that PostgreSQL parses and plans it once. */
export function senderOf(client: PoolClient): SendStatements {
  const known = senders.get(client)
  if (known) return known
  const send = inBatches(client.query.bind(client))
  senders.set(client, send)
  return send
}

/** Outside a transaction, what was planned too long ago is simply asked again. */
const askedAgain =
  (send: SendStatements): SendStatements =>
  (statements) =>
    send(statements).catch((error: unknown) => {
      if (!isOutdated(error)) throw error
      return send(statements)
    })

/**
 * A pool of connections. If one is lost between two statements, or while it is handed over, the next statement fails instead of an event
 * that nobody handles.
 */
export function openPool(settings: pg.PoolConfig): Pool {
  const pool = new pg.Pool(settings)
  pool.on('connect', (client) => void client.on('error', () => undefined))
  pool.on('error', () => undefined)
  return pool
}

/** Have everything that is asked of the pool's connections sent under names. */
export function nameStatements(pool: Pool): Pool {
  const connect = pool.connect.bind(pool)
  const named = async (): Promise<PoolClient> => {
    const client = await connect()
    if (senders.has(client)) return client
    const send = askedAgain(senderOf(client))
    const query = async (sql: string, parameters: readonly unknown[]) => (await send([{ sql, parameters }]))[0]
    Object.defineProperty(client, 'query', { value: query })
    return client
  }
  Object.defineProperty(pool, 'connect', { value: named })
  return pool
}
