import type { Frame } from './frames.ts'

const WINDOW = 10_000
/** What a client may send within the window: frames, topics named in them, and frames that have to be refused. */
const MOST = { frames: 100, topics: 400, refusals: 20 }

const topicsIn = (frame: Frame | undefined): number =>
  frame?.cmd === 'subscribe' ? frame.topics.size : frame?.cmd === 'unsubscribe' ? frame.topics.length : 0

/** Counts what one client sends. */
export class FrameLimit {
  #since = Date.now()
  #count = { frames: 0, topics: 0, refusals: 0 }

  /** Whether this frame is within the limit. */
  allows(frame: Frame | undefined, now: number): boolean {
    if (now - this.#since > WINDOW) {
      this.#since = now
      this.#count = { frames: 0, topics: 0, refusals: 0 }
    }
    this.#count.frames++
    this.#count.topics += topicsIn(frame)
    return this.#count.frames <= MOST.frames && this.#count.topics <= MOST.topics
  }

  /** Whether one more frame may be refused before the client is disconnected. */
  allowsRefusal(): boolean {
    return ++this.#count.refusals <= MOST.refusals
  }
}
