/** Of their best speeds, in a turn that counts. */
const QUIET = 0.85
/** So many turns are tried for one that is wanted. */
const TRIES = 3

interface Turns<Turn> {
  /** How many shall count. */
  readonly wanted: number
  turn(): Promise<Turn>
  /** How fast the product and its measure were in a turn. */
  speeds(turn: Turn): readonly number[]
}

/**
 * Turns of the product and its measure while nothing else uses the machine: where one of them was much slower than at its own best, something
 * did, and a larger program loses more by that than a small one. What others do changes from second to second, so both are looked at alike:
 * turns that were chosen by one of them would find the other one slow. If there are too few quiet turns, the quietest.
 */
export async function quietTurns<Turn>({ wanted, turn, speeds }: Turns<Turn>): Promise<Turn[]> {
  const turns: Turn[] = []
  /** Each turn with the part of its best that the slower one reached. */
  const ranked = () => {
    const all = turns.map(speeds)
    const best = (all[0] ?? []).map((_, index) => Math.max(...all.map((one) => one[index] ?? 0)))
    return turns.map((one, place) => ({ one, part: Math.min(...best.map((most, index) => (all[place]?.[index] ?? 0) / most)) }))
  }
  const quiet = () => ranked().filter(({ part }) => part >= QUIET)
  while (turns.length < wanted * TRIES && quiet().length < wanted) turns.push(await turn())
  const found = quiet()
  const counted =
    found.length >= wanted
      ? found
      : ranked()
          .toSorted((one, other) => other.part - one.part)
          .slice(0, wanted)
  return counted.map(({ one }) => one)
}
