import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Tx } from '../../../../engine/server/index.ts'
import { aPerson } from '../../../api/world.ts'
import { testApp, type TestApp } from '../../../support/build-app.ts'
import { onBothDatabases } from '../../../support/databases.ts'
import { answered, listening, openSocket } from '../../../support/feed-socket.ts'
import { planOf, watchStatements, type SeenStatement } from '../../../support/statements.ts'

interface Received {
  readonly id: string
  readonly anntId: string
  readonly titile: string
  readonly readFlag: number
}
interface Notices {
  readonly anntMsgList: readonly Received[]
  readonly anntMsgTotal: number
  readonly sysMsgList: readonly Received[]
  readonly sysMsgTotal: number
}
interface Person {
  readonly id: string
  readonly token: string
}

const base = '/sys/annountCement'
const mine = '/sys/sysAnnouncementSend'

onBothDatabases('received announcements', (database) => {
  let app: TestApp
  let admin: string
  let seen: SeenStatement[]
  beforeAll(async () => {
    seen = watchStatements()
    app = await testApp({ database })
    admin = await app.signIn('admin', '1')
  })
  afterAll(async () => {
    vi.restoreAllMocks()
    await app.close()
  })

  const publish = async (values: object = {}): Promise<string> => {
    const body = { titile: '停电', msgCategory: '1', msgAbstract: '停电', endTime: '2099-01-01 00:00:00', msgType: 'ALL', ...values }
    const added = await app.call<{ id: string }>('POST', `${base}/add`, { as: admin, body })
    if (!added.body.success) throw new Error(JSON.stringify(added.body))
    const { id } = added.body.result
    await app.call('GET', `${base}/doReleaseData`, { as: admin, query: { id } })
    return id
  }
  const revoke = (id: string) => app.call('GET', `${base}/doReovkeData`, { as: admin, query: { id } })
  const listOf = async ({ token }: Person, query: Record<string, string> = {}) =>
    (await app.call<{ records: Received[] }>('GET', `${mine}/getMyAnnouncementSend`, { as: token, query: { pageSize: '1000', ...query } }))
      .body.result.records
  const noticesOf = async ({ token }: Person) => (await app.call<Notices>('GET', `${base}/listByUser`, { as: token })).body.result
  const read = (person: Person, anntId: string) => app.call('PUT', `${mine}/editByAnntIdAndUserId`, { as: person.token, body: { anntId } })
  const has = async (person: Person, id: string) => (await listOf(person)).some((row) => row.anntId === id)
  const rows = async (): Promise<number> => (await app.app.engine.db.read.selectFrom('sys_announcement_send').selectAll().execute()).length

  test('one for everyone reaches people of every role and those made later, and publishing writes no row for them', async () => {
    const before = await aPerson(app, admin, '4')
    const kept = await rows()
    const id = await publish()
    expect(await rows()).toBe(kept)
    const later = await aPerson(app, admin, '2')
    for (const person of [before, later]) expect(await has(person, id)).toBe(true)
    expect((await noticesOf(later)).anntMsgTotal).toBeGreaterThan(0)
  })

  test('one for designated people is for nobody else, not by its list, its id, or as read', async () => {
    const [chosen, other] = [await aPerson(app, admin, '4'), await aPerson(app, admin, '4')]
    const id = await publish({ msgType: 'USER', userIds: `${chosen.id},`, titile: '只给一人' })
    expect(await has(chosen, id)).toBe(true)
    expect(await has(other, id)).toBe(false)
    expect((await app.call('GET', `${mine}/queryById`, { as: other.token, query: { id } })).body.success).toBe(false)
    expect((await read(other, id)).body.success).toBe(false)
    expect((await app.call('GET', `${base}/showAddress`, { as: other.token, query: { id } })).body.success).toBe(false)
    expect((await noticesOf(other)).anntMsgList.some((row) => row.id === id)).toBe(false)
  })

  test('a draft, one that is revoked, one that has not begun and one that is over reach nobody', async () => {
    const person = await aPerson(app, admin, '4')
    const revoked = await publish()
    expect(await has(person, revoked)).toBe(true)
    await revoke(revoked)
    const future = await publish({ startTime: '2098-01-01 00:00:00' })
    const over = await publish({ endTime: '2020-01-01 00:00:00' })
    const ids = (await listOf(person)).map(({ id }) => id)
    const told = (await noticesOf(person)).anntMsgList.map(({ id }) => id)
    for (const id of [revoked, future, over]) {
      expect(ids).not.toContain(id)
      expect(told).not.toContain(id)
    }
  })

  test('is read once, by its reader alone, and all at once; lists find the unread', async () => {
    const [one, two] = [await aPerson(app, admin, '4'), await aPerson(app, admin, '4')]
    const [id] = [await publish({ titile: '甲' }), await publish({ titile: '乙', msgCategory: '2' })]
    const first = await noticesOf(one)
    await read(one, id)
    await read(one, id)
    expect((await noticesOf(one)).anntMsgTotal).toBe(first.anntMsgTotal - 1)
    expect((await noticesOf(two)).anntMsgTotal).toBe(first.anntMsgTotal)
    expect((await listOf(one)).find((row) => row.id === id)).toMatchObject({ readFlag: 1, readFlag_dictText: '已读' })
    expect((await listOf(two)).find((row) => row.id === id)).toMatchObject({ readFlag: 0, readFlag_dictText: '未读' })
    expect((await listOf(one, { readFlag: '1' })).map((row) => row.id)).toEqual([id])
    expect((await listOf(two, { readFlag: '1' })).length).toBe(0)
    expect((await listOf(one, { readFlag: '0' })).some((row) => row.id === id)).toBe(false)
    expect((await app.call('PUT', `${mine}/readAll`, { as: one.token })).body.message).toBe('全部已读')
    expect(await noticesOf(one)).toEqual({ anntMsgList: [], anntMsgTotal: 0, sysMsgList: [], sysMsgTotal: 0 })
    expect((await noticesOf(two)).sysMsgTotal).toBeGreaterThan(0)
  })

  test('the newest stands first, whether it was read or not, also for who asks to have the unread first', async () => {
    const person = await aPerson(app, admin, '4')
    const times = ['2026-03-02 08:00:00', '2026-03-04 08:00:00', '2026-03-01 08:00:00', '2026-03-03 08:00:00']
    const ids = new Map<string, string>()
    for (const time of times) {
      const id = await publish({ msgType: 'USER', userIds: person.id, titile: '先后' })
      const published = (tx: Tx) => tx.updateTable('sys_announcement').set({ send_time: time }).where('annt_id', '=', id)
      await app.app.engine.db.write((tx) => published(tx).execute())
      ids.set(time, id)
    }
    const listed = async (query: Record<string, string> = {}) => (await listOf(person, { titile: '先后', ...query })).map(({ id }) => id)
    const [newest = '', second = '', third = '', last = ''] = times
      .toSorted()
      .toReversed()
      .map((time) => ids.get(time) ?? '')
    for (const id of [newest, third]) await read(person, id)
    for (const query of [undefined, { column: 'readFlag', order: 'asc' }])
      expect(await listed(query)).toEqual([newest, second, third, last])
    expect(await listed({ readFlag: '0' })).toEqual([second, last])
  })

  test('the total of the read and of the unread is new as soon as one is read, one after another and all at once', async () => {
    const person = await aPerson(app, admin, '4')
    const [id] = [await publish(), await publish(), await publish()]
    const total = async (readFlag: string): Promise<number> => {
      const query = { readFlag, pageSize: '1' }
      const { body } = await app.call<{ total: number }>('GET', `${mine}/getMyAnnouncementSend`, { as: person.token, query })
      return body.result.total
    }
    const totals = async () => [await total('0'), await total('1')]
    const [all = 0] = await totals()
    expect(all).toBeGreaterThan(2)
    // On PostgreSQL other nodes write as well, so a total is believed for two seconds.
    const timeout = 4_000
    await read(person, id)
    await expect.poll(totals, { timeout }).toEqual([all - 1, 1])
    await app.call('PUT', `${mine}/readAll`, { as: person.token })
    await expect.poll(totals, { timeout }).toEqual([0, all])
  })

  test('open pages are told when one is published, begins, is over and is read, and nobody else is', async () => {
    const [person, other] = [await aPerson(app, admin, '4'), await aPerson(app, admin, '4')]
    const server = await listening(app.app)
    const pages = await Promise.all(
      [person, other].map(async ({ id, token }) => {
        const socket = await openSocket({ server }, { token, userId: id })
        socket.subscribe({ [`user:${id}`]: null, 'notice:all': null })
        await socket.until(answered('notice:all'))
        return { socket, rung: () => socket.events(`user:${id}`).filter((event) => event.type === 'notice').length }
      }),
    )
    const [page, others] = pages
    const rings = (times: number) => page?.socket.until(() => page.rung() === times)
    const { records } = (await app.call<{ records: { id: string; jobClassName: string }[] }>('GET', '/sys/quartzJob/list', { as: admin }))
      .body.result
    const job = records.find(({ jobClassName }) => jobClassName === 'AnnouncementsJob')
    const pass = async (id: string, which: 'start_time' | 'end_time') => {
      await app.app.engine.db.write(async (tx) => {
        const { [which]: moment } = await tx
          .selectFrom('sys_announcement')
          .select(which)
          .where('annt_id', '=', id)
          .executeTakeFirstOrThrow()
        const past = '2026-01-01 00:00:00'
        await tx
          .updateTable('sys_announcement')
          .set({ [which]: past })
          .where('annt_id', '=', id)
          .execute()
        await tx
          .updateTable('sys_announcement_turn')
          .set({ due: past })
          .where('annt_id', '=', id)
          .where('due', '=', String(moment))
          .execute()
      })
      await app.call('GET', '/sys/quartzJob/execute', { as: admin, query: { id: job?.id ?? '' } })
    }
    const before = (await noticesOf(person)).anntMsgTotal
    const id = await publish({ msgType: 'USER', userIds: person.id, startTime: '2098-01-01 00:00:00' })
    await rings(1)
    expect((await noticesOf(person)).anntMsgTotal).toBe(before)
    await pass(id, 'start_time')
    await rings(2)
    expect((await noticesOf(person)).anntMsgTotal).toBe(before + 1)
    await read(person, id)
    await rings(3)
    await pass(id, 'end_time')
    await rings(4)
    expect(await has(person, id)).toBe(false)
    expect(others?.rung()).toBe(0)
    const toAll = await publish()
    for (const { socket } of pages) await socket.until(() => socket.events('notice:all').some(({ type }) => type === 'notice'))
    await revoke(toAll)
    for (const { socket } of pages)
      await socket.until(() => socket.events('notice:all').filter(({ type }) => type === 'notice').length === 2)
    const left = app.app.engine.db.read.selectFrom('sys_announcement_turn').select('due').where('annt_id', 'in', [id, toAll])
    expect(await left.execute()).toEqual([])
    for (const { socket } of pages) socket.close()
  })

  test('the header gets the newest five of each category and the true count', async () => {
    const person = await aPerson(app, admin, '4')
    for (let n = 0; n < 7; n++) await publish({ titile: `通知${n}`, msgType: 'USER', userIds: person.id })
    const notices = await noticesOf(person)
    expect(notices.anntMsgList).toHaveLength(5)
    expect(notices.anntMsgTotal).toBeGreaterThanOrEqual(7)
  })

  test('deleting a revoked one takes its marks with it', async () => {
    const person = await aPerson(app, admin, '4')
    const id = await publish()
    await read(person, id)
    await revoke(id)
    const kept = await rows()
    await app.call('DELETE', `${base}/delete`, { as: admin, query: { id } })
    expect(await rows()).toBe(kept - 1)
  })

  test('what a user has not read is counted by indexes', async () => {
    await noticesOf(await aPerson(app, admin, '4'))
    // SQLite prepares a statement once, perhaps for a test above.
    const counted = seen.filter(({ text }) => text.includes('as unread'))
    expect(counted.length).toBeGreaterThan(0)
    for (const statement of counted) expect(await planOf(app, statement)).not.toMatch(/SCAN [tu]\b|Seq Scan/)
  })

  describe('the page of one announcement', () => {
    const show = async (id: string, token: string) => {
      const answer = await app.app.inject({ url: `/api${base}/show/${id}`, query: { token } })
      return { status: answer.statusCode, html: answer.body, headers: answer.headers }
    }
    const ticket = async ({ token }: Person, id: string) => {
      const { result } = (await app.call<string>('GET', `${base}/showAddress`, { as: token, query: { id } })).body
      return new URL(result, 'http://x').searchParams.get('token') ?? ''
    }

    test('is opened by its own token, which opens no other and no call', async () => {
      const person = await aPerson(app, admin, '4')
      const [id, other] = [await publish({ titile: '<b>标题</b>', msgContent: '<p>正文</p>' }), await publish()]
      const token = await ticket(person, id)
      const page = await show(id, token)
      expect(page.status).toBe(200)
      expect(page.html).toContain('<p>正文</p>')
      expect(page.html).toContain('&lt;b&gt;标题')
      expect(page.headers['content-security-policy']).toContain('sandbox')
      expect((await show(other, token)).status).toBe(404)
      expect((await app.call('GET', `${mine}/list`, { as: token })).status).toBe(401)
    })

    test('is opened by the token of a login too, as other front ends send it, and by nothing else', async () => {
      const person = await aPerson(app, admin, '4')
      const id = await publish()
      expect((await show(id, person.token)).status).toBe(200)
      for (const wrong of ['', 'x', `${person.token}x`, `${person.id}.9999999999999.x`]) expect((await show(id, wrong)).status).toBe(404)
    })

    test('is gone when it is revoked, and when the login that asked is over', async () => {
      const person = await aPerson(app, admin, '4')
      const [id, other] = [await publish(), await publish()]
      const [token, second] = [await ticket(person, id), await ticket(person, other)]
      await revoke(id)
      expect((await show(id, token)).status).toBe(404)
      expect((await show(other, second)).status).toBe(200)
      await app.call('POST', '/sys/logout', { as: person.token })
      expect((await show(other, second)).status).toBe(404)
    })
  })
})
