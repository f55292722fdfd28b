import { createHash, randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { Refused } from '../../../../engine/server/index.ts'
import { mapOf, anyText, type JsonOf } from '../../../../engine/json-schema-parts.ts'
import { readJson } from '../../../../engine/outside.ts'
import type { RouteDeps } from '../../deps.ts'
import { passwordMark, readAccount, type Account } from '../accounts.ts'
import { issueKey, spendKey, type OneTimeKey, type OneTimeKeys } from '../short-lived/one-time-keys.ts'
import { beginAgain } from '../sign-in.ts'
import { browserOf } from './browser-mark.ts'
import type { Provider } from './provider.ts'
import { keepThirdAccount, readThirdAccount, type ThirdAccount } from './third-accounts.ts'

const STATE_LIFETIME = 10 * 60_000
const BIND_LIFETIME = 15 * 60_000
const TICKET_LIFETIME = 60_000

type Facts = Readonly<Record<string, string>>
const facts: JsonOf<Facts> = mapOf(anyText)
const factsOf = (key: OneTimeKey | undefined): Facts => readJson(facts, key?.data ?? null) ?? {}

/** The address to which providers send their users back, which they know beforehand. */
export const callbackAddress = (publicUrl: string, type: string, inApp: boolean): string =>
  `${new URL(publicUrl).origin}/api/sys/thirdLogin/${inApp ? 'oauth2/' : ''}${type}/callback`

interface Begun {
  readonly type: string
  readonly browser: string
  readonly inApp: boolean
}

/** Begin a sign-in at a provider: answers the address where the user agrees. */
export async function beginConsent({ keys, config }: RouteDeps, provider: Provider, { type, browser, inApp }: Begun): Promise<string> {
  const verifier = randomBytes(32).toString('base64url')
  const data = JSON.stringify({ type, browser, verifier, inApp: String(inApp) })
  const state = await issueKey(keys, { purpose: 'third-state', data, lifetime: STATE_LIFETIME })
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  return provider.authorize({ redirectUri: callbackAddress(config.publicUrl, type, inApp), state, challenge, inApp })
}

interface Returned {
  readonly type: string
  readonly inApp: boolean
  readonly code: string
  readonly state: string
}

/** End it: the account that has agreed, if this browser has begun with this state, which is used up. */
export async function endConsent(
  { engine, keys, config }: RouteDeps,
  provider: Provider,
  request: FastifyRequest,
  { type, inApp, code, state }: Returned,
): Promise<ThirdAccount> {
  const begun = factsOf(await keys.take('third-state', state))
  const isOurs = begun['browser'] === browserOf(request) && begun['type'] === type && begun['inApp'] === String(inApp)
  if (!isOurs || code === '') throw new Refused('登录失败')
  const permit = { code, redirectUri: callbackAddress(config.publicUrl, type, inApp), verifier: begun['verifier'] ?? '' }
  const person = await provider.personOf(permit)
  return engine.db.write((tx) => keepThirdAccount(tx, type, person))
}

interface Ticketed {
  readonly account: Account
  /** The account at the provider that is bound to it. */
  readonly third: ThirdAccount
}

/** A ticket that opens one login of this account in this browser within a minute, with the password and the binding that it has now. */
export const issueTicket = (keys: OneTimeKeys, request: FastifyRequest, { account, third }: Ticketed): Promise<string> =>
  issueKey(keys, {
    purpose: 'third-login',
    userId: account.id,
    data: JSON.stringify({ type: third.type, third: third.id, browser: browserOf(request), mark: passwordMark(account) }),
    lifetime: TICKET_LIFETIME,
  })

/** The account whose ticket this is; it is used up. */
export async function accountOfTicket(
  { engine, keys }: RouteDeps,
  request: FastifyRequest,
  { ticket, type }: { ticket: string; type: string },
): Promise<Account | undefined> {
  const key = await keys.take('third-login', ticket)
  const { browser, type: issuedFor, third = '', mark } = factsOf(key)
  if (!key?.userId || !browser || browser !== browserOf(request) || issuedFor !== type) return undefined
  const bound = await readThirdAccount(engine.db.read, third)
  if (bound?.userId !== key.userId) return undefined
  const account = await readAccount(engine.db.read, { id: key.userId })
  if (account && mark !== passwordMark(account)) throw new Refused(beginAgain)
  return account
}

/** An account that is bound to nobody yet, in the hands of the browser that has proved to be its owner's. */
export interface Pending {
  readonly account: ThirdAccount
  /** The user of this site with the same name; empty if there is none. */
  readonly sameName: string
  readonly operateCode: string
}

/** Hand an unbound account to its owner's browser, under a key that nobody can guess: the provider's own number is no secret. */
export async function issuePending({ engine, keys }: RouteDeps, request: FastifyRequest, account: ThirdAccount) {
  const namesake = account.username === '' ? undefined : await readAccount(engine.db.read, { username: account.username })
  const operateCode = randomBytes(16).toString('base64url')
  const sameName = namesake && !namesake.deleted ? namesake.username : ''
  const data = JSON.stringify({ account: account.id, browser: browserOf(request), sameName, operateCode })
  return { uuid: await issueKey(keys, { purpose: 'third-bind', data, lifetime: BIND_LIFETIME }), sameName, operateCode }
}

/** The account behind such a key; each call counts as a try, and after five the key is worth nothing. */
export async function readPending({ engine, keys }: RouteDeps, request: FastifyRequest, uuid: string): Promise<Pending> {
  const { account: id = '', browser, sameName = '', operateCode = '' } = factsOf(await keys.try('third-bind', uuid))
  const account = browser === browserOf(request) ? await readThirdAccount(engine.db.read, id) : undefined
  if (!account) throw new Refused('校验失败')
  return { account, sameName, operateCode }
}

/** The key does its work; refused if another call was quicker. */
export const spendPending = <T>(keys: OneTimeKeys, uuid: string, work: () => Promise<T>): Promise<T> =>
  spendKey(keys, { purpose: 'third-bind', key: uuid, gone: () => new Refused('校验失败') }, work)
