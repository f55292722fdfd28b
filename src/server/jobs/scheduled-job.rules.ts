import {
  defineRules,
  NotFound,
  Refused,
  type CallContext,
  type CallParams,
  type Change,
  type RuleContext,
} from '../../../engine/server/index.ts'
import { jobStates, scheduledJob } from '../../../schemas/platform/scheduled-job.ts'
import { askByHand, forgetClocks, isRunning, setClock } from './job-clock.ts'
import { jobClasses, jobFunctions } from './job-functions.ts'

type JobChange = Change<'scheduledJob'>

function guardParameter(_context: RuleContext, changes: readonly JobChange[]): void {
  for (const change of changes) {
    const { jobClassName, parameter } = change.after ?? {}
    // A job of a newer release beside this one is none of ours, but people may stop it here.
    if (!jobClassName || !jobClasses.includes(jobClassName)) continue
    const refusal = jobFunctions[jobClassName].refusal?.(parameter ?? null)
    if (refusal) change.refuse(refusal, 'parameter')
  }
}

const cronOf = (row: JobChange['before'] | JobChange['after']): string | null =>
  row?.status === jobStates.scheduled ? (row.cronExpression ?? null) : null

/** A job that is changed is due by its new expression from now on. */
async function keepClock({ tx, operation }: RuleContext, changes: readonly JobChange[]): Promise<void> {
  // What was asked for by hand goes with its job.
  if (operation === 'delete') return forgetClocks(tx, changes)
  for (const { id, before, after } of changes) if (cronOf(before) !== cronOf(after)) await setClock(tx, id, cronOf(after))
}

type Asked = CallContext<CallParams<'scheduledJob', 'pause'>>

async function setStatus({ engine, actor, params, once }: Asked, status: (typeof jobStates)[keyof typeof jobStates]) {
  await once((tx) => engine.write({ entity: 'scheduledJob', operation: 'edit', rows: [{ id: params.id, status }], actor }, tx))
  return {}
}

/** Runs once, on the node that is first to see it, whether the job is scheduled or not. */
async function execute({ engine, actor, params, once }: Asked) {
  if (!(await engine.find('scheduledJob', params.id, actor))) throw new NotFound()
  if (await isRunning(engine.db.read, params.id)) throw new Refused('任务正在运行，请稍后再试！')
  await once((tx) => askByHand(tx, params.id))
  return {}
}

export const scheduledJobRules = defineRules(scheduledJob, {
  beforeSave: guardParameter,
  afterWrite: keepClock,
  calls: { pause: (asked) => setStatus(asked, jobStates.stopped), resume: (asked) => setStatus(asked, jobStates.scheduled), execute },
})
