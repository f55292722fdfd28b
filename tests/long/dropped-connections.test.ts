import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { hasPostgres } from '../support/databases.ts'
import { startServer, type RunningServer } from '../support/start-server.ts'
import { addComment, lostWrites, storedComments, type Acknowledged } from './acknowledged.ts'
import { callsTo, lookInto } from './server-calls.ts'
import { expectNone } from '../support/expect-none.ts'

const ROUNDS = 25
const AT_ONCE = 8
const unavailable = '数据库暂时不可用，请稍后再试'

const cutAll = (server: RunningServer) =>
  lookInto(server, 'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()')

describe.skipIf(!hasPostgres())('PostgreSQL connections cut while the server works (postgres)', () => {
  test('cause a sentence, but neither stop the server nor lose anything acknowledged', async () => {
    const server = await startServer({ database: 'postgres', env: { DEMO: '0', LOG_LEVEL: 'fatal' } })
    try {
      const calls = callsTo(server)
      const as = await calls.signIn('admin')
      const acknowledged: Acknowledged[] = []
      const refusals: string[] = []
      let over = false
      let next = 0
      const worker = async (): Promise<void> => {
        while (!over) {
          const comment = `评语-${next++}`
          const write = await addComment(server, as, comment)
          if (write?.body.success) acknowledged.push({ id: write.body.result.id, comment })
          else refusals.push(`${write?.status} ${write?.body.message}`)
          const read = await calls.call('GET', '/inspect/bhInspectionComment/list', { as, query: { comment: `*${next % 7}*` } })
          if (!read.body.success) refusals.push(`${read.status} ${read.body.message}`)
        }
      }
      const working = Promise.all(Array.from({ length: AT_ONCE }, worker))
      for (let round = 0; round < ROUNDS; round++) {
        await pause(100 + Math.random() * 200)
        await cutAll(server)
      }
      over = true
      await working
      expect(new Set(refusals)).toEqual(new Set([`503 ${unavailable}`]))

      await pause(200)
      for (let n = 0; n < 30; n++) {
        const answer = await addComment(server, as, `afterwards-${n}`)
        expect(answer?.body).toMatchObject({ success: true })
      }
      const { rows, audited } = await storedComments(server)
      expectNone(lostWrites(acknowledged, rows, new Set(audited)))
      expect(audited.sort()).toEqual([...rows.keys()].sort())
      expect(acknowledged.length).toBeGreaterThan(ROUNDS)
      expectNone(server.errorLines())
    } finally {
      await server.remove()
    }
  })
})
