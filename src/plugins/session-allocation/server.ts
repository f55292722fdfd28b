import type { WireRow } from '../../../engine/schema/index.ts'
import { Refused, type CallContext, type Rules, type Tx } from '../../../engine/server/index.ts'
import { turnOf } from '../../teaching/turns.ts'
import { clashSentence } from './shared/clashes.ts'
import { draftPlan } from './server/draft-plan.ts'
import { lockOf, readChoice, type Choice } from './server/read-choice.ts'
import { sentSessions } from './server/read-sent.ts'
import { readRoster } from './server/read-students.ts'
import type { Distributed, PersonCount, PlanAnswer, PlanVerdict, SentSession } from './wire.ts'

/** What a session is given later, when it was planned without. */
const later = ['startTime', 'endTime', 'experiAdressId']

async function getExperiAllPersonCount(context: CallContext) {
  const choice = await readChoice(context)
  const { read } = context.engine.db
  const { free, total } = await readRoster(read, choice)
  const locked = await lockOf(read, choice.experiId)
  const count = { classCount: choice.classes.size, stuCount: free.length, total, assigned: total - free.length }
  const result: PersonCount = locked === undefined ? count : { ...count, locked }
  return { result }
}

async function planGroup(context: CallContext) {
  const sent = sentSessions(context.params)
  const choice = await readChoice(context)
  const plan = await draftPlan(context.engine.db.read, context, { choice, sent })
  if (Number(context.params['brief'] ?? 0) !== 1) return { result: plan }
  const { clashes, devices } = plan
  return { result: { clashes, devices } satisfies PlanVerdict }
}

function demandPossible({ devices, clashes, sessions }: PlanAnswer): void {
  if (devices.missing > 0) throw new Refused(`可用设备不足，还缺 ${devices.missing} 台！`)
  const [clash] = clashes
  if (clash) throw new Refused(clashSentence(clash, sessions[clash.at]?.groupName ?? ''))
}

/** Write sessions, then members, each as one set. */
async function writePlan(tx: Tx, context: CallContext, { choice, plan }: { choice: Choice; plan: PlanAnswer }): Promise<Distributed> {
  const { engine, actor, params, request } = context
  const { courseId, experiId } = choice
  const classOf = new Map(plan.students.map((student) => [student.id, student.classId]))
  const rows = plan.sessions.map(({ students, ...session }) => ({
    ...session,
    courseId,
    experiId,
    facilityStuNum: params['facilityStuNum'],
    classIds: [...new Set(students.map((id) => classOf.get(id)))].join(','),
  }))
  const add = { operation: 'add', actor, fields: 'all', requestId: request.id } as const
  // What is written last stands first in the list, where the sessions of one plan shall be in their order.
  const last = await engine.write({ ...add, entity: 'session', rows: rows.toReversed(), waive: later }, tx)
  const written = last.toReversed()
  const members = plan.sessions.flatMap(({ students, startTime = null, endTime = null }, at): WireRow[] => {
    const experiGroupId = written[at]?.id
    return students.map((stuId) => ({ experiGroupId, experiId, courseId, classId: classOf.get(stuId), stuId, startTime, endTime }))
  })
  await engine.write({ ...add, entity: 'sessionMember', rows: members }, tx)
  return { sessions: rows.length, students: members.length }
}

/** One at a time for each experiment, initialising its results included; whoever waited finds nobody left to divide. */
async function commit(context: CallContext, sent: readonly SentSession[] | undefined) {
  const choice = await readChoice(context)
  const result = await context.once(async (tx) => {
    const plan = await draftPlan(tx, context, { choice, sent })
    demandPossible(plan)
    return writePlan(tx, context, { choice, plan })
  }, turnOf.experiment(choice.experiId))
  return { result, message: '分配成功！' }
}

const distributionGroup = (context: CallContext) => commit(context, undefined)
const commitGroup = (context: CallContext) => commit(context, sentSessions(context.params))

/** The calls of the entity `session` by which students are divided into sessions. */
export function sessionAllocation(): NonNullable<Rules['calls']> {
  return { getExperiAllPersonCount, planGroup, distributionGroup, commitGroup }
}
