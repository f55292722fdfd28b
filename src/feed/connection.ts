import { Cursors } from './cursors.ts'
import { LOGIN_ENDED, NOT_ALLOWED, type FeedMessage } from './messages.ts'
import { readMessage, readPolled } from './read-message.ts'

/**
 * `connecting`: for the first time · `reconnecting`: after a break · `polling`: no socket, but news every few seconds · `offline`:
 * neither · `ended`: permanently, the reason says why.
 */
export type FeedState = 'connecting' | 'reconnecting' | 'live' | 'polling' | 'offline' | 'ended'

export interface FeedOptions {
  readonly userId: string
  /** The login's current token. */
  readToken(): string | null
  /** Reads `result` of a GET below `/api`. An error with `status` 401 ends the feed; after any other it tries again. */
  fetchJson(path: string): Promise<unknown>
  readonly topics: readonly string[]
  /**
   * Events, in order and each once. On `subscribed` and `resync`, read the lists of that topic: everything after that number arrives
   * as an event. What is read may be newer than the next events, so compare rows by version.
   */
  onMessage(message: FeedMessage): void
  onState(state: FeedState, reason?: string): void
  /** The server's address, such as `wss://host`; the page's own host by default. */
  readonly server?: string
}

export interface Feed {
  setTopics(topics: readonly string[]): void
  /** The server's clock, in milliseconds. */
  serverNow(): number
  close(): void
}

const TICK = 250
/** After a pause this long the server has closed the socket; after a shorter one a heartbeat checks it. */
const SLEPT = 90_000
const DOZED = 5_000
/** Time for a socket to open, and for the answer to a heartbeat. */
const PATIENCE = 10_000
const LONGEST_WAIT = 30_000
/** After this many failures in a row, poll for events until a socket is open again. */
const PATIENT_FAILURES = 2
const POLL_EVERY = 4_000
/** How often to check whether an unresponsive server is back: this interval, plus up to half of it at random. */
const KNOCK_EVERY = 1_200
/** Pages that learn that the server is back connect within this time, not all at once. */
const SPREAD = 700
/** A socket that has been opening for longer than this was started before the server was back. */
const STUCK = 2_000

const ownServer = (): string => `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}`

function isLoginEnd(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'status' in error && error.status === 401
}

/** Browsers complain when a socket is closed before it was open, which happens when a page is left at once. */
function closeOnceOpen(socket: WebSocket): void {
  socket.onopen = () => socket.close()
  setTimeout(() => socket.close(), STUCK)
}

class Connection implements Feed {
  readonly #options: FeedOptions
  readonly #cursors = new Cursors()
  readonly #timer: ReturnType<typeof setInterval>
  #state: FeedState | undefined
  #socket: WebSocket | undefined
  #isLive = false
  #wasConnected = false
  #isClosed = false
  #failures = 0
  #heartbeat = 25_000
  #offset = 0
  #ticked = Date.now()
  /** When the socket was opened, or when the next attempt is due. */
  #connectedAt = 0
  #retryAt = 0
  #pollAt = 0
  /** When a poll was sent that has no answer yet. */
  #polledAt: number | undefined
  /** The last poll got no answer. */
  #isUnreachable = false
  #heardAt = 0
  /** When a heartbeat was sent that has no answer yet. */
  #askedAt: number | undefined
  #beatAt = 0

