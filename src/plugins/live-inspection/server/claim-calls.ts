import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { Conflict, type CallContext, type CallParams } from '../../../../engine/server/index.ts'
import { note } from './audit-note.ts'
import type { Claim } from '../wire.ts'
import { claimOf, claimOn, dropClaim, putClaim } from './claim-rows.ts'
import { placeSql } from './place-sql.ts'
import { queueOf, type QueueQuery } from './queue-sql.ts'
import { ownResult, ownInspectionRow, inspectionContext, type InspectionContext } from './rows.ts'
import { SUBMITTED } from '../../../../schemas/teaching/submission-states.ts'

const claimConflict = ({ holder, until }: Claim) => new Conflict(`${holder.name}正在评分！`, { holder, until })

/** Hold a result for some time, so that no colleague marks it meanwhile; `take` takes it over from its holder. */
async function claim(call: CallContext<CallParams<'inspectionResult', 'claim'>>) {
  const { params } = call
  const { id } = params
  return call.once(async (tx) => {
    const context = inspectionContext(call, tx)
    const result = await ownResult(context, id)
    const earlier = await claimOn(tx, id)
    const mine = await putClaim(context, { id, courseId: result.courseId ?? '' }, params.take === 1)
    if (mine) {
      if (earlier && earlier.holder.id !== call.actor.id)
        await note(context, result, { operation: 'takeover', changes: { holder: [earlier.holder.name, call.actor.realname] } })
      return { result: mine }
    }
    const now = await claimOn(tx, id)
    if (now) throw claimConflict(now)
    throw new Conflict('请重试！')
  }, `claim ${id}`)
}

async function release(call: CallContext<CallParams<'inspectionResult', 'release'>>) {
  const { id } = call.params
  return call.once(async (tx) => {
    await dropClaim(inspectionContext(call, tx), id)
    return {}
  })
}

/** The claims of a course that have not expired. */
async function claims(call: CallContext<CallParams<'inspectionResult', 'claims'>>) {
  const { engine, params } = call
  const { courseId } = params
  await ownInspectionRow(call, 'course', courseId)
  const rows = await engine.db.read
    .selectFrom('live_claim')
    .selectAll()
    .where('course_id', '=', courseId)
    .where('until', '>', Date.now())
    .execute()
  return { result: rows.map(claimOf) }
}

/** The first result of the queue that nobody else holds. */
async function firstWaiting(context: InspectionContext, queue: QueueQuery, where: readonly RawBuilder<SqlBool>[]) {
  const { tx, actor } = context
  const { rows } = await sql<{ id: string; course: string }>`select t.id as id, t.course_id as course from ${queue.from}
    where ${sql.join([...where], sql` and `)} and t.submit_status = ${sql.lit(SUBMITTED)} and not exists (select 1 from live_claim as c
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
  context: InspectionContext,
  place: readonly RawBuilder<SqlBool>[],
  queue: QueueQuery,
  { after, from }: Start,
): Promise<string> {
  const others = after === '' ? place : [...place, sql<SqlBool>`t.id <> ${after}`]
  const beyond = after === '' ? await queue.beyond(context.tx, from, '>=') : await queue.beyond(context.tx, after, '>')
  for (let tries = 0; tries < 10; tries++) {
    const found = (beyond && (await firstWaiting(context, queue, [...place, beyond]))) ?? (await firstWaiting(context, queue, others))
    if (!found) return ''
    const { id, course: courseId } = found
    if (await putClaim(context, { id, courseId })) return id
  }
  return ''
}

/** Claim the next submitted result and answer it; null if others hold all of them. */
async function next(call: CallContext<CallParams<'inspectionResult', 'next'>>) {
  const { engine, actor, params } = call
  const { result } = await call.once(async (tx) => ({
    result: await claimNext(inspectionContext(call, tx), placeSql(call), queueOf(params.order), {
      after: params.after ?? '',
      from: params.from ?? '',
    }),
  }))
  if (result === '') return { result: null, message: '没有待评分的提交！' }
  return { result: await engine.find('inspectionResult', result, actor) }
}

export const claimCalls = { claim, release, claims, next }
