import type { Tab } from './at-hand.ts'
import { LOOK_UP_PAUSE } from './look-up-pause.ts'
import { isAskedAgain, type TypingTarget } from './typing-target.ts'
import { commandOf, isComposing, type Press } from '../../shared/bindings.ts'

/** A key that types into a score and is not a command. */
const isTyped = ({ key, ctrlKey, metaKey, altKey }: Press): boolean =>
  !ctrlKey && !metaKey && !altKey && (/^[\d.]$/.test(key) || key === 'Backspace')

const isMeant = (press: Press): boolean =>
  isTyped(press) || commandOf(press, 'list') !== undefined || commandOf(press, 'score') !== undefined

/** A score after one more key; undefined if the key types nothing. */
export function typedInto(score: string, press: Press): string | undefined {
  if (!isTyped(press)) return undefined
  return press.key === 'Backspace' ? score.slice(0, -1) : `${score}${press.key}`.slice(0, 5)
}

/** A key and the row that it was meant for. */
export interface KeptPress {
  readonly press: Press
  readonly target: string | undefined
}

/**
 * Keys pressed while a row is being saved, or the next one is being found, are meant for the following row. They are kept in
 * order until it is there; otherwise a marker who keeps typing would lose the first digit and save half a score. Each key is
 * kept with the row that was visible to the user; if a different row comes, they are dropped.
 */
export class TypeAhead {
  readonly #after: (target: TypingTarget, press: Press) => TypingTarget
  readonly #atHand: (tab: Tab) => string | undefined
  #kept: KeptPress[] = []
  #target: TypingTarget | undefined
  #underWay = 0
  /** When keys were last dropped, or one typed right after them: the user has not looked up yet. */
  #droppedAt = Number.NEGATIVE_INFINITY
  #ready: () => void = () => undefined
  #dropped: () => void = () => undefined

  /** `after` is what the next key is meant for, `atHand` the row that is open or chosen. */
  constructor(after: (target: TypingTarget, press: Press) => TypingTarget, atHand: (tab: Tab) => string | undefined) {
    this.#after = after
    this.#atHand = atHand
  }

  /** Whom to notify when the kept keys can be played, and when keys typed without looking are dropped. */
  onReady(ready: () => void, dropped: () => void = () => undefined): () => void {
    this.#ready = ready
    this.#dropped = dropped
    return () => {
      if (this.#ready === ready) this.#ready = this.#dropped = () => undefined
      this.forget()
    }
  }

  /** `target` is the row that will probably come when the work is done. */
  async during<T>(target: TypingTarget, work: () => Promise<T>): Promise<T> {
    if (this.#underWay === 0 && this.#kept.length === 0) this.#target = target
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
    // Another row came than the expected one: a user who types at once means the expected one.
    if (this.#target?.id !== undefined && this.#target.id !== this.#atHand(this.#target.tab)) this.forget(true)
  }

  /** Was this key typed without looking, because it came right after dropped ones? Then it decides nothing, whatever is open by now. */
  isBlind(): boolean {
    const isBlind = performance.now() - this.#droppedAt < LOOK_UP_PAUSE
    if (isBlind) this.#droppedAt = performance.now()
    return isBlind
  }

  /** Keep a key until the work under way has ended; answers whether it is kept, or repeats one that is. Escape drops them all. */
  keep(press: Press & { readonly repeat?: boolean }): boolean {
    const isBlind = performance.now() - this.#droppedAt < LOOK_UP_PAUSE
    if (this.#underWay === 0 && this.#kept.length === 0 && !isBlind) return false
    if (isComposing(press) || !isMeant(press)) return false
    if (press.key === 'Escape') {
      this.#kept = []
      this.#target = undefined
      this.#droppedAt = Number.NEGATIVE_INFINITY
      return false
    }
    if (isBlind) {
      this.#droppedAt = performance.now()
      this.#dropped()
      return true
    }
    if (press.repeat || (this.#target && isAskedAgain(this.#target, press))) return true
    this.#kept.push({ press, target: this.#target?.id })
    this.#target = this.#target && this.#after(this.#target, press)
    return true
  }

  /** The next key that can be played; undefined while work is under way again. */
  take(): KeptPress | undefined {
    return this.#underWay === 0 ? this.#kept.shift() : undefined
  }

  /**
   * The row that the keys were meant for does not come. Keys right after them are dropped as well, since they were typed
   * without looking. `isBlind` does so even if nothing had been typed yet.
   */
  forget(isBlind = false): void {
    if (isBlind || this.#kept.length > 0) this.#droppedAt = performance.now()
    this.#kept = []
    this.#target = undefined
  }

  /** The user answered a question, so they are looking at the page: what they type from now on counts. */
  lookedUp(): void {
    this.#droppedAt = Number.NEGATIVE_INFINITY
  }

  /** Another row was chosen: keys typed before are dropped, and later ones are meant for the new row. */
  turnTo(target: TypingTarget): void {
    this.#droppedAt = Number.NEGATIVE_INFINITY
    this.#kept = []
    this.#target = target
  }
}
