import type { FastifyInstance } from 'fastify'
import type { Engine } from '../../../engine/server/index.ts'
import type { FileStore } from '../files/store.ts'
import type { BackUpPlace } from './back-up.ts'
import { claim, dueJobs, end, leaveOut, LEASE, noteLost, renew, type DueJob } from './job-clock.ts'
import { nodeName } from '../node-name.ts'
import { warnOnce, wordsOf, type Warn } from '../warn.ts'
import { jobClasses, jobFunctions } from './job-functions.ts'

/** How often a node looks for what is due; firings are a second apart at least. */
const LOOK = 500

interface Deps {
  readonly engine: Engine
  readonly store: FileStore
  readonly config: BackUpPlace
  readonly warn: Warn
}

async function outcomeOf({ engine, store, config, warn }: Deps, { jobClass, parameter }: DueJob) {
  try {
    return { outcome: 'done', output: await jobFunctions[jobClass].run({ engine, store, config, parameter }) } as const
  } catch (error) {
    warn(`定时任务 ${jobClass} 失败：${wordsOf(error)}`)
    return { outcome: 'failed', output: wordsOf(error) } as const
  }
}

/** Run one firing to its end, unless another node has it. */
async function fire(deps: Deps, due: DueJob): Promise<void> {
  const { db } = deps.engine
  const id = await claim(db, due, nodeName)
  if (id === undefined) return
  const began = Date.now()
  const told = (error: unknown) => deps.warn(`定时任务 ${due.jobClass} 的运行记录没有写入：${wordsOf(error)}`)
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
  const running = new Map<string, { readonly due: DueJob; readonly run: Promise<void> }>()
  let isClosing = false
  const begin = (due: DueJob) => {
    const run = fire(deps, due)
      .catch((error: unknown) => deps.warn(`定时任务 ${due.jobClass} 没有运行：${wordsOf(error)}`))
      .finally(() => running.delete(due.jobId))
    running.set(due.jobId, { due, run })
  }
  const look = async () => {
    for (const due of await dueJobs(db.read, jobClasses, Date.now())) {
      if (isClosing) return
      const last = running.get(due.jobId)?.due
      if (!last) begin(due)
      // The same one stands there until this node has taken it.
      else if (last.id !== due.id || last.due !== due.due) await leaveOut(db, due)
    }
    await noteLost(db)
  }
  const attempt = warnOnce(deps.warn, '定时任务暂停')
  let looking: Promise<void> | undefined
  const timer = setInterval(() => {
    looking ??= attempt(look).finally(() => (looking = undefined))
  }, LOOK)
  timer.unref()
  return {
    async close() {
      isClosing = true
      clearInterval(timer)
      await looking
      await Promise.all([...running.values()].map(({ run }) => run))
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
