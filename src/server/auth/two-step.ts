import { Refused, TooMany, type Database, type Reader, type Tx } from '../../../engine/server/index.ts'
import { timeText } from '../clock.ts'
import { newRecoveryCodes, recoveryCodeOf, stepOf } from './dynamic-code.ts'
import type { Sealer } from './seal.ts'

const HOUR = 3600_000
/** Wrong codes for one account in an hour, from anywhere: whoever types one has proved the password already. */
const MOST_FAILURES = 10

/** The right password alone does not open the account; `details` has the ticket with which the dynamic code is sent. */
export class CodeNeeded extends Refused {
  constructor(ticket: string) {
    super('请完成两步验证', { twoStep: ticket })
  }
}

/** What a user sends as the second step. */
export interface SecondStep {
  readonly code: string
  readonly recoveryCode: string
}

export async function hasTwoStep(db: Reader | Tx, userId: string): Promise<boolean> {
  return Boolean(await db.selectFrom('sys_two_step').select('user_id').where('user_id', '=', userId).executeTakeFirst())
}

/** Since when an account asks for codes, and how many recovery codes are left; undefined if it asks for none. */
export async function twoStepOf(db: Reader, userId: string): Promise<{ since: string; recoveryCodes: number } | undefined> {
  const row = await db
    .selectFrom('sys_two_step as s')
    .leftJoin('sys_recovery_code as c', 'c.user_id', 's.user_id')
    .select((eb) => ['s.since', eb.fn.count<number>('c.code_hash').as('left')])
    .where('s.user_id', '=', userId)
    .groupBy('s.since')
    .executeTakeFirst()
  return row && { since: row.since, recoveryCodes: Number(row.left) }
}

/** New recovery codes instead of all earlier ones. */
export async function renewRecoveryCodes(tx: Tx, sealer: Sealer, userId: string): Promise<string[]> {
  const codes = newRecoveryCodes()
  await tx.deleteFrom('sys_recovery_code').where('user_id', '=', userId).execute()
  const rows = codes.map((code) => ({ user_id: userId, code_hash: sealer.hash(code, userId) }))
  await tx.insertInto('sys_recovery_code').values(rows).execute()
  return codes
}

/** From now on the account asks for codes of this secret; the code that confirmed it is used up. */
export async function switchOn(
  tx: Tx,
  sealer: Sealer,
  { userId, secret, step }: { userId: string; secret: string; step: number },
): Promise<string[]> {
  if (await hasTwoStep(tx, userId)) throw new Refused('两步验证已开启')
  await tx
    .insertInto('sys_two_step')
    .values({ user_id: userId, secret: sealer.seal(secret, userId), last_step: step, since: timeText() })
    .execute()
  return renewRecoveryCodes(tx, sealer, userId)
}

/** The account asks for no codes any more. */
export async function switchOff(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('sys_two_step').where('user_id', '=', userId).execute()
  await tx.deleteFrom('sys_recovery_code').where('user_id', '=', userId).execute()
}

async function takeRecoveryCode(tx: Tx, sealer: Sealer, userId: string, typed: string): Promise<boolean> {
  const used = await tx
    .deleteFrom('sys_recovery_code')
    .where('user_id', '=', userId)
    .where('code_hash', '=', sealer.hash(recoveryCodeOf(typed), userId))
    .executeTakeFirst()
  return used.numDeletedRows > 0n
}

/** Count a checked code: right ones are used up, wrong ones add up. Two that arrive at once wait for each other. */
async function countCode(tx: Tx, userId: string, { sealed, step, takeCode }: CheckedStep): Promise<boolean> {
  const row = await tx.selectFrom('sys_two_step').selectAll().where('user_id', '=', userId).executeTakeFirst()
  if (row?.secret !== sealed) return false
  const at = Date.now()
  const failures = row.failing_since + HOUR > at ? row.failures : 0
  if (failures >= MOST_FAILURES) throw new TooMany('动态码错误次数过多，请于1小时后再试！')
  const fits = takeCode ? await takeCode(tx) : step !== undefined && step > row.last_step
  const counted = fits
    ? { failures: 0, last_step: step ?? row.last_step }
    : { failures: failures + 1, failing_since: failures === 0 ? at : row.failing_since }
  await tx.updateTable('sys_two_step').set(counted).where('user_id', '=', userId).execute()
  return fits
}

interface CheckedStep {
  /** The secret that was read for the check. */
  readonly sealed: string
  readonly step: number | undefined
  readonly takeCode?: (tx: Tx) => Promise<boolean>
}

/** Whether the second step is right. It is used up: nobody gets in with it again, on any node. */
export async function secondStepFits(db: Database, sealer: Sealer, userId: string, { code, recoveryCode }: SecondStep): Promise<boolean> {
  const row = await db.read.selectFrom('sys_two_step').select('secret').where('user_id', '=', userId).executeTakeFirst()
  if (!row) return false
  const checked = recoveryCode
    ? { step: undefined, takeCode: (tx: Tx) => takeRecoveryCode(tx, sealer, userId, recoveryCode) }
    : { step: await stepOf(sealer.open(row.secret, userId), code) }
  return db.write((tx) => countCode(tx, userId, { sealed: row.secret, ...checked }), `two-step ${userId}`)
}
