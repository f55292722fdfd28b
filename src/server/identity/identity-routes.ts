import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { ok, Refused } from '../../../engine/server/index.ts'
import { parts } from '../../sent-values.ts'
import { departsOf, rolesOf } from '../auth/accounts.ts'
import type { RouteDeps } from '../deps.ts'
import { queryOf } from '../request-values.ts'

const MOST_ASKED = 200

/** Calls of the user forms: the roles and departments of a user, rows by their ids, an id for a new row. */
export function identityRoutes(app: FastifyInstance, { engine }: RouteDeps): void {
  const config = { permission: 'identity:user:view' }
  app.get('/api/sys/user/queryUserRole', { config, schema: { summary: '用户的角色' } }, async (request) => {
    const id = queryOf(request).userid ?? ''
    const roles = (await engine.find('user', id, request.actor)) ? await rolesOf(engine.db.read, id) : []
    if (roles.length === 0) throw new Refused('未找到用户相关角色信息')
    return ok(roles.map((role) => role.id))
  })
  app.get('/api/sys/user/userDepartList', { config, schema: { summary: '用户的部门' } }, async (request) => {
    const id = queryOf(request).userId ?? ''
    const departs = (await engine.find('user', id, request.actor)) ? await departsOf(engine.db.read, id) : []
    if (departs.length === 0) throw new Refused('查找失败')
    return ok(
      departs.map(({ id, departName }) => ({ key: id, value: id, title: departName, children: [] })),
      '查找成功',
    )
  })
  app.get('/api/sys/user/queryByIds', { config, schema: { summary: '按 ID 查询用户' } }, async (request) => {
    const ids = parts(queryOf(request).userIds).slice(0, MOST_ASKED)
    return ok(await engine.findMany('user', ids, request.actor))
  })
  app.get('/api/sys/user/generateUserId', { config: { permission: 'identity:user:add' }, schema: { summary: '生成用户 ID' } }, async () =>
    ok(randomUUID().replaceAll('-', '')),
  )
}
