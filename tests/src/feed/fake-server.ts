import { vi } from 'vitest'
import { openFeed, type Feed, type FeedState } from '../../../src/feed/connection.ts'
import type { FeedMessage, ServerMessage } from '../../../src/feed/messages.ts'

/** A socket with the test at the other end. */
export class FakeSocket {
  static readonly CONNECTING = 0
  static readonly OPEN = 1
  static made: FakeSocket[] = []
  readyState = 0
  readonly sent: Record<string, unknown>[] = []
  readonly url: string
  readonly protocols: readonly string[]
  onopen: (() => void) | null = null
  onclose: ((event: { code: number; reason: string }) => void) | null = null
  onmessage: ((event: { data: string }) => void) | null = null
  onerror: (() => void) | null = null

  constructor(url: string, protocols: readonly string[]) {
    this.url = url
    this.protocols = protocols
    FakeSocket.made.push(this)
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text))
  }

  close(): void {
    this.readyState = 3
  }

  /** The server sends something. */
  say(...messages: ServerMessage[]): void {
    this.readyState = FakeSocket.OPEN
    for (const message of messages) this.onmessage?.({ data: JSON.stringify(message) })
  }

  welcome(epoch = 'E1'): void {
    this.say({ cmd: 'welcome', epoch, heartbeat: 25_000, time: Date.now() })
  }

  /** The other side ends the connection. */
  end(code = 1006, reason = ''): void {
    this.readyState = 3
    this.onclose?.({ code, reason })
  }
}

export interface Follower {
  readonly feed: Feed
  readonly news: FeedMessage[]
  readonly states: (readonly [FeedState, string | undefined])[]
  /** The socket opened last. */
  socket(): FakeSocket
  /** The browser fires an event: `online`, `offline`. */
  notice(name: string): void
  readonly fetchJson: ReturnType<typeof vi.fn<(path: string) => Promise<unknown>>>
}

/** A feed with fake sockets and a fake clock. */
export function follow(topics: readonly string[]): Follower {
  vi.useFakeTimers()
  vi.stubGlobal('WebSocket', FakeSocket)
  FakeSocket.made = []
  const listeners = new Map<string, () => void>()
  vi.stubGlobal('addEventListener', (name: string, listener: () => void) => listeners.set(name, listener))
  vi.stubGlobal('removeEventListener', (name: string) => listeners.delete(name))
  const news: FeedMessage[] = []
  const states: (readonly [FeedState, string | undefined])[] = []
  const fetchJson = vi.fn<(path: string) => Promise<unknown>>().mockRejectedValue(new Error('no network'))
  const feed = openFeed({
    userId: '7',
    readToken: () => 'token',
    fetchJson,
    topics,
    onMessage: (message) => news.push(message),
    onState: (state, reason) => states.push([state, reason]),
    server: 'ws://here',
  })
  const socket = () => {
    const last = FakeSocket.made.at(-1)
    if (!last) throw new Error('no socket was opened')
    return last
  }
  return { feed, news, states, socket, fetchJson, notice: (name) => listeners.get(name)?.() }
}

export const event = (seq: number, topic = 'course:1'): FeedMessage => ({ cmd: 'event', topic, seq, at: 0, type: 'write', id: `r${seq}` })
export const subscribed = (seq: number, topic = 'course:1'): FeedMessage => ({ cmd: 'subscribed', topic, seq })
