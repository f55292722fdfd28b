import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { storedComments } from '../../long/acknowledged.ts'
import { callsTo } from '../../long/server-calls.ts'
import { answered, openSocket } from '../../support/feed-socket.ts'
import { startServer, type RunningServer } from '../../support/start-server.ts'

const path = '/inspect/bhInspectionComment/add'
const comment = (text: string) => ({ comment: text, commentLeve: 1, commentType: '1' })

/** A call of which the last byte is still to come. */
async function half({ url }: RunningServer, as: string, text: string): Promise<{ end(): Promise<string> }> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  const body = Buffer.from(JSON.stringify(comment(text)))
  const head = ['Host: here', `X-Access-Token: ${as}`, 'Content-Type: application/json', `Content-Length: ${body.length}`]
  socket.write([`POST /api${path} HTTP/1.1`, ...head, '', ''].join('\r\n'))
  socket.write(body.subarray(0, -1))
  return {
    async end() {
      socket.write(body.subarray(-1))
      const closed = once(socket, 'close').then(() => ['closed without an answer'])
      const [answer]: unknown[] = await Promise.race([once(socket, 'data'), closed])
      socket.destroy()
      return String(answer)
    },
  }
}

const ready = ({ url }: RunningServer): Promise<number> =>
  fetch(`${url}/ready`).then(
    ({ status }) => status,
    () => 0,
  )

test('a node that is told to stop says so, answers on for a while, ends what it has begun, tells its sockets, and goes', async () => {
  const server = await startServer({ env: { DEMO: '0', LOG_LEVEL: 'fatal', DRAIN_SECONDS: '1' } })
  onTestFinished(() => server.remove())
  const calls = callsTo(server)
  const as = await calls.signIn('admin', '1')
  const users = await calls.call<{ records: { id: string }[] }>('GET', '/sys/user/list', { as, query: { username: 'admin' } })
  const userId = users.body.result.records[0]?.id ?? ''
  const socket = await openSocket({ server: server.url.replace('http', 'ws') }, { token: as, userId })
  socket.subscribe({ 'notice:all': null })
  await socket.until(answered('notice:all'))
  expect(await ready(server)).toBe(200)
  const begun = await half(server, as, 'begun')

  const gone = server.stop('SIGTERM')
  await expect.poll(() => ready(server), { interval: 20 }).toBe(503)
  expect(await (await fetch(`${server.url}/health`)).json()).toEqual({ status: 'UP' })
  expect((await calls.call('POST', path, { as, body: comment('meanwhile') })).body.success).toBe(true)
  expect(await socket.closed).toEqual({ code: 1001, reason: '服务器正在停止' })
  await expect.poll(() => ready(server), { interval: 20 }).toBe(0)
  expect(await begun.end()).toMatch(/^HTTP\/1.1 200[^]*"success":true/)
  await gone

  const { rows } = await storedComments(server)
  expect([...rows.values()].sort()).toEqual(['begun', 'meanwhile'])
}, 120_000)
