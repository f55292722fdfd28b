/** What travels on the live feed. Both sides use this; it imports nothing. */

type Values = Readonly<Record<string, unknown>>

/** Why lists have to be read again: events are missing, the numbering is new, or there were too many events to send one by one. */
export type ResyncReason = 'gap' | 'epoch' | 'lag'

/** Something happened in a topic. The numbers of a topic have no gaps and follow the order of events. */
export interface FeedEvent {
  readonly cmd: 'event'
  readonly topic: string
  readonly seq: number
  /** The time, in milliseconds of the server's clock. */
  readonly at: number
  /** `write`: a row was written · `hidden`: not visible to this login, sent only for its number · otherwise an announcement of a plugin. */
  readonly type: string
  readonly entity?: string
  readonly id?: string
  readonly operation?: string
  readonly changed?: readonly string[]
  readonly version?: number
  /** The person who did it; left out if the reader should not know. */
  readonly by?: string
  readonly byName?: string
  /** The row at the time of delivery, with its display texts; null if it left the topic or was deleted. */
  readonly row?: Values | null
  /** Earlier values of states that changed. */
  readonly before?: Values
  /** The name that the specification uses. */
  readonly event?: 'submission' | 'help' | 'helpCancelled'
  /** Content of a plugin's announcement. */
  readonly body?: Values
}

/** The connection is open; `epoch` identifies the numbering, `heartbeat` says how often to send one, `time` is the server's clock. */
interface Welcome {
  readonly cmd: 'welcome'
  readonly epoch: string
  readonly heartbeat: number
  readonly time: number
}

/** The topic is delivered from this number on. */
export interface Subscribed {
  readonly cmd: 'subscribed'
  readonly topic: string
  readonly seq: number
}

/** Read again what is shown of the topic; it continues from this number. */
export interface Resync {
  readonly cmd: 'resync'
  readonly topic: string
  readonly seq: number
  readonly reason: ResyncReason
}

/** These topics are not, or no longer, available to this login; without a topic: the message could not be read. */
export interface RefusedTopics {
  readonly cmd: 'refused'
  readonly topic: string
  /** All of them, if there is more than one. */
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

/** What the server answers to a poll. */
export interface Polled {
  readonly epoch: string
  readonly time: number
  readonly messages: readonly FeedMessage[]
}

/** Close codes after which reconnecting does not help; the reason says why. */
export const LOGIN_ENDED = 4001
export const NOT_ALLOWED = 4003
