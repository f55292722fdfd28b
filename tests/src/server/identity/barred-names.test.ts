import { Client } from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { StatementBatch } from '../../../../engine/server/database/postgres-batch.ts'
import { addRow, aPerson, roleId, stored } from '../../../api/world.ts'
import { onBothDatabases } from '../../../support/databases.ts'
import { newPhone, phoneWorld, type PhoneWorld } from '../auth/phone/phone-world.ts'
import { aHolder, limitRole } from './granted.ts'

const password = 'Register-1'
const taken = { username: '用户名已存在!' }

/** Done once between two questions of one connection of PostgreSQL: the first is about this table, the next is held meanwhile. */
interface Between {
  readonly table: string
  done(): Promise<unknown>
}

let between: Between | undefined

/** For databases that are opened later. */
function holdQuestions(): void {
  const query: (...given: unknown[]) => unknown = Client.prototype.query
  let held: Client | undefined
  vi.spyOn(Client.prototype, 'query').mockImplementation(function (this: Client, ...given: unknown[]) {
    const asked = given[0] instanceof StatementBatch ? given[0].asked : []
    if (between && held === this) {
      const { done } = between
      between = undefined
      void done().then(() => query.apply(this, given))
      return given[0]
    }
    held = between && asked.some(({ text }) => text.includes(`from "${between?.table}"`)) ? this : held
    return query.apply(this, given)
  })
}

onBothDatabases('names that nobody may take', (database) => {
  let world: PhoneWorld
  let root: string
  const register = async (username: string) => {
    const phone = newPhone()
    return world.post('/sys/user/register', { username, password, phone, smscode: await world.code(phone, '1') })
  }
  const add = (username: string) => {
    const body = { username, realname: '后来的人', password, confirmpassword: password, selectedroles: roleId('4'), selecteddeparts: root }
    return world.app.call('POST', '/sys/user/add', { as: world.admin, body })
  }
  const isFree = async (username: string) => (await world.app.call('GET', '/sys/user/checkOnlyUser', { query: { username } })).body.success
  const isFreeForOthers = async (fieldVal: string) => {
    const query = { tableName: 'sys_user', fieldName: 'username', fieldVal }
    return (await world.app.call('GET', '/sys/duplicate/check', { as: world.admin, query })).body.success
  }
  beforeAll(async () => {
    holdQuestions()
    world = await phoneWorld(database)
    root = (await stored(world.app, 'sys_depart'))[0]?.id ?? ''
  })
  afterAll(() => {
    vi.restoreAllMocks()
    return world.close()
  })

  test('the name of an account that is gone for good is nobody’s again, so that what it wrote is nobody else’s', async () => {
    const { app, admin } = world
    const left = await aPerson(app, admin, '4')
    await app.call('DELETE', '/sys/user/delete', { as: admin, query: { id: left.id } })
    expect((await register(left.username)).body).toMatchObject({ details: taken })
    expect((await app.call('DELETE', '/sys/user/deleteRecycleBin', { as: admin, query: { userIds: left.id } })).body.success).toBe(true)
    expect((await stored(app, 'sys_user')).map(({ id }) => id)).not.toContain(left.id)
    for (const typed of [left.username, left.username.toUpperCase()]) {
      expect((await register(typed)).body).toMatchObject({ code: 422, details: taken })
      expect((await add(typed)).body).toMatchObject({ code: 422, details: taken })
      expect([await isFree(typed), await isFreeForOthers(typed)]).toEqual([false, false])
    }
    expect([await isFree(`${left.username}x`), await isFreeForOthers(`${left.username}x`)]).toEqual([true, true])
    expect((await add(`${left.username}x`)).body.success).toBe(true)
  })

  test('who asks whether the server’s own name is free hears that it is taken', async () => {
    expect([await isFree('System'), await isFreeForOthers('ｓｙｓｔｅｍ')]).toEqual([false, false])
  })

  test('who registers under the name of somebody else has none of the rows that a rule gives by name, until others give them theirs', async () => {
    const { app, admin } = world
    for (const [index, name] of ['王主任', '李主任'].entries())
      await addRow(app, '/sys/position', { as: admin, body: { code: `head${index}`, name } })
    const { role } = await aHolder(app, admin, { code: 'by-name', codes: ['identity:position:view'] })
    const rule = { ruleColumn: 'name', ruleConditions: '=', ruleValue: '#{sys_user_name}' }
    await limitRole(app, admin, { role, code: 'identity:position:view', rule })
    expect((await register('王主任')).body.success).toBe(true)
    const own = (await stored(app, 'sys_user')).find((row) => row['username'] === '王主任')
    const edit = (body: object) => app.call('PUT', '/sys/user/edit', { as: admin, body: { id: own?.id, ...body } })
    expect((await edit({ selectedroles: role })).body.success).toBe(true)
    const seen = async () => {
      const as = await app.signIn('王主任', 'by-name', password)
      const { records } = (await app.call<{ records: { name: string }[] }>('GET', '/sys/position/list', { as })).body.result
      return records.map(({ name }) => name)
    }
    expect(await seen()).toEqual([])
    expect((await edit({ realname: '李主任' })).body.success).toBe(true)
    expect(await seen()).toEqual(['李主任'])
  })

  test.runIf(database === 'postgres')('nobody gets the name of an account that goes for good between two looks', async () => {
    const { app, admin } = world
    const left = await aPerson(app, admin, '4')
    await app.call('DELETE', '/sys/user/delete', { as: admin, query: { id: left.id } })
    const purge = () => app.call('DELETE', '/sys/user/deleteRecycleBin', { as: admin, query: { userIds: left.id } })
    let purged: Awaited<ReturnType<typeof purge>> | undefined
    between = { table: 'sys_former_name', done: async () => (purged = await purge()) }
    expect((await add(left.username)).body).toMatchObject({ code: 422, details: taken })
    expect(purged?.body.success).toBe(true)
    expect((await stored(app, 'sys_user')).filter((row) => row['username'] === left.username)).toEqual([])
  })
})
