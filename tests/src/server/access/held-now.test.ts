import { afterAll, beforeAll, expect, test } from 'vitest'
import { addRow, aPerson, password, type WorldRow } from '../../../api/world.ts'
import { testApp, type TestApp } from '../../../support/build-app.ts'
import { onBothDatabases } from '../../../support/databases.ts'
import { aHolder, limitRole } from '../identity/granted.ts'

interface Page {
  readonly records: readonly WorldRow[]
}

onBothDatabases('what somebody holds now', (database) => {
  let app: TestApp
  let admin: string
  let root: WorldRow
  beforeAll(async () => {
    app = await testApp({ database })
    admin = await app.signIn('admin', '1')
    const all = await app.call<Page>('GET', '/sys/sysDepart/list', { as: admin, query: { column: 'orgCode', order: 'asc' } })
    root = all.body.result.records[0] as WorldRow
  })
  afterAll(() => app.close())

  test('a role whose code reads like another role with a department role has its own rights, which are none', async () => {
    const clerk = await aHolder(app, admin, {
      code: 'maker',
      codes: ['identity:role:view', 'identity:role:add', 'identity:user:view', 'identity:user:addSysUserRole'],
    })
    const duty = await addRow(app, '/sys/sysDepartRole', { as: admin, body: { departId: root.id, roleName: '值班', roleCode: 'duty' } })
    const self = await app.call<Page>('GET', '/sys/user/list', { as: admin, query: { username: 'admin' } })
    const userId = self.body.result.records[0]?.id
    const given = await app.call('POST', '/sys/sysDepartRole/deptRoleUserAdd', {
      as: admin,
      body: { userId, newRoleId: duty.id, oldRoleId: '' },
    })
    expect(given.body.success).toBe(true)
    const alike = `1 ${duty.id}`
    const { id: roleId } = await addRow(app, '/sys/role', { as: clerk.token, body: { roleName: '相似', roleCode: alike } })
    const taken = await app.call('POST', '/sys/user/addSysUserRole', { as: clerk.token, body: { roleId, userIdList: [clerk.id] } })
    expect(taken.body.success).toBe(true)
    expect((await app.call('GET', '/sys/user/list', { as: admin })).body.success).toBe(true)
    const token = await app.signIn(clerk.username, alike, password)
    for (const path of ['/sys/user/list', '/sys/role/list', '/sys/log/list'])
      expect((await app.call('GET', path, { as: token })).body.code).toBe(510)
  })

  test('whoever is moved to another department sees its rows with the login that they have, and no more those of the one they left', async () => {
    const below = (departName: string) =>
      addRow(app, '/sys/sysDepart', { as: admin, body: { departName, parentId: root.id, orgCategory: '2' } })
    const [optics, lasers] = [await below('光学中心'), await below('激光中心')]
    const code = 'identity:department:view'
    const holder = await aHolder(app, admin, { code: 'ofDepart', codes: [code] })
    await limitRole(app, admin, {
      role: holder.role,
      code,
      rule: { ruleColumn: 'orgCode', ruleConditions: '=', ruleValue: '#{sys_org_code}' },
    })
    const move = (selecteddeparts: string) => app.call('PUT', '/sys/user/edit', { as: admin, body: { id: holder.id, selecteddeparts } })
    await move(optics.id)
    const token = await app.signIn(holder.username, 'ofDepart', password)
    const seen = async () => (await app.call<Page>('GET', '/sys/sysDepart/list', { as: token })).body.result.records.map(({ id }) => id)
    expect(await seen()).toEqual([optics.id])
    await move(lasers.id)
    expect(await seen()).toEqual([lasers.id])
    const own = await app.call<{ orgCode: string }>('GET', '/sys/user/getCurrentUserDeparts', { as: token })
    expect(own.body.result.orgCode).toBe(lasers.orgCode)
    await app.call('DELETE', '/sys/user/deleteUserInDepart', { as: admin, query: { depId: lasers.id, userId: holder.id } })
    expect(await seen()).toEqual([])
  })

  test('whoever works in one of two departments goes on in it when they leave the other', async () => {
    const below = (departName: string) =>
      addRow(app, '/sys/sysDepart', { as: admin, body: { departName, parentId: root.id, orgCategory: '2' } })
    const [first, second] = [await below('力学中心'), await below('声学中心')]
    const person = await aPerson(app, admin, '2')
    const move = (selecteddeparts: string) => app.call('PUT', '/sys/user/edit', { as: admin, body: { id: person.id, selecteddeparts } })
    await move(`${first.id},${second.id}`)
    await app.call('POST', '/sys/selectDepart', { as: person.token, body: { orgCode: second.orgCode } })
    await move(second.id)
    const own = await app.call<{ orgCode: string }>('GET', '/sys/user/getCurrentUserDeparts', { as: person.token })
    expect(own.body.result.orgCode).toBe(second.orgCode)
  })
})
