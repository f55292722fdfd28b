/** Limits how many imports of a node do something at the same time: the others wait here. */
export class Turns {
  readonly #free: number[]
  readonly #waiting: ((slot: number) => void)[] = []

  constructor(most: number) {
    this.#free = Array.from({ length: most }, (_, slot) => slot)
  }

  /** Do the work when there is a slot for it, which nobody else has meanwhile. */
  async take<T>(work: (slot: number) => Promise<T>): Promise<T> {
    const slot = this.#free.pop() ?? (await new Promise<number>((begin) => this.#waiting.push(begin)))
    try {
      return await work(slot)
    } finally {
      const begin = this.#waiting.shift()
      if (begin) begin(slot)
      else this.#free.push(slot)
    }
  }
}

/** What an import waits for. Each that writes, or rehearses, holds a connection until it is done: single saves still find one in between. */
export interface ImportTurns {
  /** To stage its rows, in tables of its own; the file may still be read meanwhile. */
  readonly staging: Turns
  /** To write; whoever waits for it may have a turn for staging. */
  readonly writing: Turns
}
