import type { FastifyInstance } from 'fastify'

/** An application that is opened when it is first asked. */
export interface LazyApp {
  /** Undefined before it is open. */
  readonly opened: FastifyInstance | undefined
  /** Opens it once, however many ask; after a failure, the next who asks tries again. */
  open(): Promise<FastifyInstance>
  close(): Promise<void>
}

export function lazyApp(openApp: () => Promise<FastifyInstance>): LazyApp {
  let opening: Promise<FastifyInstance> | undefined
  let opened: FastifyInstance | undefined
  const openNow = async (): Promise<FastifyInstance> => {
    try {
      return (opened = await openApp())
    } catch (error) {
      opening = undefined
      throw error
    }
  }
  return {
    get opened() {
      return opened
    },
    open: () => (opening ??= openNow()),
    async close() {
      const app = await opening?.catch(() => undefined)
      await app?.close()
    },
  }
}
