/** Of its best speed, in a turn that counts. */
const QUIET = 0.85
/** So many turns are tried for one that is wanted. */
const TRIES = 3

interface Turns<Turn> {
  /** How many shall count. */
  readonly wanted: number
  turn(): Promise<Turn>
  /** How fast the measure was in a turn: what the product is compared with, never the product itself. */
  speed(turn: Turn): number
}

/**
 * Turns of the product and its measure while nothing else uses the machine: where the measure was much slower than at its best, something
 * did. A larger program loses more by that than a small one, so such turns would say more about the machine. If there are too few quiet
 * ones, the quietest.
 */
export async function quietTurns<Turn>({ wanted, turn, speed }: Turns<Turn>): Promise<Turn[]> {
  const turns: Turn[] = []
  const quiet = (): Turn[] => {
    const best = Math.max(...turns.map(speed))
    return turns.filter((one) => speed(one) >= QUIET * best)
  }
  while (turns.length < wanted * TRIES && quiet().length < wanted) turns.push(await turn())
  const found = quiet()
  return found.length >= wanted ? found : turns.toSorted((one, other) => speed(other) - speed(one)).slice(0, wanted)
}
