import type { FastifyInstance } from 'fastify'
import { answerAside } from './answer-aside.ts'
import { openForwarding, type Forwarding, type ForwardingDeps } from './forwarding.ts'

/**
 * Have what is asked below `/gateway` forwarded. What forwards is opened with the first request: many a server has no route, and the libraries
 * take ten megabytes.
 */
export async function openGateway(app: FastifyInstance, deps: ForwardingDeps): Promise<void> {
  let opening: Promise<Forwarding> | undefined
  let opened: FastifyInstance | undefined
  const openNow = async (): Promise<Forwarding> => {
    try {
      const forwarding = await openForwarding(deps)
      opened = forwarding.app
      return forwarding
    } catch (error) {
      // The next request tries again.
      opening = undefined
      throw error
    }
  }
  app.addHook('onClose', async () => {
    await opening?.then(
      ({ close }) => close(),
      () => undefined,
    )
  })
  await answerAside(app, {
    get opened() {
      return opened
    },
    open: async () => (await (opening ??= openNow())).app,
  })
}
