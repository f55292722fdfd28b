import { expect } from 'vitest'
import { untypedEngine } from '../../engine/server/index.ts'
import type { TestAnswer, TestEnvelope, TestApp } from '../support/build-app.ts'

export type WorldRow = Readonly<Record<string, unknown>> & { readonly id: string }

/** The password of every account that tests make. */
export const password = 'Abc123!@'

export const roleId = (code: string): string => `100000000000000000${code}`

/** Add one row through the front door; a refusal fails the test and shows the answer. */
export async function addRow(
  app: Pick<TestApp, 'call'>,
  base: string,
  call: { as: string; body: Readonly<Record<string, unknown>> },
): Promise<WorldRow> {
  const answer = await app.call<WorldRow>('POST', `${base}/add`, call)
  if (!answer.body.success) throw new Error(`${base}/add refused: ${JSON.stringify(answer.body)}`)
  return answer.body.result
}

let people = 0

/** An account with one role or several, signed in with the first. */
export async function aPerson(
  app: Pick<TestApp, 'call' | 'signIn'>,
  admin: string,
  roles: string,
): Promise<{ id: string; username: string; realname: string; token: string }> {
  const username = `person${++people}`
  const realname = `人员${people}`
  const root = await app.call<{ records: WorldRow[] }>('GET', '/sys/sysDepart/list', {
    as: admin,
    query: { column: 'orgCode', order: 'asc' },
  })
  const selectedroles = [...roles].map(roleId).join(',')
  const body = {
    username,
    password,
    confirmpassword: password,
    realname,
    selectedroles,
    selecteddeparts: root.body.result.records[0]?.id,
  }
  const { id } = await addRow(app, '/sys/user', { as: admin, body })
  return { id, username, realname, token: await app.signIn(username, roles[0], password) }
}

/** All rows of a table as stored, for comparing before with after. */
export async function stored(app: TestApp, table: string): Promise<readonly WorldRow[]> {
  const { db, models } = untypedEngine(app.app.engine)
  const rows = await db.read.selectFrom(table).selectAll().execute()
  const column = [...models.values()].find((model) => model.table === table)?.idColumn ?? 'id'
  return rows.map((row): WorldRow => ({ ...row, id: String(row[column] ?? JSON.stringify(row)) })).sort((a, b) => (a.id < b.id ? -1 : 1))
}

/** Audit rows of one row, oldest first. */
export async function auditOf(
  app: TestApp,
  id: string,
): Promise<readonly { operation: unknown; version: unknown; username: unknown; changes: string }[]> {
  const rows = await app.app.engine.db.read
    .selectFrom('sys_audit')
    .selectAll()
    .where('row_id', '=', id)
    .orderBy('version')
    .orderBy('id')
    .execute()
  return rows.map(({ operation, version, username, changes }) => ({ operation, version, username, changes: String(changes) }))
}

export async function auditCount(app: TestApp): Promise<number> {
  const row = await app.app.engine.db.read
    .selectFrom('sys_audit')
    .select((e) => e.fn.countAll().as('n'))
    .executeTakeFirst()
  return Number(row?.['n'])
}

/** The answer for both missing and foreign rows: the row does not exist. */
export function expectNotFound(answer: TestAnswer<unknown>): void {
  expect(answer.body).toMatchObject({ success: false, code: 500, message: '未找到对应实体' } satisfies Partial<TestEnvelope>)
}
