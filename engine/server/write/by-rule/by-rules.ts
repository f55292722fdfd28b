import { sql } from 'kysely'
import { isEmpty } from '../../../fields/is-empty.ts'
import { sharedField } from '../../../fields/shared.ts'
import type { AnyField } from '../../../schema/index.ts'
import type { ValueRules } from '../../contract.ts'
import { Refused } from '../../errors.ts'
import type { RuledField } from '../../model/model.ts'
import type { Draft } from '../drafts/draft.ts'
import type { Write, WriteStep } from '../step.ts'

/** Values of one question; a database takes only so many. */
const MOST_AT_ONCE = 500
/** A rule that has made nothing but taken values so many times is given up. */
const MOST_ROUNDS = 1000

function rulesOf({ context, model }: Write): ValueRules {
  if (!context.valueRules) throw new Error(`${model.name}: the application has no fill rules and check rules`)
  return context.valueRules
}

/** New values pass the check rule of their field; values that were stored before the rule may stay. */
export const checkByRules: WriteStep = async (write, drafts) => {
  for (const { key, rule } of write.model.checked) {
    const typed = drafts.filter(({ after, changed }) => changed.includes(key) && !isEmpty(after?.[key]))
    if (typed.length === 0) continue
    const faultOf = await rulesOf(write).checker(write.tx, rule)
    for (const draft of typed) {
      const sentence = faultOf(String(draft.after?.[key]))
      if (sentence !== undefined) draft.refuse(sentence, key)
    }
  }
}

/** Of these values, those that rows of the table have already. */
async function takenOf({ tx, model }: Write, key: string, values: readonly string[]): Promise<readonly string[]> {
  const unique = model.unique.find(({ own }) => own.key === key)
  if (!unique || values.length === 0) return []
  const column = sql.ref(unique.own.column)
  const { rows } = await sql<{
    value: string
  }>`select ${column} as value from ${sql.table(model.table)} where ${column} in (${sql.join(values)})`.execute(tx)
  return rows.map(({ value }) => value)
}

/** The value as its field stores it; what a rule makes has to fit into the field as what people type does. */
function fitted(field: AnyField, made: string): string {
  const reading = sharedField(field).read(made, field)
  const problem = 'message' in reading ? reading.message : reading.value === null ? '' : sharedField(field).check?.(reading.value, field)
  if (problem !== undefined) throw new Refused(`编码规则生成的“${made}”不能用作${field.label}：${problem || '内容为空'}`)
  return String('value' in reading ? reading.value : made)
}

/** So many values that no row has, in the table or among the rows of this write: a rule comes to those that people have typed. */
async function nextValues(write: Write, { key, rule, field }: RuledField, count: number, typed: readonly string[]): Promise<string[]> {
  const found: string[] = []
  const seen = new Set(typed)
  for (let round = 0; found.length < count; round += 1) {
    if (round === MOST_ROUNDS) throw new Refused(`编码规则 ${rule} 没有生成可用的编码`)
    const made = await rulesOf(write).next(write.tx, rule, Math.min(count - found.length, MOST_AT_ONCE))
    const values = made.map((value) => fitted(field, value))
    for (const value of await takenOf(write, key, values)) seen.add(value)
    for (const value of values) {
      if (!seen.has(value)) found.push(value)
      seen.add(value)
    }
  }
  return found
}

/** Rows without a value get the next of their field's fill rule. An edit that clears the field leaves it as it was. */
export const fillByRules: WriteStep = async (write, drafts) => {
  for (const ruled of write.model.filled) {
    const { key } = ruled
    const bare = drafts.filter(({ after }) => after && isEmpty(after[key]))
    const fresh = bare.filter(({ before }) => isEmpty(before?.[key]))
    const typed = drafts.flatMap(({ after }) => (isEmpty(after?.[key]) ? [] : [String(after?.[key])]))
    const values = fresh.length > 0 ? await nextValues(write, ruled, fresh.length, typed) : []
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
