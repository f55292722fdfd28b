import { Refused, type CallContext, type CallParams, type Tx } from '../../../../engine/server/index.ts'
import { turnOf } from '../../../teaching/turns.ts'
import { clashSentence } from '../shared/clashes.ts'
import { draftPlan, type PlanParams } from './draft-plan.ts'
import { lockOf, readChoice, type AllocationChoice, type ChoiceParams } from './read-choice.ts'
import { sentSessions } from './read-sent.ts'
import { readRoster } from './read-students.ts'
import type { Distributed, PersonCount, PlanAnswer, PlanVerdict, SentSession } from '../wire.ts'

/** Fields that a session may get later if it was planned without them. */
const later = ['startTime', 'endTime', 'experiAdressId'] as const

async function getExperiAllPersonCount(context: CallContext<ChoiceParams>) {
  const choice = await readChoice(context)
  const { read } = context.engine.db
  const { free, total } = await readRoster(read, choice)
  const locked = await lockOf(read, choice.experiId)
  const count = { classCount: choice.classes.size, stuCount: free.length, total, assigned: total - free.length }
  const result: PersonCount = locked === undefined ? count : { ...count, locked }
  return { result }
}

async function planGroup(context: CallContext<CallParams<'session', 'planGroup'>>) {
  const sent = sentSessions(context.params)
  const choice = await readChoice(context)
  const plan = await draftPlan(context.engine.db.read, context, { choice, sent })
  if (context.params.brief !== 1) return { result: plan }
  const { clashes, devices } = plan
  return { result: { clashes, devices } satisfies PlanVerdict }
}

function demandPossible({ devices, clashes, sessions }: PlanAnswer): void {
  if (devices.missing > 0) throw new Refused(`可用设备不足，还缺 ${devices.missing} 台！`)
  const [clash] = clashes
  if (clash) throw new Refused(clashSentence(clash, sessions[clash.index]?.groupName ?? ''))
}

/** Write all sessions together, then all members. */
async function writePlan(
  tx: Tx,
  context: CallContext<PlanParams>,
  { choice, plan }: { choice: AllocationChoice; plan: PlanAnswer },
): Promise<Distributed> {
  const { engine, actor, params } = context
  const { courseId, experiId } = choice
  const classOf = new Map(plan.students.map((student) => [student.id, student.classId]))
  const rows = plan.sessions.map(({ students, ...session }) => ({
    ...session,
    courseId,
    experiId,
    facilityStuNum: params.facilityStuNum,
    classIds: [...new Set(students.map((id) => classOf.get(id)))].join(','),
  }))
  const add = { operation: 'add', actor, fields: 'all' } as const
  // The last row written comes first in the list, so they are written in reverse to keep the order of the plan.
  const last = await engine.write({ ...add, entity: 'session', rows: rows.toReversed(), waive: later }, tx)
  const written = last.toReversed()
  const members = plan.sessions.flatMap(({ students, startTime = null, endTime = null }, index) => {
    const experiGroupId = written[index]?.id
    return students.map((stuId) => ({ experiGroupId, experiId, classId: classOf.get(stuId), stuId, startTime, endTime }))
  })
  await engine.write({ ...add, entity: 'sessionMember', rows: members }, tx)
  return { sessions: rows.length, students: members.length }
}

/**
 * Commits run one at a time per experiment, and never during the initialisation of its results; a second caller finds nobody
 * left to allocate.
 */
async function commit(context: CallContext<PlanParams>, sent: readonly SentSession[] | undefined) {
  const choice = await readChoice(context)
  const result = await context.once(async (tx) => {
    const plan = await draftPlan(tx, context, { choice, sent })
    demandPossible(plan)
    return writePlan(tx, context, { choice, plan })
  }, turnOf.experiment(choice.experiId))
  return { result, message: '分配成功！' }
}

const distributionGroup = (context: CallContext<PlanParams>) => commit(context, undefined)
const commitGroup = (context: CallContext<CallParams<'session', 'commitGroup'>>) => commit(context, sentSessions(context.params))

/** The calls of the entity `session` that divide students into sessions. */
export const sessionAllocation = { getExperiAllPersonCount, planGroup, distributionGroup, commitGroup }
