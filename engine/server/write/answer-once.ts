import { createHash, createHmac } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Actor, Engine, Model, Tx } from '../contract.ts'
import { InvalidInput, Refused } from '../errors.ts'
import { isOneIn } from './sampling.ts'
import { translateDatabaseError } from './statements/database-errors.ts'

/** A retry that comes later than this counts as a new request (milliseconds). */
const KEPT = 24 * 3_600_000
const LONGEST_KEY = 64

/** One write in this many deletes expired answers. */
const CLEARED_EVERY = 200

/** What is stored of a request tells nobody what it said, a password for example: that takes its key, which is not stored. */
interface Keyed {
  readonly actor: string
  /** The hash of the key. */
  readonly key: string
  /** Identifies the request: a key is valid for one request only. */
  readonly request: string
}

function keyedBy(request: FastifyRequest, actor: Actor): Keyed | undefined {
  const key = request.headers['idempotency-key']
  if (key === undefined || key === '') return undefined
  if (typeof key !== 'string' || !/^[\x21-\x7e]+$/.test(key))
    throw new InvalidInput({ 'Idempotency-Key': '请求标识不能有空格和中文字符！' })
  if (key.length > LONGEST_KEY) throw new InvalidInput({ 'Idempotency-Key': `请求标识不能超过${LONGEST_KEY}个字符！` })
  const question = `${request.method} ${request.url}\n${JSON.stringify(request.body ?? null)}`
  const hash = createHash('sha256').update(key).digest('hex')
  return { actor: actor.id, key: hash, request: createHmac('sha256', key).update(question).digest('hex') }
}

/** Claim the key for this transaction, or return the answer that an earlier one stored under it. A second request waits for the first. */
async function keptAnswer<T>(tx: Tx, { actor, key, request }: Keyed): Promise<{ readonly answer: T } | undefined> {
  const now = Date.now()
  const { numAffectedRows } =
    await sql`insert into sys_idempotency (actor_id, "key", request, at) values (${actor}, ${key}, ${request}, ${now})
    on conflict (actor_id, "key") do update set request = excluded.request, at = excluded.at, answer = null
    where sys_idempotency.at <= ${now - KEPT}`.execute(tx)
  if (numAffectedRows === 1n) {
    if (isOneIn(CLEARED_EVERY)) await sql`delete from sys_idempotency where at <= ${now - KEPT}`.execute(tx)
    return undefined
  }
  const { rows } = await sql<{ request: string; answer: string }>`select request, answer from sys_idempotency
    where actor_id = ${actor} and "key" = ${key}`.execute(tx)
  const [kept] = rows
  if (kept?.request !== request) throw new Refused('该请求标识已用于其他操作！')
  try {
    // Written below by the same call: the key stands for this very request.
    return { answer: JSON.parse(kept.answer) as T }
  } catch {
    throw new Refused('该操作已完成，但当时的结果无法读取，请刷新后查看！')
  }
}

async function keep(tx: Tx, { actor, key }: Keyed, answer: unknown): Promise<void> {
  await sql`update sys_idempotency set answer = ${JSON.stringify(answer ?? null)} where actor_id = ${actor} and "key" = ${key}`.execute(tx)
}

export interface OnceContext {
  readonly engine: Pick<Engine, 'db'>
  readonly request: FastifyRequest
  readonly actor: Actor
  /** The entity whose rules explain what the database refuses at commit. */
  readonly model: Model
}

/**
 * Write and answer. With an `Idempotency-Key` the answer is stored in the transaction of the write, so that a retry gets the same
 * answer and nothing is done twice; otherwise the work is the last of its transaction. Refusals store nothing.
 */
export async function answerOnce<T>(
  { engine, request, actor, model }: OnceContext,
  work: (tx: Tx, isLast: boolean) => Promise<T>,
  lock?: string,
): Promise<T> {
  const keyed = keyedBy(request, actor)
  const once = async (tx: Tx): Promise<T> => {
    const kept = keyed && (await keptAnswer<T>(tx, keyed))
    if (kept) return kept.answer
    const answer = await work(tx, !keyed)
    if (keyed) await keep(tx, keyed, answer)
    return answer
  }
  try {
    return await engine.db.write(once, lock)
  } catch (error) {
    throw translateDatabaseError(error, model)
  }
}
