import { createHash } from 'node:crypto'
import { variablesOf, type PersonValues, type RowTest } from './row-test.ts'

/** The rows of an entity that an actor sees of those that their scope covers: they pass all tests. */
export interface RowLimit {
  readonly tests: readonly RowTest[]
  /** What the variables of the tests say of the actor. */
  readonly person: PersonValues
  /** What of the clock the tests read: always the day, because computed fields may. */
  readonly clock: 'day' | 'moment'
  /** Two limits with the same key let the same rows pass at the same time. */
  readonly key: string
}

/** Limits by entity. */
export type RowLimits = ReadonlyMap<string, RowLimit>

export function limitOf(tests: readonly RowTest[], person: PersonValues): RowLimit {
  const used = new Set<string>(tests.flatMap(variablesOf))
  const values = Object.entries(person).filter(([name]) => used.has(name))
  const key = createHash('sha256')
    .update(JSON.stringify([tests, values]))
    .digest('base64url')
  return { tests, person, clock: used.has('sys_time') ? 'moment' : 'day', key }
}

/** Identifies people whose limits are the same; empty for people without any. */
export const keyOfLimits = (limits: RowLimits | undefined): string =>
  [...(limits ?? [])]
    .map(([name, { key }]) => `${name} ${key}`)
    .sort()
    .join()

/** What a statement depends on because of a limit. */
export const askedByLimit = ({ key, clock }: RowLimit, now: string): string => `${key}@${clock === 'moment' ? now : now.slice(0, 10)}`
