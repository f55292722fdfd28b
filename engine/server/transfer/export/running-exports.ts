import { finished, Readable } from 'node:stream'
import { TooMany } from '../../errors.ts'

/** Exports that one person may run at once: each keeps reading for as long as its file is being downloaded. */
const MOST_AT_ONCE = 20

/** Counts the running exports per person. */
export class RunningExports {
  readonly #counts = new Map<string, number>()

  /** Start an export; it counts until it is downloaded completely or aborted. Refused if the person has too many running. */
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
