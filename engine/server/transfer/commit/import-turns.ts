/**
 * Limits how many imports of a node write, or rehearse, at the same time. Each holds a connection until it is done, so the others wait
 * here: single saves still find a connection in between.
 */
export class ImportTurns {
  readonly #most: number
  #running = 0
  readonly #waiting: (() => void)[] = []

  constructor(most: number) {
    this.#most = most
  }

  async take<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running < this.#most) this.#running++
    else await new Promise<void>((begin) => this.#waiting.push(begin))
    try {
      return await work()
    } finally {
      const begin = this.#waiting.shift()
      if (begin) begin()
      else this.#running--
    }
  }
}
