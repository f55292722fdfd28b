import type { WireRow } from '../../../schema/index.ts'
import type { Change, Model, Operation, Outcome } from '../../contract.ts'
import { InvalidInput, Refused, type AppError } from '../../errors.ts'
import { textOf } from '../../text-of.ts'

const doneAs = { add: 'added', edit: 'changed', delete: 'deleted', restore: 'restored', purge: 'purged' } as const

/** One row on its way through the write path, with the refusals it has met. */
export class Draft implements Change {
  readonly id: string
  readonly before: WireRow | null
  /** Values that the row will have: all of them on add, the merged row on edit, null on delete. */
  after: WireRow | null
  /** Keys whose value differs from what is stored. */
  changed: readonly string[] = []
  refusal: AppError | undefined
  /** The version that it was stored as; none while it is not. */
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

  /** The version that is stored before this write; 0 where there is no row. */
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

/** Drafts that go on; in throwing mode the first refusal ends the write. */
export function standing(drafts: readonly Draft[], onRefusal: 'throw' | 'collect' = 'throw'): readonly Draft[] {
  const refused = drafts.find((draft) => draft.refusal)
  if (refused?.refusal && onRefusal === 'throw') throw refused.refusal
  return refused ? drafts.filter((draft) => !draft.refusal) : drafts
}

/** Null and the empty text are one value. */
export const sameValue = (a: unknown, b: unknown): boolean => (a ?? '') === (b ?? '') || textOf(a) === textOf(b)

/** Note on each draft which stored values differ after merge and rules. */
export function noteChanges({ model }: { readonly model: Model }, drafts: readonly Draft[]): void {
  const keys = [...model.stored, ...model.links].map(({ key }) => key)
  for (const draft of drafts) {
    const { before, after } = draft
    if (after) draft.changed = keys.filter((key) => key in after && !sameValue(after[key], before?.[key]))
  }
}
