import { randomInt, randomUUID } from 'node:crypto'
import { Refused, TooMany, type Database, type Tx } from '../../../../engine/server/index.ts'
import { hashPassword, passwordFits } from '../password.ts'

/** What a code is good for, as the API numbers it; `change` is for another phone of an account, and only its signed-in user asks for one. */
export const smsPurposes = { login: '0', registration: '1', recovery: '2', change: '3' } as const
export type SmsPurpose = (typeof smsPurposes)[keyof typeof smsPurposes]

const MINUTE = 60_000
const LIFETIME = 10 * MINUTE
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const MOST_TRIES = 5
/** Codes sent to one phone in an hour and in a day; requests from one address in ten minutes, where a whole class may register at once. */
const MOST = { hour: 5, day: 10, address: 100 }
const crowded = '操作过于频繁，请稍后再试！'

export interface CodeRequest {
  readonly phone: string
  readonly purpose: SmsPurpose
  readonly ip: string
  /** Whose phone it is; undefined if nobody's, and then the request may only count. */
  readonly userId: string | undefined
  /** A sentence that refuses the code; the request still counts. */
  readonly refusal: string
}

export interface CodeTry {
  readonly phone: string
  readonly purpose: SmsPurpose
  readonly code: string
}

/** A code that was right and has not been used yet. */
export interface RightCode {
  readonly id: string
  readonly userId: string | null
}

const countOf = async (tx: Tx, by: { phone: string } | { ip: string }, since: number): Promise<number> => {
  const requests = tx
    .selectFrom('sys_sms_code')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('sent_at', '>', since)
  const some = 'ip' in by ? requests.where('ip', '=', by.ip) : requests.where('phone', '=', by.phone).where('code_hash', 'is not', null)
  return Number((await some.executeTakeFirstOrThrow()).count)
}

/** Codes that can still be used, newest first. */
const liveCodes = (tx: Tx, { phone, purpose }: Pick<CodeTry, 'phone' | 'purpose'>, at: number) =>
  tx
    .selectFrom('sys_sms_code')
    .select(['id', 'user_id', 'code_hash'])
    .where('phone', '=', phone)
    .where('purpose', '=', purpose)
    .where('code_hash', 'is not', null)
    .where('used', '=', 0)
    .where('tries', '<', MOST_TRIES)
    .where('expires', '>', at)
    .orderBy('sent_at', 'desc')

const insert = (tx: Tx, { phone, purpose, ip, userId }: CodeRequest, at: number, codeHash: string | null) => {
  const id = randomUUID()
  const row = { id, phone, purpose, user_id: userId ?? null, ip, code_hash: codeHash, sent_at: at, expires: at + LIFETIME }
  return tx
    .insertInto('sys_sms_code')
    .values(row)
    .execute()
    .then(() => id)
}

/** The reason why no code may be sent now. */
async function reasonOf(tx: Tx, request: CodeRequest, at: number): Promise<Error | undefined> {
  if ((await countOf(tx, { ip: request.ip }, at - 10 * MINUTE)) >= MOST.address) return new TooMany(crowded)
  if (request.refusal !== '') return new Refused(request.refusal)
  if (await liveCodes(tx, request, at).limit(1).executeTakeFirst()) return new Refused('验证码10分钟内，仍然有效！')
  if ((await countOf(tx, { phone: request.phone }, at - HOUR)) >= MOST.hour) return new TooMany(crowded)
  if ((await countOf(tx, { phone: request.phone }, at - DAY)) >= MOST.day) return new TooMany(crowded)
  return undefined
}

/**
 * A new code for a phone and a purpose, or the reason why there is none. All nodes share the limits; requests from one address, and those
 * for one phone, are counted one after another.
 */
export async function issueSmsCode(db: Database, request: CodeRequest, at = Date.now()): Promise<{ id: string; code: string }> {
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const codeHash = await hashPassword(code)
  const issued = await db.write(async (tx) => {
    await db.lock(tx, `sms phone ${request.phone}`)
    const reason = await reasonOf(tx, request, at)
    await tx
      .deleteFrom('sys_sms_code')
      .where('sent_at', '<', at - DAY)
      .execute()
    if (!(reason instanceof TooMany)) return { id: await insert(tx, request, at, reason ? null : codeHash), reason }
    return { id: '', reason }
  }, `sms address ${request.ip}`)
  if (issued.reason) throw issued.reason
  return { id: issued.id, code }
}

/** A code that was not delivered is worth nothing, so that another may be asked for at once. */
export async function withdrawSmsCode(db: Database, id: string): Promise<void> {
  await db.write((tx) => tx.updateTable('sys_sms_code').set({ used: 1 }).where('id', '=', id).execute())
}

/** Check a code without using it up; each try counts, and after five wrong ones no code is right. */
export async function checkSmsCode(db: Database, { code, ...place }: CodeTry, at = Date.now()): Promise<RightCode | undefined> {
  const row = await db.write(async (tx) => {
    const live = await liveCodes(tx, place, at).limit(1).executeTakeFirst()
    if (!live) return undefined
    const counted = await tx
      .updateTable('sys_sms_code')
      .set((eb) => ({ tries: eb('tries', '+', 1) }))
      .where('id', '=', live.id)
      .where('tries', '<', MOST_TRIES)
      .executeTakeFirst()
    return counted.numUpdatedRows > 0n ? live : undefined
  })
  if (!(await passwordFits(row?.code_hash ?? undefined, code.trim())) || !row) return undefined
  // A right code costs no try: the same one is checked again when it is used.
  const giveBack = (tx: Tx) =>
    tx
      .updateTable('sys_sms_code')
      .set((eb) => ({ tries: eb('tries', '-', 1) }))
      .where('id', '=', row.id)
      .execute()
  await db.write(giveBack)
  return { id: row.id, userId: row.user_id }
}

/** Use a checked code up, in the transaction that it permits; of several callers one succeeds. */
export async function spendSmsCode(tx: Tx, { id }: RightCode): Promise<boolean> {
  const used = await tx.updateTable('sys_sms_code').set({ used: 1 }).where('id', '=', id).where('used', '=', 0).executeTakeFirst()
  return used.numUpdatedRows > 0n
}
