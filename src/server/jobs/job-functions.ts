import type { Engine, Tx } from '../../../engine/server/index.ts'
import type { Row } from '../../../engine/schema/index.ts'
import type { scheduledJob } from '../../../schemas/platform/scheduled-job.ts'
import { dayText } from '../clock.ts'
import { countVisits } from '../dashboard/visits.ts'
import { clearUnowned } from '../files/clear-unowned.ts'
import type { FileStore } from '../files/store.ts'
import { backUp, type BackUpPlace } from './back-up.ts'
import { retryMessages } from '../messages/retry-messages.ts'
import { takeTurns } from '../platform/announcement-turns.ts'
import { untilNone } from '../until-none.ts'

const DAY = 24 * 60 * 60_000
const AT_ONCE = 500

export type JobClass = NonNullable<Row<typeof scheduledJob>['jobClassName']>

export interface JobContext {
  readonly engine: Engine
  readonly store: FileStore
  readonly config: BackUpPlace
  /** As the job's row has it, and checked by `refusal`. */
  readonly parameter: string | null
}

interface JobFunction {
  /** The sentence for a parameter that the job cannot read. */
  refusal?(parameter: string | null): string | undefined
  /** Answers what it did, for the log. */
  run(context: JobContext): Promise<string>
}

const asDays = (parameter: string | null): number | undefined => {
  if (parameter === null) return undefined
  return /^[1-9]\d{0,3}$/.test(parameter) ? Number(parameter) : Number.NaN
}

const refusalOfDays = (parameter: string | null): string | undefined =>
  Number.isNaN(asDays(parameter)) ? '参数是保留的天数，只能是1到9999的整数' : undefined

/** A job that deletes what is older than a number of days, after what is `first` to be done. */
const clearing = (
  usual: number,
  one: (engine: Engine, before: string) => Promise<number>,
  first?: (engine: Engine) => Promise<unknown>,
): JobFunction => ({
  refusal: refusalOfDays,
  async run({ engine, parameter }) {
    const days = asDays(parameter) ?? usual
    await first?.(engine)
    const before = dayText(Date.now() - days * DAY)
    return `删除了 ${await untilNone(() => one(engine, before))} 条 ${days} 天以前的记录`
  },
})

/** How many rows a statement deletes, in a transaction of its own. */
const deleted = (
  { db }: Engine,
  statement: (tx: Tx) => { executeTakeFirstOrThrow(): Promise<{ readonly numDeletedRows: bigint }> },
): Promise<number> => db.write(async (tx) => Number((await statement(tx).executeTakeFirstOrThrow()).numDeletedRows))

const clearLoginLog = (engine: Engine, before: string) =>
  deleted(engine, (tx) => {
    const old = tx.selectFrom('sys_login_log').select('id').where('day', '<', before).limit(AT_ONCE)
    return tx.deleteFrom('sys_login_log').where('id', 'in', old)
  })

const clearLog = (engine: Engine, before: string) =>
  deleted(engine, (tx) => {
    const old = tx.selectFrom('sys_log').select('id').where('create_time', '<', before).limit(AT_ONCE)
    return tx.deleteFrom('sys_log').where('id', 'in', old)
  })

const clearJobRuns = (engine: Engine, before: string) =>
  deleted(engine, (tx) => {
    const old = tx.selectFrom('sys_job_run').select('id').where('begin_time', '<', before).where('outcome', '!=', 'running').limit(AT_ONCE)
    return tx.deleteFrom('sys_job_run').where('id', 'in', old)
  })

const clearLogins = (engine: Engine) =>
  deleted(engine, (tx) => {
    const old = tx.selectFrom('sys_session').select('token_hash').where('expires', '<', Date.now()).limit(AT_ONCE)
    return tx.deleteFrom('sys_session').where('token_hash', 'in', old)
  })

/** What the server can do at set times. A new class is an option of the schema and a line here. */
export const jobFunctions: { readonly [C in JobClass]: JobFunction } = {
  ClearLoginsJob: { run: async ({ engine }) => `清理了 ${await untilNone(() => clearLogins(engine))} 个失效的登录` },
  ClearLoginLogJob: clearing(180, clearLoginLog, countVisits),
  ClearLogJob: clearing(180, clearLog),
  ClearFilesJob: { run: async ({ engine, store }) => `删除了 ${await clearUnowned(engine, store)} 个没有归属的文件` },
  AnnouncementsJob: { run: async ({ engine }) => `通知了 ${await untilNone(() => takeTurns(engine))} 个开始或结束的通告` },
  RetryMessagesJob: {
    refusal: refusalOfDays,
    run: async ({ engine, parameter }) =>
      `重发了 ${await retryMessages(engine, dayText(Date.now() - (asDays(parameter) ?? 3) * DAY))} 条失败的消息`,
  },
  ClearJobRunsJob: clearing(30, clearJobRuns),
  StatisticsJob: { run: async ({ engine }) => `统计了 ${await countVisits(engine)} 天的访问量` },
  BackUpJob: { refusal: refusalOfDays, run: ({ config, parameter }) => backUp(config, asDays(parameter) ?? 7) },
  SampleJob: { run: ({ parameter }) => Promise.resolve(parameter === null ? '示例任务已执行' : `示例任务已执行，参数：${parameter}`) },
}

/** The classes that this server knows; a newer release beside it may know more. */
export const jobClasses: readonly JobClass[] = Object.keys(jobFunctions) as JobClass[]
