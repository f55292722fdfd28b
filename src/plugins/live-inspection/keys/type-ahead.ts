import { commandOf, isComposing, type Press } from './bindings.ts'

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

/**
 * Keys pressed while a row is being saved, or the next is being found, are meant for the row that comes after. They are kept
 * in their order until it is there; without that a marker who types on loses the first digit, and half a score is saved.
 */
export class TypeAhead {
  #kept: Press[] = []
  #underWay = 0
  #ready: () => void = () => undefined

  /** Who is told when the kept keys can be played. */
  onReady(listener: () => void): () => void {
    this.#ready = listener
    return () => {
      if (this.#ready === listener) this.#ready = () => undefined
      this.forget()
    }
  }

  async during<T>(work: () => Promise<T>): Promise<T> {
    this.#underWay += 1
    try {
      return await work()
    } finally {
      this.#underWay -= 1
      if (this.#underWay === 0 && this.#kept.length > 0) this.#ready()
    }
  }

  /** Keep a key until what is under way has ended; answers whether it is kept, or a repeat of one that is. Escape drops them all. */
  keep(press: Press & { readonly repeat?: boolean }): boolean {
    if (this.#underWay === 0 && this.#kept.length === 0) return false
    if (isComposing(press) || !isMeant(press)) return false
    if (press.key === 'Escape') {
      this.forget()
      return false
    }
    if (!press.repeat) this.#kept.push(press)
    return true
  }

  /** The next key that can be played; none while something is under way again. */
  take(): Press | undefined {
    return this.#underWay === 0 ? this.#kept.shift() : undefined
  }

  /** The row they were meant for does not come. */
  forget(): void {
    this.#kept = []
  }
}
