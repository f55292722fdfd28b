import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { hasPostgres } from '../support/databases.ts'
import { expectNone } from '../support/expect-none.ts'
import { openSocket, reached } from '../support/feed-socket.ts'
import { freshDatabase } from '../support/postgres.ts'
import { hasRedis, startRedis } from '../support/redis.ts'
import { startServer } from '../support/start-server.ts'
import { lostWrites, storedComments } from './acknowledged.ts'
import { peopleAtWork } from './people-at-work.ts'
import { callsTo } from './server-calls.ts'

const PEOPLE = 6
const ROUNDS = 3
const away = '验证服务暂时不可用，请稍后再试！'

test.skipIf(!hasPostgres() || !hasRedis())(
  'Redis is killed three times under two nodes: who is signed in works on, signing in has its sentence, no write and no news is lost, and all comes back alone',
  async () => {
    let redis = await startRedis()
    const { url } = redis
    const database = await freshDatabase()
    const start = () => startServer({ databaseUrl: database.url, env: { DEMO: '0', LOG_LEVEL: 'warn', REDIS_URL: url } })
    const nodes = [await start(), await start()] as const
    const [one, other] = nodes
    try {
      const token = await callsTo(one).signIn('admin', '1')
      const query = { username: 'admin' }
      const users = await callsTo(one).call<{ records: { id: string }[] }>('GET', '/sys/user/list', { as: token, query })
      const page = await openSocket({ server: other.url.replace('http', 'ws') }, { token, userId: users.body.result.records[0]?.id ?? '' })
      page.subscribe({ 'notice:all': 0 })
      const work = peopleAtWork(
        PEOPLE,
        nodes.map((node) => node.url),
        token,
      )
      const body = { username: 'admin', password: 'Admin-12345', captcha: '', checkKey: '' }
      const signsIn = async (node: typeof one) => {
        const { status, body: said } = await callsTo(node).call('POST', '/sys/login', { body })
        return said.success ? 'signed in' : `${status} ${said.message}`
      }
      for (let round = 1; round <= ROUNDS; round++) {
        await pause(1_000)
        await redis.stop()
        for (const node of nodes) await expect.poll(() => signsIn(node)).toBe(`503 ${away}`)
        const key = await callsTo(other).call('POST', '/sys/passkey/loginOptions', { body: {} })
        expect([key.status, key.body.message]).toEqual([503, away])
        // Written on one node, heard on the other, which now looks into the database.
        expect((await callsTo(one).call('GET', '/sys/annountCement/syncNotic', { as: token })).body.success).toBe(true)
        await page.until(reached('notice:all', round))
        redis = await startRedis(Number(new URL(url).port))
        for (const node of nodes) await expect.poll(() => signsIn(node), { timeout: 10_000 }).toBe('signed in')
      }
      await work.stop()
      expectNone(work.failed)
      const { rows, audited } = await storedComments(one)
      expectNone(lostWrites(work.acknowledged, rows, new Set(audited)))
      expect(work.acknowledged.length).toBeGreaterThan(50)
      for (const node of nodes) {
        const said = (sentence: string) => node.lines.filter((line) => line.includes(sentence)).length
        expect(said('Redis 连接中断，恢复之前不能登录、不能使用验证码')).toBe(ROUNDS)
        expect(said('Redis 已恢复连接，可以登录并使用验证码')).toBe(ROUNDS)
        expect(said('Redis 连接中断，实时消息改为每秒查询数据库')).toBe(ROUNDS)
        expectNone(node.errorLines())
      }
      console.log(`${work.acknowledged.length} writes acknowledged`)
      page.close()
    } finally {
      for (const node of nodes) await node.remove()
      await Promise.all([redis.stop(), database.drop()])
    }
  },
  300_000,
)
