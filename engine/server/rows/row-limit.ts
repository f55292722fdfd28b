import { createHash } from 'node:crypto'
import { variablesOf, type PersonValues, type RowTest } from './row-test.ts'

/** A rule as it limits rows; its id says which one it is. */
export interface LimitingRule {
  readonly id: string
  readonly test: RowTest
}

/** The rows of an entity that an actor sees of those that their scope covers: they pass the tests of all rules. */
export interface RowLimit {
  readonly rules: readonly LimitingRule[]
  /** What the variables of the tests say of the actor. */
  readonly person: PersonValues
  /** What of the clock the tests read: always the day, because computed fields may. */
  readonly clock: 'day' | 'moment'
  /** Two limits with the same key let the same rows pass at the same time. */
  readonly key: string
}

/** Limits by entity. */
export type RowLimits = ReadonlyMap<string, RowLimit>

export function limitOf(rules: readonly LimitingRule[], person: PersonValues): RowLimit {
  const tests = rules.map(({ test }) => test)
  const used = new Set<string>(tests.flatMap(variablesOf))
  const values = Object.entries(person).filter(([name]) => used.has(name))
  const key = createHash('sha256')
    .update(JSON.stringify([tests, values]))
    .digest('base64url')
  return { rules, person, clock: used.has('sys_time') ? 'moment' : 'day', key }
}

/** Identifies people whose limits are the same; empty for people without any. */
export const keyOfLimits = (limits: RowLimits | undefined): string =>
  [...(limits ?? [])]
    .map(([name, { key }]) => `${name} ${key}`)
    .sort()
    .join()

/** What a statement depends on because of a limit. */
export const askedByLimit = ({ key, clock }: RowLimit, now: string): string => `${key}@${clock === 'moment' ? now : now.slice(0, 10)}`
