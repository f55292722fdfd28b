import type { FastifyInstance } from 'fastify'
import { InvalidInput, NotAllowed, NotFound, ok } from '../../../engine/server/index.ts'
import { ownBasics } from '../../../schemas/identity/own-account.ts'
import { asSystem, inNameOf } from '../access/system-actor.ts'
import { accountName, readAccount, userInfo } from '../auth/accounts.ts'
import type { RouteDeps } from '../deps.ts'
import { loginOf, pathFor } from '../files/signing.ts'
import { bodyOf } from '../request-values.ts'

const isBasic = (key: string): boolean => Object.hasOwn(ownBasics, key)

/** The signed-in user's own facts, and the few that they change themselves. */
export function basicsRoutes(app: FastifyInstance, { engine, signer }: RouteDeps): void {
  const config = { permission: 'login', isPrivate: true }
  app.get('/api/sys/user/login/setting/getUserData', { config, schema: { summary: '本人的资料' } }, async (request) => {
    const { actor } = request
    const account = await readAccount(engine.db.read, { id: actor.id })
    if (!account) throw new NotFound()
    return ok(userInfo(account, actor, (path) => pathFor(signer, request, { path, login: loginOf(request) })))
  })
  app.route({
    method: ['POST', 'PUT'],
    url: '/api/sys/user/login/setting/userEdit',
    config,
    schema: { summary: '修改个人资料' },
    handler: async (request) => {
      const { actor } = request
      const { id, username, ...sent } = bodyOf(request)
      if ((id && id !== actor.id) || (username && accountName(username) !== actor.username)) throw new NotAllowed()
      const foreign = Object.keys(sent).filter((key) => !isBasic(key))
      if (foreign.length > 0) throw new InvalidInput(Object.fromEntries(foreign.map((key) => [key, '该项不能自行修改，请联系管理员！'])))
      await engine.write({ entity: 'user', operation: 'edit', rows: [{ id: actor.id, ...sent }], ...asSystem, actor: inNameOf(actor) })
      return ok(null, '修改成功!')
    },
  })
}
