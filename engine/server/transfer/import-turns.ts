/**
 * So many imports of a node write, or rehearse it, at once. Each holds a connection until it is done, so those that wait
 * for their turn wait here: single saves find a connection, and come between.
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
