import type { Clash } from './shared/clashes.ts'
import type { Plan, PlannedSession } from './shared/plan.ts'

/** A student who can be allocated, as the plan's cards show them. */
export interface Student {
  readonly id: string
  readonly studyNumber: string
  readonly realname: string
  readonly classId: string
  readonly className: string
}

/** Answer of `getExperiAllPersonCount`. */
export interface PersonCount {
  readonly classCount: number
  /** Students still in no session of the experiment. */
  readonly stuCount: number
  readonly total: number
  readonly assigned: number
  /** Why nobody can be divided any more, if that is so. */
  readonly locked?: string
}

/** A planned session as it is sent to be checked or written. */
export type SentSession = Pick<PlannedSession, 'groupName' | 'students' | 'startTime' | 'endTime' | 'experiAdressId'>

/** A session that is stored already. */
export interface StoredSession {
  readonly groupName: string
  readonly students: readonly string[]
}

/** Answer of `planGroup`: what `commitGroup` would do, and what prevents it. */
export interface PlanAnswer extends Plan {
  readonly students: readonly Student[]
  readonly arithmetic: string
  readonly devices: { readonly needed: number; readonly available: number; readonly missing: number }
  readonly clashes: readonly Clash[]
  readonly existing: readonly StoredSession[]
  /** Counts: what this plan changes for the experiment's students. */
  readonly comparison: { readonly added: number; readonly moved: number; readonly unchanged: number; readonly gone: number }
}

/** What prevents a plan: the short answer of `planGroup` (`brief`) to a caller who knows the rest. */
export type PlanVerdict = Pick<PlanAnswer, 'clashes' | 'devices'>

/** Answer of `distributionGroup` and `commitGroup`. */
export interface Distributed {
  readonly sessions: number
  readonly students: number
}
