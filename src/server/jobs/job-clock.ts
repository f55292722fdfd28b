import { newId, nextTimes, type Database, type Reader, type Tx } from '../../../engine/server/index.ts'
import { timeText } from '../clock.ts'
import type { JobClass } from './job-functions.ts'

/** A firing that is later than this is made up for once, whatever was missed; firings that are less late are made up for one by one. */
const MISSED = 60_000
/** A node that has not renewed its lease for so long is gone. */
export const LEASE = 10_000

/** Something that is due. */
export interface DueJob {
  readonly id: string
  readonly jobId: string
  readonly cause: 'schedule' | 'hand'
  readonly due: number
  readonly jobClass: JobClass
  readonly cron: string
  readonly parameter: string | null
}

/** When an expression is due next after a moment; undefined if never. */
export const nextDue = (cron: string, after: number): number | undefined => nextTimes(cron, 1, new Date(after))[0]?.getTime()

/** Set when a job is due by its schedule; without an expression it is due no more. */
export async function setClock(tx: Tx, jobId: string, cron: string | null): Promise<void> {
  const due = cron === null ? undefined : nextDue(cron, Date.now())
  await tx.deleteFrom('sys_job_clock').where('id', '=', jobId).execute()
  if (due !== undefined) await tx.insertInto('sys_job_clock').values({ id: jobId, job_id: jobId, cause: 'schedule', due }).execute()
}

/** Jobs that are deleted are due no more, by whatever cause. */
export async function forgetClocks(tx: Tx, jobs: readonly { readonly id: string }[]): Promise<void> {
  for (const { id } of jobs) await tx.deleteFrom('sys_job_clock').where('job_id', '=', id).execute()
}

/** Have a job run once, now, on whichever node is first. */
export const askByHand = (tx: Tx, jobId: string) =>
  tx.insertInto('sys_job_clock').values({ id: newId(), job_id: jobId, cause: 'hand', due: Date.now() }).execute()

/** What is due at a moment of these classes, the oldest first; what was asked for by hand waits until the last run of its job has ended. */
export async function dueJobs(db: Reader, classes: readonly JobClass[], now: number): Promise<readonly DueJob[]> {
  const rows = await db
    .selectFrom('sys_job_clock as c')
    .innerJoin('sys_quartz_job as j', 'j.id', 'c.job_id')
    .select(['c.id', 'c.job_id', 'c.cause', 'c.due', 'j.job_class_name', 'j.cron_expression', 'j.parameter'])
    .where('c.due', '<=', now)
    .where('j.job_class_name', 'in', classes)
    .where(({ eb, or, not, exists, selectFrom }) => {
      const running = selectFrom('sys_job_run as r').select('r.id').where('r.outcome', '=', 'running').where('r.lease', '>', now)
      return or([eb('c.cause', '!=', 'hand'), not(exists(running.whereRef('r.job_id', '=', 'c.job_id')))])
    })
    .orderBy('c.due')
    .limit(20)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    jobId: row.job_id,
    cause: row.cause === 'hand' ? 'hand' : 'schedule',
    due: row.due,
    jobClass: row.job_class_name,
    cron: row.cron_expression,
    parameter: row.parameter,
  }))
}

/** Whether a node is running the job. */
export async function isRunning(db: Reader | Tx, jobId: string): Promise<boolean> {
  const running = db.selectFrom('sys_job_run').select('id').where('outcome', '=', 'running').where('lease', '>', Date.now())
  return (await running.where('job_id', '=', jobId).limit(1).executeTakeFirst()) !== undefined
}

/** Take what was due off the clock; false if another node was first. */
async function take(tx: Tx, { id, cause, due, cron }: DueJob, now: number): Promise<boolean> {
  const next = cause === 'hand' ? undefined : nextDue(cron, now - due > MISSED ? now : due)
  const taken =
    next === undefined
      ? tx.deleteFrom('sys_job_clock').where('id', '=', id).where('due', '=', due).returning('id')
      : tx.updateTable('sys_job_clock').set({ due: next }).where('id', '=', id).where('due', '=', due).returning('id')
  return (await taken.executeTakeFirst()) !== undefined
}

/** Leave out what is due while the last run goes on; what was asked for by hand stays until that has ended. */
const leaveOutOf = async (tx: Tx, due: DueJob): Promise<unknown> => due.cause === 'schedule' && take(tx, due, Date.now())
export const leaveOut = (db: Database, due: DueJob): Promise<unknown> => db.write((tx) => leaveOutOf(tx, due))

/**
 * Take a firing for this node and note its run; answers the run's id, or undefined if another node took it or the last run of the job has
 * not ended yet: a job never runs twice at once.
 */
export const claim = (db: Database, due: DueJob, node: string): Promise<string | undefined> =>
  db.write(async (tx) => {
    const now = Date.now()
    if (await isRunning(tx, due.jobId)) {
      await leaveOutOf(tx, due)
      return undefined
    }
    if (!(await take(tx, due, now))) return undefined
    const id = newId()
    const run = { id, job_id: due.jobId, begin_time: timeText(now), cause: due.cause, outcome: 'running', node, due: due.due }
    await tx
      .insertInto('sys_job_run')
      .values({ ...run, lease: now + LEASE })
      .execute()
    return id
  }, `job ${due.jobId}`)

/** Show the other nodes that this run goes on. */
export const renew = (db: Database, id: string) =>
  db.write((tx) =>
    tx
      .updateTable('sys_job_run')
      .set({ lease: Date.now() + LEASE })
      .where('id', '=', id)
      .where('outcome', '=', 'running')
      .execute(),
  )

/** Note how a run ended. */
export const end = (
  db: Database,
  id: string,
  how: { readonly outcome: 'done' | 'failed'; readonly output: string; readonly began: number },
) =>
  db.write((tx) => {
    const now = Date.now()
    const { outcome, output, began } = how
    const ended = { outcome, output, end_time: timeText(now), duration: now - began }
    return tx.updateTable('sys_job_run').set(ended).where('id', '=', id).where('outcome', '=', 'running').execute()
  })

/** Note the runs whose nodes are gone. */
export async function noteLost(db: Database): Promise<void> {
  const now = Date.now()
  const lost = db.read.selectFrom('sys_job_run').select('id').where('outcome', '=', 'running').where('lease', '<', now)
  const ids = (await lost.execute()).map(({ id }) => id)
  if (ids.length === 0) return
  await db.write((tx) =>
    tx
      .updateTable('sys_job_run')
      .set({ outcome: 'lost', output: '运行的节点中断，没有运行完', end_time: timeText(now) })
      .where('id', 'in', ids)
      .where('outcome', '=', 'running')
      .where('lease', '<', now)
      .execute(),
  )
}
