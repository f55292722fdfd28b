import type { FastifyRequest } from 'fastify'
import type { RouteDeps } from '../deps.ts'
import { pathFor } from '../files/signing.ts'
import { enabledItems } from '../platform/read-dictionaries.ts'
import { departsOf, rolesOf, userInfo, type Account } from './accounts.ts'
import { logLogin } from './login-log.ts'

/** 0 none, 1 one, 2 several: how an answer tells whether there is a choice. */
const howMany = (list: readonly unknown[]): number => Math.min(list.length, 2)

/** Opens a login for someone who has proved to be this account's owner, and answers it. Every way to sign in ends here. */
export async function signIn(deps: RouteDeps, request: FastifyRequest, account: Account): Promise<Record<string, unknown>> {
  const { engine, logins } = deps
  const { ip } = request
  const agent = request.headers['user-agent'] ?? ''
  const opened = await engine.db.write(async (tx) => {
    await logLogin(tx, {
      kind: 'login',
      ok: true,
      userId: account.id,
      username: account.username,
      ip,
      content: `用户名: ${account.username},登录成功！`,
    })
    return logins.open(tx, { userId: account.id, ip, agent })
  })
  logins.forget(opened.ended)
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
