import type { FastifyInstance } from 'fastify'
import type { LookAgain } from '../../engine/server/index.ts'
import { wordsOf } from './warn.ts'

/** How long after a start the look at the sort keys begins, and after one look the next, in milliseconds: first users come first. */
const FIRST_LOOK = 10_000
const LOOK_AGAIN = 3_600_000

/** Look for rows that lack their sort keys while the server listens, until a look says that none can come any more. */
export function fillOrderAside(app: FastifyInstance, lookAgain: LookAgain): void {
  const closing = new AbortController()
  let looking: Promise<void> | undefined
  let next: NodeJS.Timeout | undefined
  const look = async (): Promise<void> => {
    const isLast = await lookAgain(closing.signal).catch((error: unknown) => {
      app.log.warn(`排序所需的数据没有补全，稍后再补：${wordsOf(error)}`)
      return false
    })
    if (isLast || closing.signal.aborted) return
    lookIn(LOOK_AGAIN)
  }
  const lookIn = (delay: number): void => {
    next = setTimeout(() => void (looking = look()), delay).unref()
  }
  app.addHook('onListen', (done) => {
    lookIn(FIRST_LOOK)
    done()
  })
  app.addHook('preClose', async () => {
    closing.abort()
    clearTimeout(next)
    await looking
  })
}
