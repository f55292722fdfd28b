import { hostname } from 'node:os'
import type { FastifyInstance } from 'fastify'
import type { Engine } from '../../../engine/server/index.ts'
import type { FileStore } from '../files/store.ts'
import type { BackUpPlace } from './back-up.ts'
import { claim, dueJobs, end, LEASE, noteLost, renew, type DueJob } from './job-clock.ts'
import { jobFunctions } from './job-functions.ts'

/** How often a node looks for what is due; firings are a second apart at least. */
const LOOK = 500

interface Deps {
  readonly engine: Engine
  readonly store: FileStore
  readonly config: BackUpPlace
  /** Prints a message for the operator of the server. */
  said(sentence: string): void
}

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

async function outcomeOf({ engine, store, config, said }: Deps, { jobClass, parameter }: DueJob) {
  try {
    return { outcome: 'done', output: await jobFunctions[jobClass].run({ engine, store, config, parameter }) } as const
  } catch (error) {
    said(`定时任务 ${jobClass} 失败：${wordsOf(error)}`)
    return { outcome: 'failed', output: wordsOf(error) } as const
  }
}

/** Run one firing to its end, unless another node has it. */
async function fire(deps: Deps, due: DueJob, node: string): Promise<void> {
  const { db } = deps.engine
  const id = await claim(db, due, node)
  if (id === undefined) return
  const began = Date.now()
  const told = (error: unknown) => deps.said(`定时任务 ${due.jobClass} 的运行记录没有写入：${wordsOf(error)}`)
  const beat = setInterval(() => void renew(db, id).catch(told), LEASE / 3)
  try {
    await end(db, id, { ...(await outcomeOf(deps, due)), began })
  } finally {
    clearInterval(beat)
  }
}

/**
 * Run what is due, on this node or another one, for as long as the server runs. Jobs run at the same time; a run that was begun is waited
 * for when the server stops.
 */
function runJobs(deps: Deps): { close(): Promise<void> } {
  const { db } = deps.engine
  const node = `${hostname()}:${process.pid}`
  const running = new Map<string, Promise<void>>()
  let isTroubled = false
  const begin = (due: DueJob) => {
    if (running.has(due.jobId)) return
    const run = fire(deps, due, node)
      .catch((error: unknown) => deps.said(`定时任务 ${due.jobClass} 没有运行：${wordsOf(error)}`))
      .finally(() => running.delete(due.jobId))
    running.set(due.jobId, run)
  }
  const look = async () => {
    try {
      for (const due of await dueJobs(db.read, Date.now())) begin(due)
      await noteLost(db)
      isTroubled = false
    } catch (error) {
      if (!isTroubled) deps.said(`定时任务暂停：${wordsOf(error)}`)
      isTroubled = true
    }
  }
  let isBusy = false
  const timer = setInterval(() => {
    if (isBusy) return
    isBusy = true
    void look().finally(() => (isBusy = false))
  }, LOOK)
  timer.unref()
  return {
    async close() {
      clearInterval(timer)
      await Promise.all(running.values())
    },
  }
}

/** Jobs run while the server listens: what only asks it, such as a test, is not disturbed by them. */
export function runJobsOf(app: FastifyInstance, deps: Deps): void {
  let jobs: ReturnType<typeof runJobs> | undefined
  app.addHook('preClose', async () => jobs?.close())
  app.addHook('onListen', async () => {
    jobs = runJobs(deps)
  })
}
