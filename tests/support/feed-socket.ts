import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { FeedEvent, ServerMessage } from '../../src/feed/messages.ts'

/** A bare client of the feed: it sends what the test gives it, and keeps what it hears. */
export interface FeedSocket {
  readonly heard: readonly ServerMessage[]
  /** The events of one topic. */
  events(topic: string): readonly FeedEvent[]
  send(message: unknown): void
  subscribe(topics: Readonly<Record<string, number | null>>, epoch?: string): void
  /** Wait until something is heard; fails after five seconds with everything heard so far. */
  until<T>(found: (heard: readonly ServerMessage[]) => T | undefined | false): Promise<T>
  /** How the server closed it. */
  readonly closed: Promise<{ readonly code: number; readonly reason: string }>
  close(): void
}

export interface FeedPlace {
  /** `ws://127.0.0.1:1234` */
  readonly server: string
  readonly path?: string
}

/** Let a test application listen; answers the address for sockets. */
export async function listening(app: FastifyInstance, port = 0): Promise<string> {
  await app.listen({ port, host: '127.0.0.1' })
  const address = app.server.address() as AddressInfo
  return `ws://127.0.0.1:${address.port}`
}

/** Open a socket with this token, as this user, and wait for the welcome or the end. */
export async function openSocket(
  { server, path = '/api/websocket' }: FeedPlace,
  { token, userId }: { token: string; userId: string },
): Promise<FeedSocket> {
  const socket = new WebSocket(`${server}${path}/${userId}`, token ? [token] : [])
  const heard: ServerMessage[] = []
  const waiting = new Set<() => void>()
  const wake = () => waiting.forEach((look) => look())
  socket.onmessage = ({ data }) => {
    heard.push(JSON.parse(String(data)))
    wake()
  }
  const closed = new Promise<{ code: number; reason: string }>((done) => {
    socket.onclose = ({ code, reason }) => {
      done({ code, reason })
      wake()
    }
  })
  const send = (message: unknown) => socket.send(typeof message === 'string' ? message : JSON.stringify(message))
  const until: FeedSocket['until'] = (found) =>
    new Promise((done, failed) => {
      const look = () => {
        const value = found(heard)
        if (value === undefined || value === false) return
        waiting.delete(look)
        clearTimeout(late)
        done(value)
      }
      const late = setTimeout(() => {
        waiting.delete(look)
        failed(new Error(`not heard: ${found.toString()} among ${JSON.stringify(heard)}`))
      }, 5_000)
      waiting.add(look)
      look()
    })
  await Promise.race([until((all) => all.some(({ cmd }) => cmd === 'welcome')), closed])
  return {
    heard,
    events: (topic) => heard.filter((message) => message.cmd === 'event').filter((message) => message.topic === topic),
    send,
    subscribe: (topics, epoch) => send({ cmd: 'subscribe', topics, ...(epoch === undefined ? {} : { epoch }) }),
    until,
    closed,
    close: () => socket.close(),
  }
}

/** The topic was followed or refused. */
export const answered = (topic: string) => (heard: readonly ServerMessage[]) =>
  heard.find(
    (message) =>
      (message.cmd === 'subscribed' || message.cmd === 'refused' || message.cmd === 'resync') &&
      (message.topic === topic || ('topics' in message && message.topics?.includes(topic))),
  )

/** Everything up to this number was heard. */
export const reached = (topic: string, seq: number) => (heard: readonly ServerMessage[]) =>
  heard.some((message) => message.cmd === 'event' && message.topic === topic && message.seq >= seq)
