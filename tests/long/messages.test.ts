import { createServer, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { testApp } from '../support/build-app.ts'
import { hasPostgres } from '../support/databases.ts'
import { startMailServer } from '../support/mail-server.ts'
import { freshDatabase } from '../support/postgres.ts'
import { startServer } from '../support/start-server.ts'
import { callsTo } from './server-calls.ts'
import { expectNone } from '../support/expect-none.ts'

const COUNT = 1_000
/** What one node sends at the same time: no more can have been given away without a note when it was killed. */
const LANES = 5

test.skipIf(!hasPostgres())(
  'of 1,000 messages each arrives although the mail server goes away and a node is killed; only what that node held can come twice, with one id',
  async () => {
    const mail = await startMailServer()
    const database = await freshDatabase()
    const env = { DEMO: '0', LOG_LEVEL: 'fatal', SMTP_URL: mail.url, PUBLIC_URL: 'http://lab.example' }
    const one = await startServer({ databaseUrl: database.url, env })
    const other = await startServer({ databaseUrl: database.url, env })
    try {
      const calls = callsTo(one)
      const as = await calls.signIn('admin')
      const ids: string[] = []
      const add = async (n: number) => {
        const body = { esTitle: `第${n}条`, esContent: '内容', esType: '2', esReceiver: `p${n}@lab.example` }
        const answer = await calls.call<{ id: string }>('POST', '/sys/message/sysMessage/add', { as, body })
        ids.push(answer.body.result.id)
      }
      for (let n = 0; n < COUNT; n += 20) {
        if (n === 200) await mail.goAway()
        await Promise.all(Array.from({ length: 20 }, (_, index) => add(n + index)))
      }
      await pause(5_000)
      await mail.comeBack()
      await expect.poll(() => mail.arrived.length, { timeout: 120_000 }).toBeGreaterThan(400)
      await other.stop('SIGKILL')
      const waiting = async () => {
        const unsent = { esSendStatus: '!1', pageSize: 1 }
        return (await calls.call<{ total: number }>('GET', '/sys/message/sysMessage/list', { as, query: unsent })).body.result.total
      }
      await expect.poll(waiting, { timeout: 240_000, interval: 1_000 }).toBe(0)
      const arrived = Map.groupBy(mail.arrived, ({ id }) => id)
      expectNone(ids.filter((id) => !arrived.has(`${id}@lab.example`)))
      expect(arrived.size).toBe(COUNT)
      const twice = [...arrived.values()].filter((mails) => mails.length > 1)
      expect(twice.length).toBeLessThanOrEqual(LANES)
      expectNone(twice.filter((mails) => mails.length > 2))
    } finally {
      await one.remove()
      await other.remove()
      await mail.close()
      await database.drop()
    }
  },
  600_000,
)

/** A mail server whose greeting never ends, a line every two seconds; `taken` are the connections to it. */
async function startEndlessMailServer() {
  const taken: Socket[] = []
  const server = createServer((socket) => {
    taken.push(socket)
    socket.on('error', () => undefined).write('220 here\r\n')
    socket.once('data', () => {
      const timer = setInterval(() => socket.write('250-and\r\n'), 2_000)
      socket.once('close', () => clearInterval(timer))
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    taken,
    close() {
      for (const socket of taken) socket.destroy()
      server.close()
    },
  }
}

test('a mail server that never comes to an end holds a message for less than a claim lasts', async () => {
  const mail = await startEndlessMailServer()
  const app = await testApp({ database: 'sqlite', env: { SMTP_URL: mail.url, PUBLIC_URL: 'http://lab.example' } })
  try {
    const as = await app.signIn('admin', '1')
    await app.app.listen({ port: 0, host: '127.0.0.1' })
    const body = { esTitle: '通知', esContent: '内容', esType: '2', esReceiver: 'a@lab.example' }
    await app.call('POST', '/sys/message/sysMessage/add', { as, body })
    const tries = async () => {
      const { body: answer } = await app.call<{ records: object[] }>('GET', '/sys/message/sysMessage/list', { as })
      return answer.result.records[0]
    }
    await expect
      .poll(tries, { timeout: 58_000, interval: 500 })
      .toMatchObject({ esSendStatus: '2', esSendNum: 1, esResult: '邮件没有发出：服务器在 50 秒内没有收下' })
    expect(mail.taken).toHaveLength(1)
  } finally {
    mail.close()
    await app.close()
  }
}, 90_000)
