import type { FastifyInstance } from 'fastify'
import { ok, Refused } from '../../../engine/server/index.ts'
import type { RouteDeps } from '../deps.ts'
import { queryOf } from '../request-values.ts'
import { checkDuplicate } from './duplicate-check.ts'

/** Whether a value is still free: what forms ask while somebody types. Whom it is told, the check itself decides. */
export function duplicateRoutes(app: FastifyInstance, { engine }: RouteDeps): void {
  app.get('/api/sys/duplicate/check', { config: { permission: 'login' } }, async (request) => {
    const { tableName = '', fieldName = '', fieldVal = '', dataId = '' } = queryOf(request)
    return ok(null, await checkDuplicate(engine, request.actor, { tableName, fieldName, fieldVal, dataId }))
  })
  app.get('/api/sys/user/checkOnlyUser', { config: { permission: 'login' } }, async (request) => {
    const { id = '', ...asked } = queryOf(request)
    for (const fieldName of ['username', 'phone', 'email']) {
      const question = { tableName: 'sys_user', fieldName, fieldVal: asked[fieldName] ?? '', dataId: id }
      await checkDuplicate(engine, request.actor, question).catch((error: unknown) => {
        throw error instanceof Refused ? new Refused('用户账号已存在') : error
      })
    }
    return ok(true)
  })
}
