import type { FastifyRequest } from 'fastify'
import { anyText, flag, objectOf, type JsonOf } from '../../../engine/json-schema-parts.ts'
import { readJson } from '../../../engine/outside.ts'
import type { RouteDeps } from '../deps.ts'
import { pathFor } from '../files/signing.ts'
import { enabledItems } from '../platform/read-dictionaries.ts'
import { isTicked } from '../request-values.ts'
import { barOf, departsOf, holdAccount, passwordMark, rolesOf, userInfo, type Account } from './accounts.ts'
import { announceEnded } from './ended-logins.ts'
import { logLogin } from './login-log.ts'
import { refuseOwner } from './refuse-barred.ts'
import { issueKey } from './short-lived/one-time-keys.ts'
import { CodeNeeded, hasTwoStep } from './two-step.ts'

/** What a ticket of the second step says of the login that it is for. */
export interface BegunLogin {
  readonly isRemembered: boolean
  /** Of the password at the first step: the ticket is worth nothing once there is another. */
  readonly mark: string
}
const begunLogin: JsonOf<BegunLogin> = objectOf<BegunLogin>({
  required: { isRemembered: true, mark: true },
  properties: { isRemembered: flag, mark: anyText },
})
export const begunIn = (data: string): BegunLogin | undefined => readJson(begunLogin, data)

/** The account has another password, or none, since its owner proved to be the owner. */
export const beginAgain = '登录已过期，请重新登录'

/** 0 none, 1 one, 2 several: how an answer tells whether there is a choice. */
const howMany = (list: readonly unknown[]): number => Math.min(list.length, 2)

/**
 * Opens a login and answers it. Only for someone who has done all that the account asks for, and only while the account is as they proved
 * it to be theirs: checking a password takes a while, in which its owner may change it.
 */
export async function openLogin(
  deps: RouteDeps,
  request: FastifyRequest,
  account: Account,
  isRemembered = isTicked(request, 'remember_me'),
): Promise<Record<string, unknown>> {
  const { engine, logins } = deps
  const { ip } = request
  const agent = request.headers['user-agent'] ?? ''
  const opened = await engine.db.write(async (tx) => {
    const now = await holdAccount(engine.db, tx, account.id)
    const refusal = !now || now.passwordHash !== account.passwordHash ? beginAgain : barOf(now)
    if (refusal !== '') return { refusal }
    await logLogin(tx, {
      kind: 'login',
      ok: true,
      userId: account.id,
      username: account.username,
      ip,
      content: `用户名: ${account.username},登录成功！`,
    })
    const login = await logins.open(tx, { userId: account.id, ip, agent, isRemembered })
    if (login.ended.length) announceEnded(engine, tx, ...login.ended)
    return login
  })
  if ('refusal' in opened) return refuseOwner(engine.db, request, account, opened.refusal)
  const login = { userId: account.id, key: logins.keyOf(opened.token) ?? '' }
  const { read } = engine.db
  const [roles, departs, items] = await Promise.all([rolesOf(read, account.id), departsOf(read, account.id), enabledItems(engine)])
  return {
    token: opened.token,
    userInfo: userInfo(account, opened, (path) => pathFor(deps.signer, request, { path, login })),
    roles: roles.map(({ roleCode, roleName }) => ({ roleCode, roleName })),
    multi_role: howMany(roles),
    departs,
    multi_depart: howMany(departs),
    sysAllDictItems: items,
  }
}

/**
 * Signs in someone who has proved to be this account's owner by password, phone or another provider. An account with two-step codes
 * answers a ticket instead, with which the code is sent.
 */
export async function signInAccount(deps: RouteDeps, request: FastifyRequest, account: Account): Promise<Record<string, unknown>> {
  const { db } = deps.engine
  if (!(await hasTwoStep(db.read, account.id))) return openLogin(deps, request, account)
  // Whether the login is to be remembered was said with the first step.
  const begun: BegunLogin = { isRemembered: isTicked(request, 'remember_me'), mark: passwordMark(account) }
  const data = JSON.stringify(begun)
  throw new CodeNeeded(await issueKey(deps.keys, { purpose: 'two-step', userId: account.id, data }))
}
