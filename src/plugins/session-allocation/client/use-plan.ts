import { useCallback, useReducer } from 'react'
import { moveMember, setSession, swap, type Plan, type PlannedSession } from '../shared/plan.ts'
import { clearTimes, fillTimes, type SlotRequest } from '../shared/slots.ts'

export type PlanChange =
  | { readonly to: 'move'; readonly students: readonly string[]; readonly place: number }
  | { readonly to: 'swap'; readonly one: string; readonly other: string }
  | {
      readonly to: 'session'
      readonly index: number
      readonly values: Partial<Pick<PlannedSession, 'startTime' | 'endTime' | 'experiAdressId'>>
    }
  | { readonly to: 'fill'; readonly slots: SlotRequest; readonly experiAdressId?: string }
  | { readonly to: 'clearTimes' }
  | { readonly to: 'undo' }
  | { readonly to: 'reset' }

interface History {
  /** The original plan, then every state since; the last one is shown. */
  readonly states: readonly [Plan, ...Plan[]]
}

const MOST_STATES = 100

function changed(plan: Plan, change: Exclude<PlanChange, { to: 'undo' | 'reset' }>): Plan {
  switch (change.to) {
    case 'move':
      return change.students.reduce((next, student) => moveMember(next, student, change.place), plan)
    case 'swap':
      return swap(plan, change.one, change.other)
    case 'session':
      return setSession(plan, change.index, change.values)
    case 'clearTimes':
      return clearTimes(plan)
    case 'fill': {
      const { slots, experiAdressId } = change
      const timed = fillTimes(plan, slots)
      return experiAdressId ? { ...timed, sessions: timed.sessions.map((session) => ({ ...session, experiAdressId })) } : timed
    }
  }
}

const lastOf = ({ states }: History): Plan => states.at(-1) ?? states[0]

function reduce(history: History, change: PlanChange): History {
  const [first, ...since] = history.states
  if (change.to === 'reset') return { states: [first] }
  if (change.to === 'undo') return { states: [first, ...since.slice(0, -1)] }
  const last = lastOf(history)
  const next = changed(last, change)
  return next === last ? history : { states: [first, ...since.slice(1 - MOST_STATES), next] }
}

/** A plan that is being adjusted, with undo. */
export function usePlan(first: Plan) {
  const [history, dispatch] = useReducer(reduce, { states: [first] })
  const change = useCallback((next: PlanChange) => dispatch(next), [])
  return { plan: lastOf(history), changed: history.states.length > 1, change }
}
