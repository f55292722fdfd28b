import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { testApp, type TestApp } from '../../../support/build-app.ts'
import { onBothDatabases } from '../../../support/databases.ts'
import { planOf, watchStatements, type SeenStatement } from '../../../support/statements.ts'

onBothDatabases('the queue of messages', (database) => {
  let seen: SeenStatement[]
  let app: TestApp
  let as: string
  beforeAll(async () => {
    seen = watchStatements()
    app = await testApp({ database })
    as = await app.signIn('admin', '1')
    await app.app.listen({ port: 0, host: '127.0.0.1' })
  })
  afterAll(async () => {
    vi.restoreAllMocks()
    await app.close()
  })

  const add = async (esSendTime?: string) => {
    const body = { esTitle: '停电', esContent: '今晚停电', esType: '4', esReceiver: 'admin', esSendTime }
    return (await app.call<{ id: string }>('POST', '/sys/message/sysMessage/add', { as, body })).body.result.id
  }
  const state = async (id: string) =>
    (await app.call<{ esSendStatus: string }>('GET', '/sys/message/sysMessage/queryById', { as, query: { id } })).body.result.esSendStatus

  test('is read along one index by type and time, so that nobody looks through what waits of another type', async () => {
    const id = await add()
    await expect.poll(() => state(id)).toBe('1')
    const looks = seen.filter(({ text }) => text.includes('from "sys_message_queue"') && text.includes('order by'))
    expect(looks.length).toBeGreaterThan(0)
    const plan = await planOf(app, looks.at(-1) ?? { text: '', values: [] })
    if (database === 'sqlite') expect(plan).toBe('SEARCH sys_message_queue USING INDEX ix_sys_message_queue_type (type=? AND due<?)')
    else {
      expect(plan).toMatch(/Index Scan using ix_sys_message_queue_type/)
      expect(plan).not.toMatch(/Sort|Seq Scan|Filter/)
    }
  })

  test('sends what the last release has put into it, which names no type', async () => {
    const id = await add('2099-01-01 00:00:00')
    await app.app.engine.db.write((tx) =>
      tx.updateTable('sys_message_queue').set({ type: null, due: 1 }).where('message_id', '=', id).execute(),
    )
    await expect.poll(() => state(id)).toBe('1')
  })
})
