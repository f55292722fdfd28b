import { describe, expect, test } from 'vitest'
import { databases, hasPostgres, type DatabaseKind } from '../support/databases.ts'
import { startServer, type RunningServer } from '../support/start-server.ts'
import { addComment, lostWrites, storedComments, type Acknowledged } from './acknowledged.ts'
import { callsTo } from './server-calls.ts'
import { expectNone } from '../support/expect-none.ts'

const WRITES = 1000
const AT_ONCE = 8

/** Write until the server dies or everything is written; answers the acknowledged writes. */
async function writeUntilDeath(server: RunningServer, round: number, killAfter: number): Promise<Acknowledged[]> {
  const as = await callsTo(server).signIn('admin')
  const acknowledged: Acknowledged[] = []
  let next = 0
  let dead: Promise<void> | undefined
  const worker = async (): Promise<void> => {
    while (next < WRITES && !dead) {
      const comment = `评语-${round}-${next++}`
      const answer = await addComment(server, as, comment)
      if (answer === undefined) return
      if (answer.body.success) acknowledged.push({ id: answer.body.result.id, comment })
      if (acknowledged.length >= killAfter) dead ??= server.stop('SIGKILL')
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  await dead
  return acknowledged
}

describe.for(databases)('a server killed while it writes (%s)', (database: DatabaseKind) => {
  test.skipIf(database === 'postgres' && !hasPostgres())('loses no acknowledged row and no audit row, three times', async () => {
    let server = await startServer({ database, env: { DEMO: '0', LOG_LEVEL: 'error' } })
    const first = server
    const all: Acknowledged[] = []
    try {
      for (const round of [1, 2, 3]) {
        all.push(...(await writeUntilDeath(server, round, 150 + Math.floor(Math.random() * 700))))
        server = await startServer({
          database,
          dataDir: first.dataDir,
          env: { DEMO: '0', LOG_LEVEL: 'error' },
          ...(first.databaseUrl ? { databaseUrl: first.databaseUrl } : {}),
        })
        const { rows, audited } = await storedComments(server)
        expectNone(lostWrites(all, rows, new Set(audited)))
        expect(audited.sort()).toEqual([...rows.keys()].sort())
        expect(rows.size - all.length).toBeLessThanOrEqual(AT_ONCE * round)
      }
      expect(all.length).toBeGreaterThanOrEqual(450)
    } finally {
      await server.stop()
      await first.remove()
    }
  })
})

describe('planted', () => {
  test('a lost row and a lost audit row are noticed', () => {
    const one = [{ id: '1', comment: 'a' }]
    expect(lostWrites(one, new Map([['1', 'a']]), new Set(['1']))).toEqual([])
    expect(lostWrites(one, new Map(), new Set(['1']))).toEqual(['row 1 is lost'])
    expect(lostWrites(one, new Map([['1', 'a']]), new Set())).toEqual(['row 1 has no audit row'])
  })
})
