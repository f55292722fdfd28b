import { InvalidInput, Refused, type CallContext, type CallParams, type Reader } from '../../../../engine/server/index.ts'
import { clashesOf } from '../shared/clashes.ts'
import { comparePlans } from '../shared/compare-plans.ts'
import { mostDevices } from '../shared/devices.ts'
import { arithmetic, checkNumbers, type AllocationNumbers } from '../shared/numbers.ts'
import { planSessions } from '../shared/plan.ts'
import { countDevices, readBookings } from './read-bookings.ts'
import { demandUnlocked, type AllocationChoice } from './read-choice.ts'
import { adjustedPlan } from './read-sent.ts'
import { readRoster, readSessions } from './read-students.ts'
import { lastNumber } from '../shared/session-names.ts'
import type { PlanAnswer, SentSession } from '../wire.ts'

/** The experiment and classes to divide, and the numbers. */
export type PlanParams = Pick<CallParams<'session', 'commitGroup'>, 'courseId' | 'experiId' | 'classIds' | keyof AllocationNumbers>

/** The numbers from the request, checked against the existing students. */
function numbersOf(params: PlanParams, present: number): AllocationNumbers {
  const number = (key: keyof AllocationNumbers) => params[key] ?? 0
  const told = params.stuCount
  const numbers = {
    stuCount: told === null ? present : Math.min(number('stuCount'), present),
    groupNum: number('groupNum'),
    groupStuNum: number('groupStuNum'),
    facilityStuNum: number('facilityStuNum'),
  }
  const nobody = numbers.stuCount <= 0
  if (!nobody && told !== null && number('stuCount') !== present) throw new Refused('学生人数已变化，请重新查询！')
  const problems = checkNumbers(numbers)
  if (Object.keys(problems).length > 0) throw new InvalidInput(problems)
  return numbers
}

/**
 * The plan that follows from these numbers, or from the adjusted sessions, read with `db`: a commit passes its transaction, to
 * read everything again inside it.
 */
export async function draftPlan(
  db: Reader,
  context: CallContext<PlanParams>,
  { choice, sent }: { choice: AllocationChoice; sent: readonly SentSession[] | undefined },
): Promise<PlanAnswer> {
  await demandUnlocked(db, choice.experiId)
  const { free } = await readRoster(db, choice)
  const numbers = numbersOf(context.params, free.length)
  const existing = await readSessions(db, choice.experiId)
  const students = free.map(({ id }) => id)
  const plan = sent
    ? adjustedPlan(sent, { free: students, numbers, existing })
    : planSessions({ students, ...numbers, after: lastNumber(existing) })
  const { engine, actor } = context
  const { bookings, demands } = await readBookings(db, { engine, actor, choice, sessions: plan.sessions })
  const available = await countDevices(db, choice.courseId)
  const needed = mostDevices(plan.sessions, demands)
  const { added, moved, unchanged, gone } = comparePlans(existing, [...existing, ...plan.sessions])
  return {
    ...plan,
    students: free,
    arithmetic: arithmetic(numbers),
    devices: { needed, available, missing: Math.max(0, needed - available) },
    clashes: clashesOf(plan.sessions, bookings),
    existing,
    comparison: { added: added.length, moved: moved.length, unchanged: unchanged.length, gone: gone.length },
  }
}
