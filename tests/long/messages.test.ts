import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
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
