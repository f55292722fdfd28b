import { describe, expect, test } from 'vitest'
import BetterSqlite3 from 'better-sqlite3'
import { Client } from 'pg'
import { join } from 'node:path'
import { databases, hasPostgres, type DatabaseKind } from '../support/databases.ts'
import { serverPassword, startServer, type RunningServer } from '../support/start-server.ts'

const WRITES = 1000
const AT_ONCE = 8

interface Acknowledged {
  readonly id: string
  readonly comment: string
}
interface Trace {
  readonly row_id: string
  readonly operation: string
}

/** Acknowledged writes that are not there after the crash, or are there without their audit row. */
export function lostWrites(
  acknowledged: readonly Acknowledged[],
  rows: ReadonlyMap<string, string>,
  audited: ReadonlySet<string>,
): string[] {
  return acknowledged.flatMap(({ id, comment }) => {
    if (rows.get(id) !== comment) return [`row ${id} is lost`]
    return audited.has(id) ? [] : [`row ${id} has no audit row`]
  })
}

async function tokenOf(server: RunningServer): Promise<string> {
  const body = JSON.stringify({ username: 'admin', password: serverPassword, captcha: '', checkKey: '' })
  const reply = await fetch(`${server.url}/api/sys/login`, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  const { result }: { result: { token: string } } = JSON.parse(await reply.text())
  return result.token
}

/** Write until the server dies or all is written; answers what it acknowledged. */
async function writeUntilDeath(server: RunningServer, round: number, killAfter: number): Promise<Acknowledged[]> {
  const headers = { 'content-type': 'application/json', 'x-access-token': await tokenOf(server) }
  const acknowledged: Acknowledged[] = []
  let next = 0
  let dead: Promise<void> | undefined
  const worker = async (): Promise<void> => {
    while (next < WRITES && !dead) {
      const comment = `评语-${round}-${next++}`
      const body = JSON.stringify({ comment, commentLeve: 1, commentType: '1' })
      const reply = await fetch(`${server.url}/api/inspect/bhInspectionComment/add`, { method: 'POST', headers, body }).then(
        (answer) => answer.text(),
        () => undefined,
      )
      if (reply === undefined) return
      const { success, result }: { success: boolean; result: { id: string } } = JSON.parse(reply)
      if (success) acknowledged.push({ id: result.id, comment })
      if (acknowledged.length >= killAfter) dead ??= server.stop('SIGKILL')
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  await dead
  return acknowledged
}

async function query(server: RunningServer, text: string): Promise<unknown[]> {
  if (server.databaseUrl) {
    const client = new Client({ connectionString: server.databaseUrl })
    await client.connect()
    const { rows }: { rows: unknown[] } = await client.query(text)
    await client.end()
    return rows
  }
  const db = new BetterSqlite3(join(server.dataDir, 'shiyan.db'), { readonly: true })
  const rows = db.prepare(text).all()
  db.close()
  return rows
}

const texts = (row: unknown): Record<string, string> =>
  Object.fromEntries(Object.entries(Object(row)).map(([key, value]) => [key, String(value)]))

async function read(server: RunningServer): Promise<{ rows: Map<string, string>; audits: Trace[] }> {
  const rows = (await query(server, 'select id, comment from bh_inspection_comment')).map(texts)
  const audits = (await query(server, `select row_id, operation from sys_audit where table_name = 'bh_inspection_comment'`)).map(texts)
  return {
    rows: new Map(rows.map((row) => [row['id'] ?? '', row['comment'] ?? ''])),
    audits: audits.map((row) => ({ row_id: row['row_id'] ?? '', operation: row['operation'] ?? '' })),
  }
}

describe.for(databases)('a server that is killed while it writes (%s)', (database: DatabaseKind) => {
  test.skipIf(database === 'postgres' && !hasPostgres())('loses no acknowledged row and no audit row, three times over', async () => {
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
        const { rows, audits } = await read(server)
        expect(lostWrites(all, rows, new Set(audits.map((audit) => audit.row_id)))).toEqual([])
        expect(audits.map((audit) => audit.row_id).sort()).toEqual([...rows.keys()].sort())
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
  test('a lost row and a lost audit row are told', () => {
    const one = [{ id: '1', comment: 'a' }]
    expect(lostWrites(one, new Map([['1', 'a']]), new Set(['1']))).toEqual([])
    expect(lostWrites(one, new Map(), new Set(['1']))).toEqual(['row 1 is lost'])
    expect(lostWrites(one, new Map([['1', 'a']]), new Set())).toEqual(['row 1 has no audit row'])
  })
})
