import type { FastifyInstance } from 'fastify'

const EVERY = 100

/**
 * Have a server that closes end when its last request is answered: its own closing ends the connections that are idle at that moment, and
 * would wait for those that become idle later until they time out.
 */
export function endConnections(app: FastifyInstance): void {
  let timer: NodeJS.Timeout | undefined
  app.addHook('preClose', async () => {
    timer = setInterval(() => app.server.closeIdleConnections(), EVERY).unref()
  })
  app.addHook('onClose', async () => clearInterval(timer))
}
