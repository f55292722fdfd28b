import type { Duplex } from 'node:stream'
import websocket from '@fastify/websocket'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { InvalidInput, NotSignedIn, ok } from '../../../engine/server/index.ts'
import type { FeedMessage, Polled } from '../../feed/messages.ts'
import { isSeq, isTopic } from './frames.ts'
import type { LiveFeed } from './live-feed.ts'
import { refusal } from './readers.ts'

const MOST_BYTES = 16 * 1024
const MOST_ASKED = 100
const LAST_WORDS = 500

/** The token is the first sub-protocol: browsers cannot set headers on a socket, and addresses end up in logs. */
const tokenOf = (request: FastifyRequest): string => (request.headers['sec-websocket-protocol'] ?? '').split(',')[0]?.trim() ?? ''

/** `course:1@41,user:2`: topics with the last number delivered, or without one to start from now. */
function readTopics(text: string): Map<string, number | null> {
  const followed = new Map<string, number | null>()
  for (const part of text.split(',').filter((one) => one !== '')) {
    const [topic, told] = part.split('@')
    const seq = told === undefined ? null : Number(told)
    if (!isTopic(topic) || !(seq === null || isSeq(seq)) || followed.size >= MOST_ASKED)
      throw new InvalidInput({ topics: '订阅的主题格式不正确' })
    followed.set(topic, seq)
  }
  return followed
}

const textIn = (query: unknown, key: string): string => {
  const value: unknown = typeof query === 'object' && query !== null ? Reflect.get(query, key) : undefined
  return typeof value === 'string' ? value : ''
}

/** Events since the numbers that the client names: the same messages as over the socket, with the same rights. */
async function polled({ hub, rights }: LiveFeed, request: FastifyRequest): Promise<Polled> {
  const followed = readTopics(textIn(request.query, 'topics'))
  const refused = await rights(request.actor, [...followed.keys()])
  const allowed = new Map([...followed].filter(([topic]) => !refused.has(topic)))
  const told = await hub.ask(allowed, { epoch: textIn(request.query, 'epoch'), actor: request.actor })
  const [message] = refused.values()
  const messages: FeedMessage[] = message === undefined ? [] : [refusal([...refused.keys()], message)]
  for (const text of told) messages.push(JSON.parse(text))
  return { epoch: hub.epoch, time: Date.now(), messages }
}

/** Let the application accept sockets. When it stops it tells them so, and does not wait for clients that are slow or silent. */
export async function acceptSockets(app: FastifyInstance): Promise<void> {
  const upgraded = new Set<Duplex>()
  app.server.on('upgrade', (_request, connection: Duplex) => {
    upgraded.add(connection)
    connection.once('close', () => upgraded.delete(connection))
  })
  let rest: ReturnType<typeof setInterval> | undefined
  app.addHook('onClose', async () => clearInterval(rest))
  await app.register(websocket, {
    options: { maxPayload: MOST_BYTES },
    // A frame that violates the protocol or is too large is the sender's fault: the socket has already closed itself with the reason.
    errorHandler(error, socket, request) {
      if ('code' in error && String(error.code).startsWith('WS_ERR_')) request.log.info({ reason: error.message }, 'socket closed')
      else request.log.error({ err: error }, 'socket')
      socket.terminate()
    },
    preClose(done) {
      const { websocketServer } = app
      for (const socket of websocketServer.clients) socket.close(1001, '服务器正在停止')
      rest = setInterval(() => upgraded.forEach((connection) => connection.destroy()), LAST_WORDS)
      websocketServer.close(() => done())
    },
  })
}

/** A client without a token is told so over HTTP, where every kind of client can read it. */
async function requireToken(request: FastifyRequest): Promise<void> {
  if (tokenOf(request) === '') throw new NotSignedIn('Token失效：请把登录令牌作为 WebSocket 子协议发送')
}

/** The live feed: the socket under both addresses that the specification's clients use, and the same by polling. */
export function feedRoutes(app: FastifyInstance, feed: LiveFeed): void {
  for (const url of ['/websocket/:userId', '/api/websocket/:userId']) {
    app.get<{ Params: { userId: string } }>(
      url,
      { websocket: true, config: { permission: 'public' }, preValidation: requireToken },
      (socket, request) => feed.sockets.open(socket, { token: tokenOf(request), userId: request.params.userId }),
    )
  }
  app.get(
    '/api/feed/events',
    { config: { permission: 'login', isBackground: true }, schema: { summary: '实时消息（轮询）' } },
    async (request) => ok(await polled(feed, request)),
  )
}
