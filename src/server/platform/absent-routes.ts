import type { FastifyInstance } from 'fastify'
import { ok } from '../../../engine/server/index.ts'

/** What other front ends ask for once somebody has signed in, and this product does not have: tenants, and applications of other providers. */
export function absentRoutes(app: FastifyInstance): void {
  const config = { permission: 'login' }
  app.get('/api/sys/thirdApp/getEnabledType', { config, schema: { summary: '启用的第三方应用（本系统没有）' } }, async () => ok({}))
  app.get('/api/sys/tenant/queryList', { config, schema: { summary: '租户（本系统没有）' } }, async () => ok([]))
}
