import type { FastifyInstance } from 'fastify'
import type { Engine } from '../../../engine/server/index.ts'
import type { RedisAsk } from '../auth/short-lived/redis-ask.ts'
import type { Hub } from '../feed/hub.ts'
import type { Warn } from '../warn.ts'
import { answerAside } from './answer-aside.ts'
import { gatewayTopic } from './gateway-route.rules.ts'
import { lazyApp } from './lazy-app.ts'
import { openLimiter } from './limiter.ts'
import { openForwarder, type ForwarderDeps } from './open-forwarder.ts'
import { openRouteTable } from './route-table.ts'

interface GatewayDeps extends Pick<ForwarderDeps, 'allow' | 'createApp'> {
  readonly engine: Engine
  readonly hub: Hub
  /** Redis, if there is one. */
  readonly ask: RedisAsk | undefined
  readonly warn: Warn
}

/**
 * Forwards what is asked below `/gateway`, by the routes that are stored. What forwards is opened with the first request: many a server has no
 * route, and the libraries take ten megabytes.
 */
export async function openGateway(app: FastifyInstance, { engine, hub, ask, warn, ...forwarding }: GatewayDeps): Promise<void> {
  const table = openRouteTable(engine, warn)
  const limiter = openLimiter(ask)
  const follower = {
    wake(): void {
      limiter.clear()
      void table.reload()
    },
  }
  await hub.follow(gatewayTopic, follower)
  await table.reload()
  const aside = lazyApp(() => openForwarder({ ...forwarding, table, limiter }))
  app.addHook('onClose', async () => {
    hub.leave(gatewayTopic, follower)
    try {
      await aside.close()
    } finally {
      table.close()
    }
  })
  await answerAside(app, aside)
}
