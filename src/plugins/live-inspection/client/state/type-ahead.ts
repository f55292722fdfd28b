import type { Tab } from './at-hand.ts'
import { LOOKS_UP } from './looks-up.ts'
import { isAskedAgain, type Aim } from './aim.ts'
import { commandOf, isComposing, type Press } from '../../shared/bindings.ts'

/** What is typed into a score and is no command. */
const isTyped = ({ key, ctrlKey, metaKey, altKey }: Press): boolean =>
  !ctrlKey && !metaKey && !altKey && (/^[\d.]$/.test(key) || key === 'Backspace')

const isMeant = (press: Press): boolean =>
  isTyped(press) || commandOf(press, 'list') !== undefined || commandOf(press, 'score') !== undefined

/** A score after one more key; nothing when the key writes none. */
export function typedInto(score: string, press: Press): string | undefined {
  if (!isTyped(press)) return undefined
  return press.key === 'Backspace' ? score.slice(0, -1) : `${score}${press.key}`.slice(0, 5)
}

/** A key and the row that was meant by it. */
export interface KeptPress {
  readonly press: Press
  readonly target: string | undefined
}

/**
 * Keys pressed while a row is being saved, or the next one is being found, are meant for the following row. They are kept in order
 * until it is there; otherwise a marker who keeps typing would lose the first digit and save half a score. Each key is kept with the
 * row that was visible to the user; if a different row comes, they are dropped.
 */
export class TypeAhead {
  readonly #after: (aim: Aim, press: Press) => Aim
  readonly #atHand: (tab: Tab) => string | undefined
  #kept: KeptPress[] = []
  #aim: Aim | undefined
  #underWay = 0
  /** When keys were dropped, or one that followed them at once: their writer has not looked up yet. */
  #droppedAt = Number.NEGATIVE_INFINITY
  #ready: () => void = () => undefined
  #dropped: () => void = () => undefined

  /** `after` is what the next key is meant for, `atHand` the row that stands open or is chosen. */
  constructor(after: (aim: Aim, press: Press) => Aim, atHand: (tab: Tab) => string | undefined) {
    this.#after = after
    this.#atHand = atHand
  }

  /** Who is told when the kept keys can be played, and when keys are dropped that were typed without looking. */
  onReady(ready: () => void, dropped: () => void = () => undefined): () => void {
    this.#ready = ready
    this.#dropped = dropped
    return () => {
      if (this.#ready === ready) this.#ready = this.#dropped = () => undefined
      this.forget()
    }
  }

  /** `aim` is the row that comes when the work is done, as far as can be seen now. */
  async during<T>(aim: Aim, work: () => Promise<T>): Promise<T> {
    if (this.#underWay === 0 && this.#kept.length === 0) this.#aim = aim
    this.#underWay += 1
    try {
      return await work()
    } finally {
      this.#underWay -= 1
      if (this.#underWay === 0) this.#arrived()
    }
  }

  #arrived(): void {
    if (this.#kept.length > 0) return this.#ready()
    // Another row came than the one in mind: who types at once means that one.
    if (this.#aim?.id !== undefined && this.#aim.id !== this.#atHand(this.#aim.tab)) this.forget(true)
  }

  /** Is a key typed without looking, as one is that follows dropped ones at once? It decides nothing, whatever stands open by now. */
  isBlind(): boolean {
    const isBlind = performance.now() - this.#droppedAt < LOOKS_UP
    if (isBlind) this.#droppedAt = performance.now()
    return isBlind
  }

  /** Keep a key until what is under way has ended; answers whether it is kept, or a repeat of one that is. Escape drops them all. */
  keep(press: Press & { readonly repeat?: boolean }): boolean {
    const isBlind = performance.now() - this.#droppedAt < LOOKS_UP
    if (this.#underWay === 0 && this.#kept.length === 0 && !isBlind) return false
    if (isComposing(press) || !isMeant(press)) return false
    if (press.key === 'Escape') {
      this.#kept = []
      this.#aim = undefined
      this.#droppedAt = Number.NEGATIVE_INFINITY
      return false
    }
    if (isBlind) {
      this.#droppedAt = performance.now()
      this.#dropped()
      return true
    }
    if (press.repeat || (this.#aim && isAskedAgain(this.#aim, press))) return true
    this.#kept.push({ press, target: this.#aim?.id })
    this.#aim = this.#aim && this.#after(this.#aim, press)
    return true
  }

  /** The next key that can be played; none while something is under way again. */
  take(): KeptPress | undefined {
    return this.#underWay === 0 ? this.#kept.shift() : undefined
  }

  /**
   * The row they were meant for does not come. What follows at once is dropped as well: it was typed without looking.
   * `isBlind` says so also where nothing had been typed yet.
   */
  forget(isBlind = false): void {
    if (isBlind || this.#kept.length > 0) this.#droppedAt = performance.now()
    this.#kept = []
    this.#aim = undefined
  }

  /** A question was answered, so its reader looks at the page: what they type from now on counts. */
  lookedUp(): void {
    this.#droppedAt = Number.NEGATIVE_INFINITY
  }

  /** Another row was chosen: what was typed before is dropped, what is typed now is meant for that one. */
  turnTo(aim: Aim): void {
    this.#droppedAt = Number.NEGATIVE_INFINITY
    this.#kept = []
    this.#aim = aim
  }
}
