import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { Conflict, type CallContext, type CallParams } from '../../../../engine/server/index.ts'
import { note } from './audit-note.ts'
import type { Claim } from '../wire.ts'
import { claimOf, claimOn, dropClaim, putClaim } from './claim-rows.ts'
import { placeSql } from './place-sql.ts'
import { queueOf, type QueueQuery } from './queue-sql.ts'
import { ownResult, ownInspectionRow, workOf, type InspectionContext } from './rows.ts'

const heldBy = ({ holder, until }: Claim) => new Conflict(`${holder.name}正在评分！`, { holder, until })

/** Hold a result for some time, so that no colleague marks it meanwhile; `take` takes it over from its holder. */
async function claim(context: CallContext<CallParams<'inspectionResult', 'claim'>>) {
  const { params } = context
  const { id } = params
  return context.once(async (tx) => {
    const work = workOf(context, tx)
    const result = await ownResult(work, id)
    const held = await claimOn(tx, id)
    const mine = await putClaim(work, { id, courseId: result.courseId ?? '' }, params.take === 1)
    if (mine) {
      if (held && held.holder.id !== context.actor.id)
        await note(work, result, { operation: 'takeover', changes: { holder: [held.holder.name, context.actor.realname] } })
      return { result: mine }
    }
    const now = await claimOn(tx, id)
    if (now) throw heldBy(now)
    throw new Conflict('请重试！')
  }, `claim ${id}`)
}

async function release(context: CallContext<CallParams<'inspectionResult', 'release'>>) {
  const { id } = context.params
  return context.once(async (tx) => {
    await dropClaim(workOf(context, tx), id)
    return {}
  })
}

/** The claims of a course that have not expired. */
async function claims(context: CallContext<CallParams<'inspectionResult', 'claims'>>) {
  const { engine, params } = context
  const { courseId } = params
  await ownInspectionRow(context, 'course', courseId)
  const rows = await engine.db.read
    .selectFrom('live_claim')
    .selectAll()
    .where('course_id', '=', courseId)
    .where('until', '>', Date.now())
    .execute()
  return { result: rows.map(claimOf) }
}

/** The first result of the queue that nobody else holds. */
async function firstWaiting(work: InspectionContext, queue: QueueQuery, where: readonly RawBuilder<SqlBool>[]) {
  const { tx, actor } = work
  const { rows } = await sql<{ id: string; course: string }>`select t.id as id, t.course_id as course from ${queue.from}
    where ${sql.join([...where], sql` and `)} and t.submit_status = 1 and not exists (select 1 from live_claim as c
      where c.result_id = t.id and c.until > ${Date.now()} and c.user_id <> ${actor.id})
    order by ${queue.order} limit 1`.execute(tx)
  return rows[0]
}

interface Start {
  /** Continue after this result. */
  readonly after: string
  /** Continue with this result if it waits, otherwise after it. */
  readonly from: string
}

/** Claim the first result of the queue that nobody takes at the same moment: after the current position, then from the start. */
async function claimNext(
  work: InspectionContext,
  place: readonly RawBuilder<SqlBool>[],
  queue: QueueQuery,
  { after, from }: Start,
): Promise<string> {
  const others = after === '' ? place : [...place, sql<SqlBool>`t.id <> ${after}`]
  const beyond = after === '' ? await queue.beyond(work.tx, from, '>=') : await queue.beyond(work.tx, after, '>')
  for (let tries = 0; tries < 10; tries++) {
    const found = (beyond && (await firstWaiting(work, queue, [...place, beyond]))) ?? (await firstWaiting(work, queue, others))
    if (!found) return ''
    const { id, course: courseId } = found
    if (await putClaim(work, { id, courseId })) return id
  }
  return ''
}

/** Claim the next submitted result and answer it; null if others hold all of them. */
async function next(context: CallContext<CallParams<'inspectionResult', 'next'>>) {
  const { engine, actor, params } = context
  const { result } = await context.once(async (tx) => ({
    result: await claimNext(workOf(context, tx), placeSql(context), queueOf(params.order), {
      after: params.after ?? '',
      from: params.from ?? '',
    }),
  }))
  if (result === '') return { result: null, message: '没有待评分的提交！' }
  return { result: await engine.find('inspectionResult', result, actor) }
}

export const claimCalls = { claim, release, claims, next }
