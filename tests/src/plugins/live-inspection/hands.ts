/** Numbers derived from a seed, so that a round can be repeated. */
export function randomOf(seed: number) {
  let state = seed * 2654435761 + 1
  const next = () => {
    state = (Math.imul(state ^ (state >>> 15), state | 1) + 0x6d2b79f5) | 0
    return ((state ^ (state >>> 14)) >>> 0) / 2 ** 32
  }
  for (let n = 0; n < 5; n++) next()
  return { chance: (part: number) => next() < part, pick: <Item>(items: readonly Item[]) => items[Math.floor(next() * items.length)] }
}
export type Random = ReturnType<typeof randomOf>

/** No score is the beginning of another, so that half a score can be recognised. */
const scores = Array.from({ length: 90 }, (_, tens) => [1, 2, 3, 4, 5, 6, 7, 8, 9].map((tenth) => `${10 + tens}.${tenth}`)).flat()

/** What the marker sees on the page. */
export interface Sight {
  readonly open: OpenScore | undefined
  /** The page shows a question. */
  readonly isAsked: boolean
  /** The list from top to bottom. */
  readonly rows: readonly SeenRow[]
  /** The row at hand. */
  readonly chosen: string | undefined
  /** A colleague took it over. */
  readonly isHalted: boolean
}
interface OpenScore {
  readonly id: string
  readonly score: string
  /** The cursor is in it. */
  readonly isFocused: boolean
  readonly isSaving: boolean
  readonly isClash: boolean
}
export interface SeenRow {
  readonly id: string
  /** It has left the list and shows what became of it. */
  readonly isGone: boolean
  /** A colleague is marking it. */
  readonly isHeld: boolean
}

/** What a person does next; nothing while they wait. */
export type HandAct =
  | { readonly does: 'press'; readonly key: string }
  | { readonly does: 'answer'; readonly agreed: boolean }
  | { readonly does: 'take over' | 'choose' | 'focus'; readonly id: string }
  | undefined

const canMark = ({ isGone, isHeld }: SeenRow): boolean => !isGone && !isHeld
const press = (key: string): HandAct => ({ does: 'press', key })

/** A person using a page: what they type is meant for the student they see when they begin. */
export class Hands {
  /** The result that each score was meant for. */
  readonly #meant: Map<string, string>
  readonly #random: Random
  #keys: string[] = []
  #last: string | undefined
  /** Rows typed for since the last look: they count as done, whatever the page still shows. */
  readonly #typed = new Set<string>()

  constructor(meant: Map<string, string>, random: Random) {
    this.#meant = meant
    this.#random = random
  }

  /** The next key of what they are typing; they type it to the end without looking. */
  key(): HandAct {
    const key = this.#keys.shift()
    return key === undefined ? undefined : press(key)
  }

  #mean(id: string | undefined, ...before: readonly string[]): HandAct {
    const score = this.#random.pick(scores.filter((each) => !this.#meant.has(each)))
    if (id === undefined || score === undefined) return undefined
    this.#meant.set(score, id)
    this.#last = id
    this.#typed.add(id)
    this.#keys = [...before, ...score, this.#random.chance(0.7) ? 'Enter' : 'Ctrl+Enter']
    return undefined
  }

  /** Forgets everything typed ahead: they continue from here. */
  #beginAt(id: string | undefined): void {
    this.#typed.clear()
    this.#last = id
  }

  /** The next row according to the page. */
  #below(rows: readonly SeenRow[], id: string): string | undefined {
    const index = rows.findIndex((row) => row.id === id)
    const isNext = (row: SeenRow) => canMark(row) && !this.#typed.has(row.id)
    return (rows.slice(index + 1).find(isNext) ?? rows.slice(0, Math.max(index, 0)).findLast(isNext))?.id
  }

  /** `hasTypedAhead`: what they typed is meant for a row that is on its way, or they have asked for the next row and are waiting. */
  act({ open, isAsked, ...sight }: Sight, hasTypedAhead: boolean): HandAct {
    const { rows } = sight
    // Keys typed for other rows before the question are dropped, and the person sees this.
    if (isAsked || open?.isClash) this.#beginAt(open?.id)
    if (isAsked) return { does: 'answer', agreed: this.#random.chance(0.5) }
    if (open?.isClash) return press(this.#random.chance(0.5) ? '1' : '2')
    // A marker who typed ahead for a row continues with the one below it; one who only asked for another row waits.
    if (hasTypedAhead) {
      const last = this.#last ?? ''
      return rows.some(({ id }) => id === last) && this.#random.chance(0.3) ? this.#mean(this.#below(rows, last)) : undefined
    }
    if (open?.isSaving) {
      // After a clash it is stored again: to the person it is done.
      this.#typed.add(open.id)
      return this.#random.chance(0.5) ? this.#mean(this.#below(rows, open.id)) : undefined
    }
    this.#typed.clear()
    if (open && !open.isFocused) return { does: 'focus', id: open.id }
    if (open) return this.#mean(open.id, ...[...open.score].map(() => 'Backspace'))
    return this.#actOnList(sight)
  }

  #actOnList({ rows, chosen, isHalted }: Omit<Sight, 'open' | 'isAsked'>): HandAct {
    this.#last = undefined
    const atHand = rows.find(({ id }) => id === chosen)
    if (atHand && canMark(atHand) && !isHalted && this.#random.chance(0.5))
      return this.#random.chance(0.8) ? this.#mean(chosen) : this.#mean(chosen, 'n')
    const other = this.#random.pick(rows)
    const held = this.#random.pick(rows.filter(({ isGone, isHeld }) => !isGone && isHeld))
    if (held && this.#random.chance(0.6)) return { does: 'take over', id: held.id }
    if (other && this.#random.chance(0.4)) return { does: 'choose', id: other.id }
    return press(this.#random.pick(['n', 'ArrowDown', 'ArrowUp', 'Enter']) ?? 'n')
  }
}
