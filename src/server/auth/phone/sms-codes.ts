import { randomInt, randomUUID } from 'node:crypto'
import { networkOf, Refused, TooMany, type Database, type Tx } from '../../../../engine/server/index.ts'
import { anyText, objectOf, type JsonOf } from '../../../../engine/json-schema-parts.ts'
import { readJson } from '../../../../engine/outside.ts'
import { hashPassword, passwordFits } from '../password.ts'
import { spendKey, type OneTimeKey, type OneTimeKeys } from '../short-lived/one-time-keys.ts'
import type { SmsPurpose } from './sms-purposes.ts'

const MINUTE = 60_000
const LIFETIME = 10 * MINUTE
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
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
  readonly place: Pick<CodeTry, 'phone' | 'purpose'>
}

/** The requests are counted in the database, the codes themselves are kept where everything is that lives for minutes. */
export interface SmsStores {
  readonly db: Database
  readonly keys: OneTimeKeys
  /** How many codes are sent to all phones together in an hour: each costs money, whoever asks for it. */
  readonly mostPerHour: number
}

interface Bounds {
  /** Whether the phone has no code of this purpose that is still good. */
  readonly isNew: boolean
  readonly mostPerHour: number
}

/** What is kept of a code. */
interface KeptCode {
  readonly id: string
  readonly codeHash: string
}
const keptCode: JsonOf<KeptCode> = objectOf<KeptCode>({
  required: { id: true, codeHash: true },
  properties: { id: anyText, codeHash: anyText },
})
const codeIn = (key: OneTimeKey): KeptCode | undefined => readJson(keptCode, key.data)
const keyPurpose = (purpose: SmsPurpose) => `sms-${purpose}` as const

const countOf = async (tx: Tx, by: { phone?: string } | { ip: string }, since: number): Promise<number> => {
  const requests = tx
    .selectFrom('sys_sms_code')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('sent_at', '>', since)
  const sent = requests.where('sent', '=', 1)
  const some = 'ip' in by ? requests.where('ip', '=', by.ip) : by.phone === undefined ? sent : sent.where('phone', '=', by.phone)
  return Number((await some.executeTakeFirstOrThrow()).count)
}

/** The reason why no code may be sent now. */
async function reasonOf(tx: Tx, request: CodeRequest, at: number, { isNew, mostPerHour }: Bounds): Promise<Error | undefined> {
  if ((await countOf(tx, { ip: networkOf(request.ip) }, at - 10 * MINUTE)) >= MOST.address) return new TooMany(crowded)
  if (request.refusal !== '') return new Refused(request.refusal)
  if (!isNew) return new Refused('验证码10分钟内，仍然有效！')
  if ((await countOf(tx, { phone: request.phone }, at - HOUR)) >= MOST.hour) return new TooMany(crowded)
  if ((await countOf(tx, { phone: request.phone }, at - DAY)) >= MOST.day) return new TooMany(crowded)
  if ((await countOf(tx, {}, at - HOUR)) >= mostPerHour) return new TooMany(crowded)
  return undefined
}

/** Count the request, unless there were too many; answers why no code may be sent. */
function countRequest(db: Database, request: CodeRequest, at: number, bounds: Bounds): Promise<Error | undefined> {
  const { phone, purpose } = request
  const ip = networkOf(request.ip)
  return db.write(async (tx) => {
    await db.lock(tx, `sms phone ${phone}`)
    await db.lock(tx, 'sms codes')
    const reason = await reasonOf(tx, request, at, bounds)
    await tx
      .deleteFrom('sys_sms_code')
      .where('sent_at', '<', at - DAY)
      .execute()
    const row = { id: randomUUID(), phone, purpose, ip, sent_at: at, sent: reason ? 0 : 1 }
    if (!(reason instanceof TooMany)) await tx.insertInto('sys_sms_code').values(row).execute()
    return reason
  }, `sms address ${ip}`)
}

/**
 * A new code for a phone and a purpose, or the reason why there is none. All nodes share the limits; requests from one address, and those
 * for one phone, are counted one after another. Of several requests at once one gets the place of the code.
 */
export async function issueSmsCode({ db, keys, mostPerHour }: SmsStores, request: CodeRequest, at = Date.now()): Promise<{ code: string }> {
  const { phone, userId, refusal } = request
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const id = randomUUID()
  const purpose = keyPurpose(request.purpose)
  const data = JSON.stringify({ id, codeHash: await hashPassword(code) } satisfies KeptCode)
  const isNew = refusal === '' && (await keys.keepNew(phone, { purpose, userId, data, lifetime: LIFETIME }))
  const reason = await countRequest(db, request, at, { isNew, mostPerHour })
  if (!reason) return { code }
  if (isNew) await keys.take(purpose, phone)
  throw reason
}

/** A code that was not delivered is worth nothing, so that another may be asked for at once. */
export async function withdrawSmsCode({ keys }: Pick<SmsStores, 'keys'>, { phone, purpose }: Pick<CodeTry, 'phone' | 'purpose'>) {
  await keys.take(keyPurpose(purpose), phone)
}

/** Check a code without using it up; each try counts, and after five wrong ones no code is right. */
export async function checkSmsCode({ keys }: Pick<SmsStores, 'keys'>, { code, ...place }: CodeTry): Promise<RightCode | undefined> {
  const purpose = keyPurpose(place.purpose)
  const tried = await keys.try(purpose, place.phone)
  const kept = tried && codeIn(tried)
  if (!(await passwordFits(kept?.codeHash, code.trim())) || !kept) return undefined
  // A right code costs no try: the same one is checked again when it is used.
  await keys.giveBack(purpose, place.phone)
  return { id: kept.id, userId: tried.userId, place }
}

/** Use a checked code up for what it permits; of several callers one succeeds, and if its work fails the code can be used again. */
export function spendSmsCode<T>(
  { keys }: Pick<SmsStores, 'keys'>,
  { id, place }: RightCode,
  gone: () => Error,
  work: () => Promise<T>,
): Promise<T> {
  const isSame = (taken: OneTimeKey) => codeIn(taken)?.id === id
  return spendKey(keys, { purpose: keyPurpose(place.purpose), key: place.phone, gone, isSame }, work)
}
