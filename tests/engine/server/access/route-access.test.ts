import { fastify } from 'fastify'
import { expect, test } from 'vitest'
import { guardRoutes } from '../../../../engine/server/access/route-access.ts'
import { NotSignedIn } from '../../../../engine/server/index.ts'

test('a route below /api without a declared caller prevents the start', async () => {
  const app = fastify()
  guardRoutes(app, { identify: () => Promise.reject(new NotSignedIn()) })
  app.get('/page', () => 'open')
  app.get('/api/open', { config: { permission: 'public' } }, () => 'open')
  expect(() => app.get('/api/forgotten', () => 'open')).toThrow('/api/forgotten: say config.permission')
  await app.close()
})
