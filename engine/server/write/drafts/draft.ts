import type { WireRow } from '../../../schema/index.ts'
import type { Change, Model, Operation, Outcome } from '../../contract.ts'
import { InvalidInput, Refused, type AppError } from '../../errors.ts'
import { textOf } from '../../text-of.ts'

const doneAs = { add: 'added', edit: 'changed', delete: 'deleted', restore: 'restored', purge: 'purged' } as const

/** One row on its way through the write path, with its refusals. */
export class Draft implements Change {
  readonly id: string
  readonly before: WireRow | null
  /** Values that the row will have: all of them on add, the merged row on edit, null on delete. */
  after: WireRow | null
  /** Keys whose value differs from the stored one. */
  changed: readonly string[] = []
  refusal: AppError | undefined
  /** The version that was written; undefined before that. */
  version: number | undefined
  readonly #problems: Record<string, string> = {}

  constructor(id: string, before: WireRow | null, after: WireRow | null) {
    this.id = id
    this.before = before
    this.after = after
  }

  refuse(sentence: string, field?: string): void {
    if (field) {
      this.#problems[field] ??= sentence
      this.refusal = new InvalidInput(this.#problems)
    } else {
      this.refusal ??= new Refused(sentence)
    }
  }

  fail(error: AppError): void {
    this.refusal ??= error
  }

  /** The stored version before this write; 0 for a new row. */
  get versionBefore(): number {
    return Number(this.before?.['version'] ?? 0)
  }

  outcome(operation: Operation): Outcome {
    const { id, refusal, version, changed } = this
    if (refusal) {
      const { message, details } = refusal
      const byField = refusal instanceof InvalidInput && typeof details === 'object'
      return { id, outcome: 'refused', message, ...(byField && { details: { ...this.#problems } }) }
    }
    if (version === undefined) return { id, outcome: 'unchanged', version: this.versionBefore, changed: [] }
    return { id, outcome: doneAs[operation], version, changed }
  }
}

/** Drafts that were not refused; in throwing mode the first refusal ends the write. */
export function standing(drafts: readonly Draft[], onRefusal: 'throw' | 'collect' = 'throw'): readonly Draft[] {
  const refused = drafts.find((draft) => draft.refusal)
  if (refused?.refusal && onRefusal === 'throw') throw refused.refusal
  return refused ? drafts.filter((draft) => !draft.refusal) : drafts
}

/** Null and the empty text count as the same value. */
export const sameValue = (a: unknown, b: unknown): boolean => (a ?? '') === (b ?? '') || textOf(a) === textOf(b)

/** Record on each draft which stored values differ after the merge and the rules. */
export function noteChanges({ model }: { readonly model: Model }, drafts: readonly Draft[]): void {
  const keys = [...model.stored, ...model.links].map(({ key }) => key)
  for (const draft of drafts) {
    const { before, after } = draft
    if (after) draft.changed = keys.filter((key) => key in after && !sameValue(after[key], before?.[key]))
  }
}
