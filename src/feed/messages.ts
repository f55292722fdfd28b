/** What travels on the live feed. Both sides read this; it imports nothing. */

type Values = Readonly<Record<string, unknown>>

/** Why lists have to be read anew: events are missing, they are numbered anew, or there were too many to tell one by one. */
export type ResyncReason = 'gap' | 'epoch' | 'lag'

/** Something happened to a topic. Numbers of a topic have no holes, and are in the order in which it happened. */
export interface FeedEvent {
  readonly cmd: 'event'
  readonly topic: string
  readonly seq: number
  /** When, in milliseconds of the server's clock. */
  readonly at: number
  /** `write` a row was written · `hidden` not for this login, kept for its number · else what a plugin announced. */
  readonly type: string
  readonly entity?: string
  readonly id?: string
  readonly operation?: string
  readonly changed?: readonly string[]
  readonly version?: number
  /** Who did it; left out where that is not the reader's business. */
  readonly by?: string
  readonly byName?: string
  /** The row as it is when the event is delivered, with its display texts; null when it left the topic or is gone. */
  readonly row?: Values | null
  /** Earlier values of states that changed. */
  readonly before?: Values
  /** What the document calls it. */
  readonly event?: 'submission' | 'help' | 'helpCancelled'
  /** What a plugin announced. */
  readonly body?: Values
}

/** The connection stands; `epoch` names the numbering, `heartbeat` how often to be heard, `time` the server's clock. */
interface Welcome {
  readonly cmd: 'welcome'
  readonly epoch: string
  readonly heartbeat: number
  readonly time: number
}

/** From this number on the topic is told. */
export interface Subscribed {
  readonly cmd: 'subscribed'
  readonly topic: string
  readonly seq: number
}

/** Read what is shown of the topic anew; it goes on from this number. */
export interface Resync {
  readonly cmd: 'resync'
  readonly topic: string
  readonly seq: number
  readonly reason: ResyncReason
}

/** These topics are not, or no longer, for this login; without a topic: what was sent could not be read. */
export interface RefusedTopics {
  readonly cmd: 'refused'
  readonly topic: string
  /** All of them where they are more than the one. */
  readonly topics?: readonly string[]
  readonly message: string
}

interface Heartcheck {
  readonly cmd: 'heartcheck'
  readonly time: number
}

/** What a user of the feed sees. */
export type FeedMessage = FeedEvent | Subscribed | Resync | RefusedTopics

/** What the server sends. */
export type ServerMessage = FeedMessage | Welcome | Heartcheck

/** What the server answers to who asks instead of listening. */
export interface Polled {
  readonly epoch: string
  readonly time: number
  readonly messages: readonly FeedMessage[]
}

/** Close codes: asking again does not help, the reason says why. */
export const LOGIN_ENDED = 4001
export const NOT_ALLOWED = 4003
