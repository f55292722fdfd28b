import { isEmpty } from '../../../fields/is-empty.ts'
import type { UniqueRule } from '../../contract.ts'
import { holdersOf, uniqueFields, uniqueKey } from '../../model/unique-rules.ts'
import type { Draft } from '../drafts/draft.ts'
import type { Write } from '../step.ts'

const touches = (draft: Draft, rule: UniqueRule): boolean => uniqueFields(rule).some((key) => draft.changed.includes(key))

/** The rows whose unique value is to be checked. */
const touchedBy = (rule: UniqueRule, drafts: readonly Draft[]): readonly Draft[] =>
  drafts.filter((draft) => !isEmpty(draft.after?.[rule.own.key]) && (!draft.before || touches(draft, rule)))

const askHolders = ({ context: { dialect, statements }, tx, model }: Write, rule: UniqueRule, touched: readonly Draft[]) =>
  holdersOf(
    tx,
    { model, rule, dialect, statements },
    touched.map(({ after }) => after ?? {}),
  )

/**
 * Whether nobody is asked who holds a value: the statement that stores the rows then fails by the index of the rule, and its sentence is the
 * same. So it is for what an import has just checked, and for one row that is added on its own, if the entity has one rule (several are
 * reported together) and nothing between this check and the statement would refuse the row with another sentence or use a number up.
 */
function isLeftToIndex({ request, reread, model }: Write, drafts: readonly Draft[]): boolean {
  if (request.unique === 'database') return true
  const [rule, another] = model.unique
  const { tree, exclusive } = model.entity
  const isAlone = reread !== undefined
  if (!isAlone || request.operation !== 'add' || !rule || another || tree || exclusive || model.filled.length) return false
  // Of two rows without a value that the rule needs, the index says that they differ.
  return drafts.every(({ after }) => uniqueFields(rule).every((key) => !isEmpty(after?.[key])))
}

/** Ask who holds the values, without waiting: so it travels with the questions about what the rows point to. */
export function askUnique(write: Write, drafts: readonly Draft[]): void {
  if (isLeftToIndex(write, drafts)) return
  for (const rule of write.model.unique) {
    const touched = touchedBy(rule, drafts)
    if (!touched.length) continue
    const answer = askHolders(write, rule, touched)
    // Whoever waits for it hears of a failure; if all rows are refused before, nobody does.
    answer.catch(() => undefined)
    write.askedHolders.set(rule, answer)
  }
}

const nobody: ReadonlyMap<string, readonly string[]> = new Map()

/** Refuse rows whose unique value belongs to another row: in the table (including the bin) or earlier in the same set. */
export function checkUnique(write: Write, drafts: readonly Draft[]): Promise<void> | undefined {
  if (drafts.length === 1 && isLeftToIndex(write, drafts)) return undefined
  const rules = write.model.unique.map((rule) => ({ rule, touched: touchedBy(rule, drafts) })).filter(({ touched }) => touched.length)
  return rules.length ? checkRules(write, drafts, rules) : undefined
}

interface TouchedRule {
  readonly rule: UniqueRule
  readonly touched: readonly Draft[]
}

async function checkRules(write: Write, drafts: readonly Draft[], rules: readonly TouchedRule[]): Promise<void> {
  const leaving = new Map(drafts.map((draft) => [draft.id, draft]))
  const isAsked = !isLeftToIndex(write, drafts)
  for (const { rule, touched } of rules) {
    const taken = isAsked ? await (write.askedHolders.get(rule) ?? askHolders(write, rule, touched)) : nobody
    const seen = new Set<string>()
    for (const draft of touched) {
      const key = uniqueKey(rule, draft.after ?? {})
      const others = (taken.get(key) ?? []).filter((id) => id !== draft.id && !givesUp(leaving.get(id), rule))
      if (others.length || seen.has(key)) draft.refuse(rule.message, rule.own.key)
      seen.add(key)
    }
  }
}

/** A row of the same set that changes to another value releases its old one. */
const givesUp = (draft: Draft | undefined, rule: UniqueRule): boolean => draft !== undefined && draft.after !== null && touches(draft, rule)
