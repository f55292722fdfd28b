import { finished, Readable } from 'node:stream'
import { TooMany } from '../errors.ts'

/** Exports of one person that are made at once: each reads on for as long as somebody takes it. */
const MOST_AT_ONCE = 20

/** Counts the exports that are being made, by person. */
export class RunningExports {
  readonly #counts = new Map<string, number>()

  /** Begin one; it counts until it was taken to its end, or given up. Refused when the person has enough of them under way. */
  async begin(who: string, open: () => Promise<ReadableStream<Uint8Array>>): Promise<Readable> {
    const count = this.#counts.get(who) ?? 0
    if (count >= MOST_AT_ONCE) throw new TooMany('正在导出的文件过多，请稍后再试！')
    this.#counts.set(who, count + 1)
    try {
      const sheet = Readable.from(await open())
      finished(sheet, () => this.#end(who))
      return sheet
    } catch (error) {
      this.#end(who)
      throw error
    }
  }

  #end(who: string): void {
    const count = (this.#counts.get(who) ?? 0) - 1
    if (count > 0) this.#counts.set(who, count)
    else this.#counts.delete(who)
  }
}