  constructor(options: FeedOptions) {
    this.#options = options
    this.#cursors.follow(options.topics)
    this.#timer = setInterval(() => this.#tick(), TICK)
    globalThis.addEventListener?.('online', this.#wake)
    globalThis.addEventListener?.('offline', this.#drop)
    globalThis.document?.addEventListener('visibilitychange', this.#wake)
    this.#connect()
  }

  setTopics(topics: readonly string[]): void {
    const { added, left } = this.#cursors.follow(topics)
    if (!this.#isLive) return
    if (left.length) this.#send({ cmd: 'unsubscribe', topics: left })
    if (added.length) this.#subscribe(added)
  }

  serverNow(): number {
    return Date.now() + this.#offset
  }

  close(): void {
    this.#isClosed = true
    clearInterval(this.#timer)
    globalThis.removeEventListener?.('online', this.#wake)
    globalThis.removeEventListener?.('offline', this.#drop)
    globalThis.document?.removeEventListener('visibilitychange', this.#wake)
    this.#letGo()
  }

  #say(state: FeedState, reason?: string): void {
    if (this.#state === state) return
    this.#state = state
    this.#wasConnected ||= state === 'live' || state === 'polling'
    this.#options.onState(state, reason)
  }

  #sayConnecting(): void {
    if (this.#failures < PATIENT_FAILURES) this.#say(this.#wasConnected ? 'reconnecting' : 'connecting')
  }

  #end(reason: string): void {
    if (this.#isClosed) return
    this.close()
    this.#say('ended', reason)
  }

  #send(message: object): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message))
  }

  #subscribe(topics?: readonly string[]): void {
    const all = Object.entries(this.#cursors.asked())
    const chosen = topics ? all.filter(([topic]) => topics.includes(topic)) : all
    if (chosen.length) this.#send({ cmd: 'subscribe', epoch: this.#cursors.epoch, topics: Object.fromEntries(chosen) })
  }

  /** Drop the socket and ignore anything it still sends. */
  #letGo(): void {
    const socket = this.#socket
    this.#socket = undefined
    this.#isLive = false
    this.#askedAt = undefined
    if (!socket) return
    socket.onclose = socket.onmessage = socket.onerror = null
    if (this.#isClosed && socket.readyState === WebSocket.CONNECTING) closeOnceOpen(socket)
    else socket.close()
  }

  #connect(): void {
    const token = this.#options.readToken()
    if (!token) return this.#end('登录已失效，请重新登录')
    this.#letGo()
    this.#sayConnecting()
    this.#connectedAt = Date.now()
    const { server = ownServer(), userId } = this.#options
    const socket = new WebSocket(`${server}/api/websocket/${encodeURIComponent(userId)}`, [token])
    this.#socket = socket
    socket.onmessage = ({ data }) => this.#hear(String(data))
    socket.onclose = ({ code, reason }) => {
      if (code === LOGIN_ENDED || code === NOT_ALLOWED) this.#end(reason)
      else this.#fail()
    }
  }

  /** The socket is closed or silent: try again, later each time, and not all clients at once. */
  #fail(): void {
    const wasGood = this.#isLive && Date.now() - this.#connectedAt > PATIENCE
    this.#letGo()
    this.#failures = wasGood ? 1 : this.#failures + 1
    this.#retryAt = Date.now() + Math.min(LONGEST_WAIT, 500 * 2 ** this.#failures) * (0.5 + Math.random() / 2)
    this.#sayConnecting()
  }

  /** The server answers again: reconnect soon, however far the next attempt was postponed. */
  #comeBack(): void {
    if (this.#isLive) return
    const now = Date.now()
    if (this.#socket && now - this.#connectedAt > STUCK) this.#letGo()
    if (!this.#socket) this.#retryAt = Math.min(this.#retryAt, now + Math.random() * SPREAD)
    this.#failures = Math.min(this.#failures, PATIENT_FAILURES)
  }

  readonly #wake = (): void => {
    if (globalThis.document?.visibilityState === 'hidden') return
    if (this.#isLive) this.#beat()
    else if (!this.#socket) this.#connect()
  }

  /** The network is gone; a socket would only notice when a heartbeat stays unanswered. */
  readonly #drop = (): void => {
    if (this.#socket) this.#fail()
  }

  #beat(): void {
    const now = Date.now()
    this.#beatAt = now
    this.#askedAt ??= now
    this.#send({ cmd: 'heartbeat' })
  }

  #tick(): void {
    const now = Date.now()
    const pause = now - this.#ticked
    this.#ticked = now
    const waits = this.#askedAt ?? (this.#isLive ? undefined : this.#connectedAt)
    if (pause > SLEPT) this.#connect()
    else if (this.#socket && waits !== undefined && this.#heardAt < waits && now - waits > PATIENCE) this.#fail()
    else if (this.#isLive && (pause > DOZED || now - this.#beatAt >= this.#heartbeat)) this.#beat()
    else if (!this.#socket && now >= this.#retryAt) this.#connect()
    if (!this.#isLive && this.#failures >= PATIENT_FAILURES && now >= this.#pollAt) void this.#poll(now)
  }

  #hear(text: string): void {
    const message = readMessage(text)
    // An unreadable message counts as silence; if it was an event, the number of the next one shows the gap.
    if (!message) return
    const now = Date.now()
    this.#heardAt = now
    if (message.cmd === 'welcome') {
      this.#isLive = true
      this.#isUnreachable = false
      this.#beatAt = now
      this.#heartbeat = message.heartbeat
      this.#offset = message.time - now
      this.#cursors.enter(message.epoch)
      this.#subscribe()
      this.#say('live')
    } else if (message.cmd === 'heartcheck') {
      if (this.#askedAt !== undefined) this.#offset = message.time - (now + this.#askedAt) / 2
      this.#askedAt = undefined
      this.#failures = 0
    } else this.#take(message)
  }

  #take(message: FeedMessage): void {
    const news = this.#cursors.take(message)
    if (news) this.#options.onMessage(news)
  }

  /** Poll for events while no socket is open; whichever answers first, nothing is delivered twice. */
  async #poll(now: number): Promise<void> {
    if (this.#polledAt !== undefined && now - this.#polledAt < PATIENCE) return
    this.#polledAt = now
    this.#pollAt = now + POLL_EVERY
    const topics = Object.entries(this.#cursors.asked()).map(([topic, seq]) => (seq === null ? topic : `${topic}@${seq}`))
    const query = new URLSearchParams({ epoch: this.#cursors.epoch ?? '', topics: topics.join() })
    try {
      const polled = readPolled(await this.#options.fetchJson(`/feed/events?${query}`))
      if (!polled) throw new Error('not an answer of the feed')
      if (this.#isUnreachable) this.#comeBack()
      this.#isUnreachable = false
      if (this.#isLive || this.#isClosed) return
      this.#offset = polled.time - Date.now()
      this.#cursors.enter(polled.epoch)
      for (const message of polled.messages) this.#take(message)
      this.#say('polling')
    } catch (error) {
      if (isLoginEnd(error)) return this.#end('登录已失效，请重新登录')
      this.#isUnreachable = true
      this.#pollAt = Date.now() + KNOCK_EVERY * (1 + Math.random() / 2)
      if (!this.#isLive && !this.#isClosed) this.#say('offline')
    } finally {
      if (this.#polledAt === now) this.#polledAt = undefined
    }
  }
}

/**
 * Follow topics over a socket for as long as the page lives: through interruptions, sleep, restarts and changes of node, and by
 * polling where no socket gets through. Event numbers outlive each connection, so nothing is missed and nothing is delivered twice.
 */
export function openFeed(options: FeedOptions): Feed {
  return new Connection(options)
}
