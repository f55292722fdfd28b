import { PAGE, type EventStore, type StoredEvent } from './event-store.ts'

/** Events of a followed topic that stay in memory, so that readers who keep up never query the database. */
const REMEMBERED = 256
/** Readers who are further behind read the lists again instead. */
const FURTHEST = 2_000

/** An event with the texts serialised from it, by group of readers. */
export interface LoggedEvent extends StoredEvent {
  readonly texts: Map<string, Promise<string>>
}

const logged = (events: readonly StoredEvent[]): LoggedEvent[] => events.map((event) => ({ ...event, texts: new Map() }))

/** One topic as a node knows it: its last number, and its latest events. */
export class TopicLog {
  readonly topic: string
  readonly #store: EventStore
  #head: number
  #recent: LoggedEvent[] = []
  #advancing: Promise<void> | undefined
  #again = false

  constructor(store: EventStore, topic: string, head: number) {
    this.#store = store
    this.topic = topic
    this.#head = head
  }

  get head(): number {
    return this.#head
  }

  /** Read what was stored since; calls in the meantime share one further read. */
  advance(): Promise<void> {
    this.#again = true
    this.#advancing ??= this.#read().finally(() => (this.#advancing = undefined))
    return this.#advancing
  }

  async #read(): Promise<void> {
    while (this.#again) {
      this.#again = false
      const events = await this.#store.after(this.topic, this.#head)
      const first = events[0]
      const last = events.at(-1)
      if (!first || !last) continue
      if (first.seq !== this.#head + 1) this.#recent = []
      this.#recent = [...this.#recent, ...logged(events)].slice(-REMEMBERED)
      this.#head = last.seq
      this.#again ||= events.length === PAGE
    }
  }

  /** The topic has reached at least this number, whatever is left of its events. */
  reach(seq: number): void {
    if (seq <= this.#head) return
    this.#head = seq
    this.#recent = []
  }

  /** The events after a number without a gap, or the reason why the reader has to read again. */
  async after(seq: number): Promise<readonly LoggedEvent[] | 'gap' | 'lag'> {
    if (seq === this.#head) return []
    if (seq > this.#head) return 'gap'
    if (this.#head - seq > FURTHEST) return 'lag'
    const oldest = this.#recent[0]?.seq ?? Infinity
    if (seq + 1 >= oldest) return this.#recent.slice(seq + 1 - oldest, seq + 1 - oldest + PAGE)
    const events = await this.#store.after(this.topic, seq)
    return events[0]?.seq === seq + 1 ? logged(events) : 'gap'
  }
}
