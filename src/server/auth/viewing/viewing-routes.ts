import type { FastifyInstance } from 'fastify'
import { ok, Refused } from '../../../../engine/server/index.ts'
import type { RouteDeps } from '../../deps.ts'
import { loginOf, pathFor } from '../../files/signing.ts'
import { departsOf, readAccount, rolesOf, userInfo } from '../accounts.ts'
import { announceEnded } from '../ended-logins.ts'
import { keyOfRequest } from '../login-rows.ts'
import { logEnds } from './view-log.ts'
import { endView } from './view-rows.ts'

/**
 * The way back from looking in another name; how it begins is declared by the entity `viewing`. It is the one write that somebody who only
 * looks may make, and it is open when their time is up.
 */
export function viewingRoutes(app: FastifyInstance, deps: RouteDeps): void {
  const { engine, logins } = deps
  const config = { permission: 'login', reads: true, leavesView: true }
  app.post('/api/sys/viewAs/end', { config, schema: { tags: ['身份查看'], summary: '退出查看' } }, async (request) => {
    const key = keyOfRequest(request) ?? ''
    const owner = await logins.ownerOf(request)
    await engine.db.write(async (tx) => {
      const ended = await endView(tx, key)
      if (ended === undefined) return
      await logEnds(engine, tx, [ended])
      announceEnded(engine, tx, key)
    })
    const { read } = engine.db
    const account = await readAccount(read, { id: owner.id })
    if (!account) throw new Refused('该用户已注销')
    const login = loginOf(request)
    const roles = await rolesOf(read, owner.id)
    return ok(
      {
        userInfo: userInfo(account, owner, (path) => pathFor(deps.signer, request, { path, login })),
        roles: roles.map(({ roleCode, roleName }) => ({ roleCode, roleName })),
        departs: await departsOf(read, owner.id),
      },
      '已退出查看',
    )
  })
}
