import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aPerson, password } from '../../../api/world.ts'
import { testApp, type TestApp } from '../../../support/build-app.ts'
import { hasPostgres, onBothDatabases } from '../../../support/databases.ts'
import { listening, openSocket } from '../../../support/feed-socket.ts'
import { twoNodes } from '../../../support/two-nodes.ts'

interface Online {
  readonly id: string
  readonly token: string
  readonly username: string
}

const listOf = async (app: TestApp, as: string, query: Record<string, string> = {}) =>
  (await app.call<{ records: Online[]; total: number }>('GET', '/sys/online/list', { as, query })).body.result
const forceOut = (app: TestApp, as: string, token: string | undefined) =>
  app.call('POST', '/sys/online/forceLogout', { as, body: { token } })
const isIn = async (app: TestApp, as: string) => (await app.call('GET', '/sys/user/getCurrentUserDeparts', { as })).status === 200

onBothDatabases('online users', (database) => {
  let app: TestApp
  let admin: string
  let server: string
  beforeAll(async () => {
    app = await testApp({ database })
    admin = await app.signIn('admin', '1')
    server = await listening(app.app)
  })
  afterAll(() => app.close())

  test('the list has one row for every login in use, and none of their tokens', async () => {
    const person = await aPerson(app, admin, '2')
    const again = await app.signIn(person.username, '2', password)
    const { records, total } = await listOf(app, admin, { username: person.username })
    expect(total).toBe(2)
    expect(records[0]).toMatchObject({ username: person.username, realname: person.realname })
    const text = JSON.stringify(await listOf(app, admin, { pageSize: '1000' }))
    for (const token of [admin, person.token, again]) expect(text).not.toContain(token)
    expect(await isIn(app, records[0]?.token ?? '')).toBe(false)
    await app.app.engine.db.write((tx) => tx.updateTable('sys_session').set({ expires: 1 }).where('user_id', '=', person.id).execute())
    expect((await listOf(app, admin, { username: person.username })).total).toBe(0)
  })

  test('it can be asked for what other lists have, and answers without a fault', async () => {
    const query = {
      createTime_begin: '2026-01-01',
      column: 'createTime',
      order: 'desc',
    }
    expect((await listOf(app, admin, query)).total).toBeGreaterThan(0)
  })

  test('somebody forced out is out at once, and their open pages are told', async () => {
    const person = await aPerson(app, admin, '2')
    const socket = await openSocket({ server }, { token: person.token, userId: person.id })
    const [row] = (await listOf(app, admin, { username: person.username })).records
    const answer = await forceOut(app, admin, row?.token)
    expect(answer.body).toMatchObject({ success: true, message: `用户${person.realname}已被强制退出` })
    expect(await isIn(app, person.token)).toBe(false)
    expect((await socket.closed).reason).toContain('登录')
    expect((await forceOut(app, admin, row?.token)).body).toMatchObject({ success: false, message: 'Token无效!' })
    expect((await forceOut(app, admin, undefined)).body.details).toEqual({ token: '退出登录失败！' })
    expect((await app.call('DELETE', '/sys/user/delete', { as: admin, query: { id: person.id } })).body.success).toBe(true)
  })

  test('nobody without the permission sees who is online or forces anybody out, and no token of a login serves as its name', async () => {
    const [person, other] = [await aPerson(app, admin, '2'), await aPerson(app, admin, '3')]
    expect((await app.call('GET', '/sys/online/list', { as: person.token })).body.code).toBe(510)
    const [row] = (await listOf(app, admin, { username: other.username })).records
    expect((await forceOut(app, person.token, row?.token)).body.code).toBe(510)
    expect((await forceOut(app, admin, other.token)).body.message).toBe('Token无效!')
    expect(await isIn(app, other.token)).toBe(true)
  })
})

describe.skipIf(!hasPostgres())('online users of two nodes (postgres)', () => {
  test('somebody forced out, frozen or with a new password is out on the other node too, and their page that is open there', async () => {
    const nodes = await twoNodes()
    const { one, other } = nodes
    const server = await listening(other.app)
    const admin = await one.signIn('admin', '1')
    const ways = [
      async (person: { username: string }) =>
        forceOut(one, admin, (await listOf(one, admin, { username: person.username })).records[0]?.token),
      (person: { id: string }) => one.call('PUT', '/sys/user/frozenBatch', { as: admin, body: { ids: person.id, status: 2 } }),
      ({ username }: { username: string }) =>
        one.call('PUT', '/sys/user/changePassword', {
          as: admin,
          body: { username, password: 'Other-1234', confirmpassword: 'Other-1234' },
        }),
    ]
    for (const end of ways) {
      const person = await aPerson(one, admin, '2')
      expect(await isIn(other, person.token)).toBe(true)
      const socket = await openSocket({ server }, { token: person.token, userId: person.id })
      expect((await end(person)).body.success).toBe(true)
      await expect.poll(() => isIn(other, person.token), { timeout: 5000, interval: 20 }).toBe(false)
      expect((await socket.closed).reason).toContain('登录')
    }
    await nodes.close()
  })
})
