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

/** Ask who holds the values, without waiting: so it travels with the questions about what the rows point to. */
export function askUnique(write: Write, drafts: readonly Draft[]): void {
  if (write.request.unique === 'database') return
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
export async function checkUnique(write: Write, drafts: readonly Draft[]): Promise<void> {
  const leaving = new Map(drafts.map((draft) => [draft.id, draft]))
  for (const rule of write.model.unique) {
    const touched = touchedBy(rule, drafts)
    if (!touched.length) continue
    const isAsked = write.request.unique !== 'database'
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
