import type { FastifyInstance } from 'fastify'
import { ok } from '../../../engine/server/index.ts'
import type { RouteDeps } from '../deps.ts'
import { bodyOf } from '../request-values.ts'
import { keepSettings, settingsOf } from './user-settings.ts'

/** The settings of the signed-in user: theme and notices. */
export function settingsRoutes(app: FastifyInstance, { engine }: RouteDeps): void {
  const config = { permission: 'login', isPrivate: true }
  app.get('/api/sys/user/settings', { config, schema: { summary: '本人的偏好' } }, async ({ actor }) =>
    ok(await settingsOf(engine.db.read, actor.id)),
  )
  app.put('/api/sys/user/settings', { config, schema: { summary: '修改个人偏好' } }, async (request) => {
    const { actor } = request
    const sent = bodyOf(request)
    const settings = await engine.db.write(async (tx) => {
      await keepSettings(tx, actor.id, sent)
      return settingsOf(tx, actor.id)
    }, `settings of ${actor.id}`)
    return ok(settings)
  })
}
