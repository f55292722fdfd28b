/**
 * The load of one run, as a process of its own: `node load.ts '<job>'` prints a `LoadSeen`. It ends after its time, or when it is told to.
 * It speaks HTTP/1.1 over bare sockets, so that one core of client suffices for any server measured here.
 */
import { connect, type Socket } from 'node:net'

/** One request of the mix; `{n}` in path or body becomes a text that no other request has. */
export interface LoadRequest {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly body?: string
}

export interface LoadJob {
  readonly port: number
  /** Of one person, or of several, who ask over connections of their own. */
  readonly token: string | readonly string[]
  readonly connections: number
  readonly warmUpSeconds: number
  readonly seconds: number
  /** Milliseconds that each connection waits before its next request, as people do. */
  readonly pause?: number
  readonly requests: readonly LoadRequest[]
}

export interface LoadSeen {
  readonly answers: number
  readonly perSecond: number
  /** Milliseconds from a request to its whole answer. */
  readonly p50: number
  readonly p95: number
  readonly p99: number
}

const END_OF_HEAD = Buffer.from('\r\n\r\n')

/** The length of the whole answer at the start of `bytes`, or 0 while it is not all there. */
function answerLength(bytes: Buffer): number {
  const end = bytes.indexOf(END_OF_HEAD)
  if (end < 0) return 0
  const head = bytes.toString('latin1', 0, end)
  const length = /^content-length: (\d+)/im.exec(head)?.[1]
  if (!head.startsWith('HTTP/1.1 200') || length === undefined) throw new Error(`unexpected answer: ${bytes.toString('utf8', 0, 600)}`)
  const total = end + 4 + Number(length)
  return bytes.length >= total ? total : 0
}

function requestText(token: string, { method, path, body }: LoadRequest, unique: string): string {
  const fill = (text: string) => text.replaceAll('{n}', unique)
  const head = `${method} ${fill(path)} HTTP/1.1\r\nhost: 127.0.0.1\r\nx-access-token: ${token}\r\n`
  if (body === undefined) return `${head}\r\n`
  const filled = fill(body)
  return `${head}content-type: application/json\r\ncontent-length: ${Buffer.byteLength(filled)}\r\n\r\n${filled}`
}

/** Keep the given number of requests under way until the time is over; answers how many were answered per second, and how soon. */
async function run(job: LoadJob): Promise<LoadSeen> {
  const mark = `${process.pid.toString(36)}-${Date.now().toString(36)}`
  const started = performance.now()
  const counted = started + job.warmUpSeconds * 1000
  let over = counted + job.seconds * 1000
  process.once('SIGTERM', () => (over = 0))
  let sent = 0
  const waits: number[] = []
  const tokens = [job.token].flat()
  const send = (socket: Socket, token: string): number => {
    const request = job.requests[sent % job.requests.length]
    if (request) socket.write(requestText(token, request, `${mark}-${sent++}`))
    return performance.now()
  }
  const oneConnection = (token: string) =>
    new Promise<void>((done, failed) => {
      let asked = 0
      const ask = () => (asked = send(socket, token))
      const socket = connect({ port: job.port, host: '127.0.0.1', noDelay: true }, ask)
      let bytes: Buffer = Buffer.alloc(0)
      socket.on('error', failed)
      socket.on('close', () => done())
      socket.on('data', (chunk) => {
        bytes = bytes.length ? Buffer.concat([bytes, chunk]) : chunk
        try {
          const length = answerLength(bytes)
          if (!length) return
          bytes = bytes.subarray(length)
        } catch (error) {
          failed(error)
          socket.destroy()
          return
        }
        const now = performance.now()
        if (now > counted) waits.push(now - asked)
        if (now > over) return void socket.end()
        if (job.pause) setTimeout(ask, job.pause)
        else ask()
      })
    })
  await Promise.all(Array.from({ length: job.connections }, (_, place) => oneConnection(tokens[place % tokens.length] ?? '')))
  const sorted = waits.toSorted((one, other) => one - other)
  const at = (part: number) => sorted[Math.ceil((sorted.length - 1) * part)] ?? Number.NaN
  return {
    answers: waits.length,
    perSecond: waits.length / ((performance.now() - counted) / 1000),
    p50: at(0.5),
    p95: at(0.95),
    p99: at(0.99),
  }
}

if (import.meta.main) {
  const job = JSON.parse(process.argv[2] ?? '{}') as LoadJob
  console.log(JSON.stringify(await run(job)))
}
