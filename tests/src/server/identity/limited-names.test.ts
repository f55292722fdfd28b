import { afterAll, beforeAll, expect, test } from 'vitest'
import { addRow, aPerson, password, stored } from '../../../api/world.ts'
import { testApp, type TestApp } from '../../../support/build-app.ts'
import { onBothDatabases } from '../../../support/databases.ts'
import { aHolder, nodeOf } from './granted.ts'

const managing = [
  ...['view', 'add', 'edit', 'addSysUserRole'].map((verb) => `identity:user:${verb}`),
  'identity:role:view',
  'identity:department:view',
  'identity:position:view',
]
const ownName = '您的数据范围由数据规则按姓名限制，不能修改自己的姓名！'

onBothDatabases('somebody whose data rule reads their name', (database) => {
  let app: TestApp
  let admin: string
  let holder: { readonly role: string; readonly id: string; readonly username: string; readonly token: string }
  let root: string
  const edit = (body: object, as = holder.token) => app.call('PUT', '/sys/user/edit', { as, body })
  const positions = async (as: string) => (await app.call<{ total: number }>('GET', '/sys/position/list', { as })).body.result.total
  const nameOf = async (id: string) => (await stored(app, 'sys_user')).find((row) => row.id === id)?.realname

  async function tick(role: string, ruleValue: string): Promise<void> {
    const permissionId = nodeOf(app, 'identity:position:view')
    const rule = { permissionId, ruleName: '规则', ruleColumn: 'name', ruleConditions: '=', ruleValue }
    const { id } = await addRow(app, '/sys/permissionRule', { as: admin, body: rule })
    const body = { permissionId, roleId: role, dataRuleIds: id }
    expect((await app.call('POST', '/sys/role/datarule', { as: admin, body })).body).toMatchObject({ success: true })
  }

  beforeAll(async () => {
    app = await testApp({ database })
    admin = await app.signIn('admin', '1')
    root = (await stored(app, 'sys_depart'))[0]?.id ?? ''
    await addRow(app, '/sys/position', { as: admin, body: { code: 'n1', name: '王主任', postRank: '1' } })
    holder = await aHolder(app, admin, { code: 'named', codes: managing })
    await tick(holder.role, '#{sysUserName}')
    expect([await positions(holder.token), await positions(admin)]).toEqual([0, 1])
  })
  afterAll(() => app.close())

  test('does not take another name, but changes the rest of their account', async () => {
    expect((await edit({ id: holder.id, realname: '王主任' })).body).toMatchObject({ code: 422, details: { realname: ownName } })
    expect(await positions(holder.token)).toBe(0)
    const name = await nameOf(holder.id)
    expect((await edit({ id: holder.id, realname: name, sex: 1, email: 'named@lab.example.edu' })).body.success).toBe(true)
  })

  test('does not take it in another of their roles either, which no rule limits', async () => {
    const other = await aHolder(app, admin, { code: 'unnamed', codes: ['identity:user:view', 'identity:user:edit'] })
    await edit({ id: other.id, selectedroles: `${other.role},${holder.role}` }, admin)
    const [as, limited] = [await app.signIn(other.username, 'unnamed', password), await app.signIn(other.username, 'named', password)]
    expect((await edit({ id: other.id, realname: '王主任' }, as)).body).toMatchObject({ code: 422, details: { realname: ownName } })
    expect(await positions(limited)).toBe(0)
    await edit({ id: other.id, selectedroles: other.role }, admin)
    expect((await edit({ id: other.id, realname: '王主任' }, await app.signIn(other.username, 'unnamed', password))).body.success).toBe(
      true,
    )
  })

  test('gives nobody a name under which they would see other rows', async () => {
    const body = { username: 'n-fresh', realname: '王主任', password, confirmpassword: password, selecteddeparts: root }
    const refused = { code: 422, details: { selectedroles: '该角色的数据范围由数据规则按姓名限制，只有管理员可以授予！' } }
    const added = await app.call('POST', '/sys/user/add', { as: holder.token, body: { ...body, selectedroles: holder.role } })
    expect(added.body).toMatchObject(refused)
    const [peer, pupil] = [await aPerson(app, admin, '4'), await aPerson(app, admin, '4')]
    await edit({ id: peer.id, selectedroles: holder.role }, admin)
    expect((await edit({ id: pupil.id, selectedroles: holder.role })).body).toMatchObject(refused)
    expect((await edit({ id: peer.id, realname: '王主任' })).body).toMatchObject({
      code: 422,
      details: { realname: '该用户的数据范围由数据规则按姓名限制，只有管理员可以修改其姓名！' },
    })
    expect((await edit({ id: pupil.id, realname: '王主任' })).body.success).toBe(true)
    expect((await edit({ id: peer.id, realname: '王主任' }, admin)).body.success).toBe(true)
  })

  test('takes another name once the rule is off', async () => {
    const [rule] = await stored(app, 'sys_permission_data_rule')
    const off = { id: rule?.id, status: 0 }
    const saved = await app.call('PUT', '/sys/permission/editPermissionRule', { as: admin, body: off })
    expect(saved.body).toMatchObject({ success: true })
    expect((await edit({ id: holder.id, realname: '王主任' })).body.success).toBe(true)
  })
})
