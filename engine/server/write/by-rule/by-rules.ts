import { sql } from 'kysely'
import { isEmpty } from '../../../fields/is-empty.ts'
import type { ValueRules } from '../../contract.ts'
import type { RuledField } from '../../model.ts'
import type { Draft } from '../drafts/draft.ts'
import type { Write, WriteStep } from '../step.ts'

/** Values of one question; a database takes only so many. */
const MOST_AT_ONCE = 500

function rulesOf({ context, model }: Write): ValueRules {
  if (!context.valueRules) throw new Error(`${model.name}: the application has no fill rules and check rules`)
  return context.valueRules
}

/** New values pass the check rule of their field; values that were stored before the rule may stay. */
export const checkByRules: WriteStep = async (write, drafts) => {
  for (const { key, rule } of write.model.checked) {
    for (const draft of drafts) {
      const value = draft.after?.[key]
      if (!draft.changed.includes(key) || isEmpty(value)) continue
      const sentence = await rulesOf(write).broken(write.tx, rule, String(value))
      if (sentence !== undefined) draft.refuse(sentence, key)
    }
  }
}

/** Of these values, those that rows of the table have already. */
async function takenOf({ tx, model }: Write, key: string, values: readonly string[]): Promise<ReadonlySet<unknown>> {
  const unique = model.unique.find(({ own }) => own.key === key)
  if (!unique || values.length === 0) return new Set()
  const column = sql.ref(unique.own.column)
  const { rows } = await sql<{
    value: string
  }>`select ${column} as value from ${sql.table(model.table)} where ${column} in (${sql.join(values)})`.execute(tx)
  return new Set(rows.map(({ value }) => value))
}

/** So many values that no row has: a rule comes to those that people have typed. */
async function nextValues(write: Write, { key, rule }: RuledField, count: number): Promise<string[]> {
  const found: string[] = []
  while (found.length < count) {
    const made = await rulesOf(write).next(write.tx, rule, Math.min(count - found.length, MOST_AT_ONCE))
    const taken = await takenOf(write, key, made)
    found.push(...made.filter((value) => !taken.has(value)))
  }
  return found
}

/** Rows without a value get the next of their field's fill rule. An edit that clears the field leaves it as it was. */
export const fillByRules: WriteStep = async (write, drafts) => {
  for (const field of write.model.filled) {
    const { key } = field
    const bare = drafts.filter(({ after }) => after && isEmpty(after[key]))
    const fresh = bare.filter(({ before }) => isEmpty(before?.[key]))
    const values = fresh.length > 0 ? await nextValues(write, field, fresh.length) : []
    for (const draft of bare) give(draft, key, draft.before?.[key])
    for (const [place, draft] of fresh.entries()) give(draft, key, values[place])
  }
}

function give(draft: Draft, key: string, value: unknown): void {
  if (!draft.after || isEmpty(value)) return
  draft.after[key] = value
  const others = draft.changed.filter((one) => one !== key)
  draft.changed = draft.before?.[key] === value ? others : [...others, key]
}
