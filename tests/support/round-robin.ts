import { Agent, createServer, request as send, type IncomingMessage } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { pipeline, type Duplex } from 'node:stream'

/** A proxy before several nodes. */
export interface RoundRobin {
  readonly url: string
  /** Stop listening and cut all connections. */
  close(): Promise<void>
}

const withAddress = ({ headers, socket }: IncomingMessage) => ({
  ...headers,
  'x-forwarded-for': [headers['x-forwarded-for'], socket.remoteAddress].filter(Boolean).join(', '),
})

const headOf = ({ statusCode, statusMessage, rawHeaders }: IncomingMessage): string => {
  const lines = rawHeaders.flatMap((name, index) => (index % 2 ? [] : [`${name}: ${rawHeaders[index + 1]}`]))
  return [`HTTP/1.1 ${statusCode} ${statusMessage}`, ...lines, '', ''].join('\r\n')
}

/** Join two sockets; when one ends, so does the other. */
function join(one: Duplex, other: Duplex): void {
  pipeline(one, other, () => other.destroy())
  pipeline(other, one, () => one.destroy())
}

/** How often a proxy that watches its nodes asks them, in milliseconds. */
const ASK = 200

/** Which of the nodes say that they are ready, asked again and again; a node that nobody has asked yet does not wait when it stops. */
async function watchReady(ports: readonly number[]): Promise<{ ready(): readonly number[]; stop(): void }> {
  let ready = ports
  const isReady = (port: number) =>
    fetch(`http://127.0.0.1:${port}/ready`).then(
      ({ ok }) => ok,
      () => false,
    )
  const ask = async () => {
    const answers = await Promise.all(ports.map(isReady))
    const some = ports.filter((_port, index) => answers[index])
    ready = some.length > 0 ? some : ports
  }
  await ask()
  const timer = setInterval(() => void ask(), ASK)
  return { ready: () => ready, stop: () => clearInterval(timer) }
}

interface ProxyOptions {
  readonly port?: number
  /** Whether it asks the nodes and leaves out those that are not ready. */
  readonly watches?: boolean
}

/** The plainest proxy: each request, and each WebSocket, goes to the next port in turn, whoever sends it. It never sends anything twice. */
export async function startRoundRobin(ports: readonly number[], { port = 0, watches = false }: ProxyOptions = {}): Promise<RoundRobin> {
  const agent = new Agent({ keepAlive: true })
  const open = new Set<Socket>()
  const watched = watches ? await watchReady(ports) : { ready: () => ports, stop: () => undefined }
  let turn = 0
  const next = (request: IncomingMessage) => ({
    host: '127.0.0.1',
    port: watched.ready()[turn++ % watched.ready().length],
    method: request.method,
    path: request.url,
    headers: withAddress(request),
  })
  const server = createServer((request, response) => {
    const passed = send({ ...next(request), agent }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.rawHeaders)
      pipeline(answer, response, () => undefined)
    })
    passed.on('error', () => (response.headersSent ? response.destroy() : response.writeHead(502).end()))
    response.on('close', () => passed.destroy())
    request.pipe(passed)
  })
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, first: Buffer) => {
    const passed = send(next(request))
    passed.on('error', () => socket.destroy())
    passed.on('upgrade', (answer, node, more) => {
      socket.write(headOf(answer))
      socket.write(more)
      node.write(first)
      join(socket, node)
    })
    passed.on('response', (answer) => {
      socket.write(headOf(answer))
      pipeline(answer, socket, () => undefined)
    })
    socket.on('error', () => passed.destroy())
    passed.end()
  })
  server.on('connection', (socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  await new Promise<void>((done, failed) => server.once('error', failed).listen(port, '127.0.0.1', done))
  const { port: listening } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${listening}`,
    async close() {
      watched.stop()
      const closed = new Promise((done) => server.close(done))
      for (const socket of open) socket.destroy()
      agent.destroy()
      await closed
    },
  }
}
