import type { WireRow } from '../../../schema/index.ts'
import { InvalidInput, Refused, type AppError } from '../../errors.ts'
import type { Change, Outcome } from '../../contract.ts'

/** One row on its way through the write path, with the refusals it has met. */
export class Draft implements Change {
  readonly id: string
  readonly before: WireRow | null
  /** Values that the row will have: all of them on add, the merged row on edit, null on delete. */
  after: WireRow | null
  /** Keys whose value differs from what is stored. */
  changed: readonly string[] = []
  refusal: AppError | undefined
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

  refusedOutcome(): Outcome {
    const details = this.refusal?.details
    return {
      id: this.id,
      outcome: 'refused',
      message: this.refusal?.message ?? '',
      ...(this.refusal instanceof InvalidInput && typeof details === 'object' ? { details: { ...this.#problems } } : {}),
    }
  }
}

/** Drafts that go on; in throwing mode the first refusal ends the write. */
export function standing(drafts: readonly Draft[], onRefusal: 'throw' | 'collect'): Draft[] {
  const refused = drafts.find((draft) => draft.refusal)
  if (refused?.refusal && onRefusal === 'throw') throw refused.refusal
  return drafts.filter((draft) => !draft.refusal)
}
