import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { testApp } from '../support/build-app.ts'
import { hasPostgres } from '../support/databases.ts'
import { freshDatabase } from '../support/postgres.ts'
import { aHolder, grantRole, nodeOf } from '../src/server/identity/granted.ts'
import { twoNodes } from '../support/two-nodes.ts'
import { addRow, roleId, stored } from './world.ts'

describe.skipIf(!hasPostgres())('two servers on one PostgreSQL', () => {
  test('start together on an empty database, and create the first rows once', async () => {
    const database = await freshDatabase()
    const env = { DATABASE_URL: database.url }
    const nodes = await Promise.all([testApp({ database: 'sqlite', env }), testApp({ database: 'sqlite', env })])
    const roles = await stored(nodes[0], 'sys_role')
    expect(roles.map((row) => row['role_code']).sort()).toEqual(['1', '2', '3', '4'])
    expect((await stored(nodes[0], 'sys_user')).map((row) => row['username'])).toEqual(['admin'])
    expect((await stored(nodes[0], 'sys_depart')).filter((row) => row['parent_id'] === null)).toHaveLength(1)
    await Promise.all(nodes.map((node) => node.close()))
    await database.drop()
  })

  test('know a dictionary item that the other one added within seconds', async () => {
    const database = await freshDatabase()
    const node = () => testApp({ database: 'sqlite', env: { DATABASE_URL: database.url } })
    const one = await node()
    const other = await node()
    const admin = await one.signIn('admin', '1')
    const comment = { comment: '操作规范', commentLeve: 1, commentType: 'brandNew' }
    const add = () => other.call('POST', '/inspect/bhInspectionComment/add', { as: admin, body: comment })
    expect((await add()).body.success).toBe(false)
    const [dictionary] = (await stored(one, 'sys_dict')).filter((row) => row['dict_code'] === 'inspect_type')
    await addRow(one, '/sys/dictItem', { as: admin, body: { dictId: dictionary?.['id'], itemText: '新类型', itemValue: 'brandNew' } })
    await expect.poll(async () => (await add()).body.success, { timeout: 8000, interval: 500 }).toBe(true)
    await Promise.all([one.close(), other.close()])
    await database.drop()
  })

  test('tell a total that the other one has changed within two seconds', async () => {
    const { one, other, close } = await twoNodes()
    const as = await one.signIn('admin', '1')
    const total = async () =>
      (await other.call<{ total: number }>('GET', '/sys/dict/list', { as, query: { pageSize: '1' } })).body.result.total
    const before = await total()
    await pause(2500)
    expect(await total()).toBe(before)
    await addRow(one, '/sys/dict', { as, body: { dictName: '新字典', dictCode: 'fresh_words' } })
    await pause(2000)
    expect(await total()).toBe(before + 1)
    await close()
  })

  test('both act at once on rights that one of them took away, on a menu that it switched off, and on a role that it withdrew', async () => {
    const { one, other, close } = await twoNodes()
    const admin = await one.signIn('admin', '1')
    const holder = await aHolder(one, admin, { code: 'readers', codes: ['identity:dictionary:view'] })
    const reads = async () => (await other.call('GET', '/sys/dict/list', { as: holder.token })).body.code
    expect(await reads()).toBe(200)
    expect((await grantRole(one, admin, { role: holder.role, codes: [] })).body.success).toBe(true)
    await expect.poll(reads, { timeout: 8000, interval: 20 }).toBe(510)
    expect((await grantRole(one, admin, { role: holder.role, codes: ['identity:dictionary:view'] })).body.success).toBe(true)
    await expect.poll(reads, { timeout: 8000, interval: 20 }).toBe(200)
    const switched = async (status: '0' | '1') => {
      const body = { id: nodeOf(one, 'identity:dictionary:view'), status }
      expect((await one.call('PUT', '/sys/permission/edit', { as: admin, body })).body.success).toBe(true)
    }
    await switched('0')
    await expect.poll(reads, { timeout: 8000, interval: 20 }).toBe(510)
    await switched('1')
    await expect.poll(reads, { timeout: 8000, interval: 20 }).toBe(200)
    const body = { id: holder.id, selectedroles: roleId('4') }
    expect((await one.call('PUT', '/sys/user/edit', { as: admin, body })).body.success).toBe(true)
    await expect.poll(reads, { timeout: 8000, interval: 20 }).toBe(401)
    await close()
  })
})
