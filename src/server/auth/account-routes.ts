import type { FastifyInstance, FastifyRequest } from 'fastify'
import { InvalidInput, NotAllowed, NotFound, ok, Refused, type Actor } from '../../../engine/server/index.ts'
import { settingsOf } from '../account/user-settings.ts'
import { permissionAnswer } from '../access/menu.ts'
import { asSystem, inNameOf } from '../access/system-actor.ts'
import type { RouteDeps } from '../deps.ts'
import { loginOf, pathFor } from '../files/signing.ts'
import { bodyOf } from '../request-values.ts'
import { accountName, departsOf, readAccount, rolesOf, userInfo } from './accounts.ts'
import { announceEnded } from './ended-logins.ts'
import { keyOfRequest, updateChoice, type LoginChoice } from './login-rows.ts'
import { ownPassword } from './own-password.ts'

const config = { permission: 'login' }

/** A user name in the body must be the caller's own. */
function requireOwn(actor: Actor, username: string | undefined): void {
  if (username && accountName(username) !== actor.username) throw new NotAllowed()
}

async function info({ engine, signer }: RouteDeps, request: FastifyRequest, chosen: { role: string; orgCode: string }) {
  const account = await readAccount(engine.db.read, { id: request.actor.id })
  if (!account) throw new NotFound()
  return { userInfo: userInfo(account, chosen, (path) => pathFor(signer, request, { path, login: loginOf(request) })) }
}

/** The request's login works with another role or department from now on, on every node. */
const choose = ({ engine }: RouteDeps, request: FastifyRequest, choice: LoginChoice): Promise<void> =>
  engine.db.write(async (tx) => {
    const key = keyOfRequest(request) ?? ''
    await updateChoice(tx, { key, userId: request.actor.id, ...choice })
    announceEnded(engine, tx, key)
  })

function choiceRoutes(app: FastifyInstance, deps: RouteDeps): void {
  const { engine } = deps
  app.route({
    method: ['POST', 'PUT'],
    url: '/api/sys/selectRole',
    config,
    schema: { summary: '选择角色' },
    handler: async (request) => {
      const { actor } = request
      const { username, roleCode = '' } = bodyOf(request)
      requireOwn(actor, username)
      const roles = await rolesOf(engine.db.read, actor.id)
      if (!roles.some((role) => role.roleCode === roleCode)) throw new Refused('您没有该角色，请重新选择')
      await choose(deps, request, { role: roleCode })
      return ok(await info(deps, request, { role: roleCode, orgCode: actor.orgCode }))
    },
  })
  app.route({
    method: ['POST', 'PUT'],
    url: '/api/sys/selectDepart',
    config,
    schema: { summary: '选择部门' },
    handler: async (request) => {
      const { actor } = request
      const { username, orgCode = '' } = bodyOf(request)
      requireOwn(actor, username)
      const departs = await departsOf(engine.db.read, actor.id)
      if (!departs.some((depart) => depart.orgCode === orgCode)) throw new Refused('您不属于该部门，请重新选择')
      await choose(deps, request, { orgCode })
      return ok(await info(deps, request, { role: actor.role, orgCode }))
    },
  })
  app.get('/api/sys/user/getCurrentUserDeparts', { config, schema: { summary: '本人的部门' } }, async ({ actor }) =>
    ok({ list: await departsOf(engine.db.read, actor.id), orgCode: actor.orgCode }),
  )
}

function passwordRoutes(app: FastifyInstance, deps: RouteDeps): void {
  const { engine } = deps
  const requirePassword = ownPassword(deps)
  app.route({
    method: ['PUT', 'POST'],
    url: '/api/sys/user/updatePassword',
    config,
    schema: { summary: '修改密码' },
    handler: async (request) => {
      const { actor } = request
      const { username, oldpassword = '', password = '', confirmpassword } = bodyOf(request)
      if (username && accountName(username) !== actor.username) throw new Refused('只允许修改自己的密码！')
      await requirePassword(request, { password: oldpassword, field: 'oldpassword' })
      if (password === '') throw new InvalidInput({ password: '新密码不允许为空!' })
      if (password !== confirmpassword) throw new InvalidInput({ confirmpassword: '两次输入密码不一致!' })
      const row = { id: actor.id, password, confirmpassword }
      await engine.write({
        entity: 'user',
        operation: 'edit',
        rows: [row],
        ...asSystem,
        actor: inNameOf(actor),
      })
      return ok(null, '密码重置成功!')
    },
  })
}

/** Menu and permissions of the chosen role, choice of role and department, one's own password. */
export function accountRoutes(app: FastifyInstance, deps: RouteDeps): void {
  app.get('/api/sys/permission/getUserPermissionByToken', { config, schema: { summary: '本人的菜单、权限与偏好' } }, async ({ actor }) =>
    ok({
      ...(await permissionAnswer({ access: deps.access, db: deps.engine.db.read }, actor)),
      settings: await settingsOf(deps.engine.db.read, actor.id),
    }),
  )
  choiceRoutes(app, deps)
  passwordRoutes(app, deps)
}
