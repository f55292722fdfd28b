import { afterAll, beforeAll, expect, test } from 'vitest'
import { addRow, aPerson, password, roleId, stored, type WorldRow } from '../../../api/world.ts'
import { testApp, type TestApp } from '../../../support/build-app.ts'
import { onBothDatabases } from '../../../support/databases.ts'
import { aHolder, grantRole, nodeOf } from './granted.ts'

const nobodys = { ruleName: '无', ruleColumn: 'createBy', ruleConditions: '=', ruleValue: 'nobody' }
const granting = ['identity:role:view', 'identity:role:saveRolePermission', 'identity:permissionRule:view', 'teaching:semester:view']

onBothDatabases('the data rules of a role', (database) => {
  let app: TestApp
  let admin: string
  beforeAll(async () => {
    app = await testApp({ database })
    admin = await app.signIn('admin', '1')
  })
  afterAll(() => app.close())

  const aRule = async (code: string): Promise<{ permissionId: string; id: string }> => {
    const permissionId = nodeOf(app, code)
    return { permissionId, id: (await addRow(app, '/sys/permissionRule', { as: admin, body: { permissionId, ...nobodys } })).id }
  }
  const tick = async (as: string, role: string, { permissionId, id }: { permissionId: string; id: string }) =>
    (await app.call('POST', '/sys/role/datarule', { as, body: { permissionId, roleId: role, dataRuleIds: id } })).body
  const total = async (as: string, path: string) => (await app.call<{ total: number }>('GET', path, { as })).body.result.total

  test('never hide from administrators what gives rights back', async () => {
    for (const [code, path] of [
      ['identity:role:view', '/sys/role/list'],
      ['identity:permission:view', '/sys/permission/list'],
    ] as const) {
      const rule = await aRule(code)
      const before = (await app.call('GET', path, { as: admin })).body.result
      expect(await tick(admin, roleId('1'), rule)).toMatchObject({
        success: false,
        message: '系统管理员角色的角色、菜单与数据规则不能受数据规则限制！',
      })
      // A tick from before this was refused.
      const row = { role_id: roleId('1'), rule_id: rule.id }
      await app.app.engine.db.write((tx) => tx.insertInto('sys_role_data_rule').values(row).execute())
      await app.call('PUT', '/sys/role/edit', { as: admin, body: { id: roleId('3'), description: path } })
      const after = (await app.call('GET', path, { as: await app.signIn('admin', '1') })).body.result
      const ids = (answer: unknown) => JSON.stringify(answer).match(/"id":"\w+"/g)?.length
      expect(ids(after)).toBe(ids(before))
    }
  })

  test('are ticked by others for roles alone that have nothing which they lack', async () => {
    const rule = await aRule('teaching:semester:view')
    const deputy = await aHolder(app, admin, { code: 'deputies', codes: granting })
    const within = await aHolder(app, admin, { code: 'within', codes: ['teaching:semester:view'] })
    const teacher = await aPerson(app, admin, '2')
    await addRow(app, '/inspect/bhSemester', {
      as: admin,
      body: { semesterName: '2026-2027-1', beginDate: '2026-09-07', endDate: '2027-01-17' },
    })
    const above = { success: false, message: '该角色拥有您没有的权限，您不能设置它的数据规则！' }
    expect(await tick(deputy.token, roleId('2'), rule)).toMatchObject(above)
    expect(await tick(deputy.token, roleId('1'), rule)).toMatchObject(above)
    expect(await total(teacher.token, '/inspect/bhSemester/list')).toBe(1)
    expect(await tick(deputy.token, within.role, rule)).toMatchObject({ success: true })
    expect(await total(within.token, '/inspect/bhSemester/list')).toBe(0)
  })

  test('leave with the role, and so do those of a department and of its roles', async () => {
    const rule = await aRule('teaching:semester:view')
    const role = (await addRow(app, '/sys/role', { as: admin, body: { roleName: '短期', roleCode: 'short' } })).id
    await grantRole(app, admin, { role, codes: ['teaching:semester:view'] })
    expect(await tick(admin, role, rule)).toMatchObject({ success: true })
    const depart = (await addRow(app, '/sys/sysDepart', { as: admin, body: { departName: '临时' } })).id
    const given = { departId: depart, roleName: '临时', roleCode: 'short' }
    const departRole = (await addRow(app, '/sys/sysDepartRole', { as: admin, body: given })).id
    const post = async (path: string, body: object) =>
      expect((await app.call('POST', path, { as: admin, body })).body).toMatchObject({ success: true })
    const { permissionId, id: dataRuleIds } = rule
    await post('/sys/permission/saveDepartPermission', { departId: depart, permissionIds: permissionId })
    await post('/sys/sysDepartPermission/saveDeptRolePermission', { roleId: departRole, permissionIds: permissionId })
    await post('/sys/sysDepartPermission/datarule', { departId: depart, permissionId, dataRuleIds })
    await post('/sys/sysDepartRole/datarule', { departId: depart, roleId: departRole, permissionId, dataRuleIds })
    const ticks = async () => {
      const tables = ['sys_role_data_rule', 'sys_depart_data_rule', 'sys_depart_role_data_rule']
      const rows = await Promise.all(tables.map((table) => stored(app, table)))
      return rows.map((all) => all.filter((row: WorldRow) => row['rule_id'] === rule.id).length)
    }
    expect(await ticks()).toEqual([1, 1, 1])
    for (const [path, id] of [
      ['/sys/role', role],
      ['/sys/sysDepartRole', departRole],
      ['/sys/sysDepart', depart],
    ] as const)
      expect((await app.call('DELETE', `${path}/delete`, { as: admin, query: { id } })).body.success).toBe(true)
    expect(await ticks()).toEqual([0, 0, 0])
  })

  test('and its permissions are told to nobody who does not see the role, nor are the roles and departments of such an account', async () => {
    const codes = ['identity:role:view', 'identity:user:view', 'identity:viewing:explain']
    const clerk = await aHolder(app, admin, { code: 'clerks', codes })
    const other = await aHolder(app, admin, { code: 'others', codes: ['teaching:semester:view'] })
    const rule = await aRule('teaching:semester:view')
    const paths: readonly (readonly [path: string, query: Record<string, string>])[] = [
      ['/sys/permission/queryRolePermission', { roleId: other.role }],
      [`/sys/role/datarule/${rule.permissionId}/${other.role}`, {}],
      ['/sys/user/queryUserRole', { userid: other.id }],
      ['/sys/user/userDepartList', { userId: other.id }],
    ]
    const answers = async () =>
      Promise.all(paths.map(async ([path, query]) => (await app.call('GET', path, { as: clerk.token, query })).body.success))
    const why = async (rowId: string) => {
      const query = { entity: 'user', rowId, userId: other.id }
      return (await app.call<{ items: { reasons: { kind: string }[] }[] }>('GET', '/sys/permission/explain', { as: clerk.token, query }))
        .body.result
    }
    expect(await answers()).toEqual([true, true, true, true])
    for (const code of ['identity:role:view', 'identity:user:view']) await tick(admin, clerk.role, await aRule(code))
    expect(await answers()).toEqual([false, false, false, false])
    expect(await why(other.id)).toEqual(await why('nothing'))
  })

  test('a login ends with the role that it works with, and goes on in no other without a word', async () => {
    const [one, two] = [await aHolder(app, admin, { code: 'one', codes: [] }), await aHolder(app, admin, { code: 'two', codes: [] })]
    const both = await aPerson(app, admin, '4')
    const give = (roles: readonly string[]) =>
      app.call('PUT', '/sys/user/edit', { as: admin, body: { id: both.id, selectedroles: roles.join() } })
    const isOpen = async (as: string) => (await app.call('GET', '/sys/permission/getUserPermissionByToken', { as })).status === 200
    await give([one.role, two.role])
    const [inOne, inTwo] = [await app.signIn(both.username, 'one', password), await app.signIn(both.username, 'two', password)]
    expect([await isOpen(inOne), await isOpen(inTwo), await isOpen(both.token)]).toEqual([true, true, false])
    await app.call('DELETE', '/sys/user/deleteUserRole', { as: admin, query: { roleId: one.role, userId: both.id } })
    expect([await isOpen(inOne), await isOpen(inTwo)]).toEqual([false, true])
    await give([one.role, two.role])
    expect([await isOpen(inOne), await isOpen(inTwo)]).toEqual([false, true])
    await give([one.role])
    expect(await isOpen(inTwo)).toBe(false)
    // A role is deleted only once nobody holds it, so deleting one ends no login.
    const held = await app.signIn(both.username, 'one', password)
    const kept = await app.call('DELETE', '/sys/role/delete', { as: admin, query: { id: one.role } })
    expect([kept.body.success, await isOpen(held)]).toEqual([false, true])
  })
})
