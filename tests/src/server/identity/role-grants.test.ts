import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditOf, roleId, stored } from '../../../api/world.ts'
import { testApp, type TestApp } from '../../../support/build-app.ts'
import { onBothDatabases } from '../../../support/databases.ts'
import { aHolder, grantRole, treeKeys, nodeOf, type Tree } from './granted.ts'

const beyondOwn = '不能授予或取消您自己没有的权限！'

onBothDatabases('what a role may do', (database) => {
  let app: TestApp
  let admin: string
  beforeAll(async () => {
    app = await testApp({ database })
    admin = await app.signIn('admin', '1')
  })
  afterAll(() => app.close())

  const granted = async (role: string) =>
    (await app.call<string[]>('GET', '/sys/permission/queryRolePermission', { as: admin, query: { roleId: role } })).body.result
  const reads = async (token: string, path = '/sys/dict/list') => (await app.call('GET', path, { as: token })).body.code

  test('is chosen in a tree of all permissions', async () => {
    for (const path of ['/sys/role/queryTreeList', '/sys/permission/queryTreeList']) {
      const { treeList, ids } = (await app.call<Tree>('GET', path, { as: admin })).body.result
      expect(treeKeys(treeList).toSorted()).toEqual(ids.toSorted())
      expect(ids).toEqual(expect.arrayContaining(app.app.engine.permissions().map((node) => node.id)))
      const [teaching] = treeList
      expect(teaching).toMatchObject({ slotTitle: '教学管理', isLeaf: false, ruleFlag: 0, scopedSlots: { title: 'hasDatarule' } })
    }
  })

  test('is what was saved, at once, for people who are signed in', async () => {
    const holder = await aHolder(app, admin, { code: 'readers', codes: ['identity:dictionary:view'] })
    expect([await reads(holder.token), await reads(holder.token, '/sys/role/list')]).toEqual([200, 510])
    const answer = await grantRole(app, admin, { role: holder.role, codes: ['identity:role:view'] })
    expect(answer.body).toMatchObject({ success: true, message: '保存成功!' })
    expect([await reads(holder.token), await reads(holder.token, '/sys/role/list')]).toEqual([510, 200])
    expect(await granted(holder.role)).toEqual([nodeOf(app, 'identity:role:view')])
    await grantRole(app, admin, { role: holder.role, codes: [] })
    expect([await granted(holder.role), await reads(holder.token, '/sys/role/list')]).toEqual([[], 510])
  })

  test('is compared with the database, whatever the page believes was granted before', async () => {
    const { role } = await aHolder(app, admin, { code: 'stale', codes: ['identity:dictionary:view', 'identity:role:view'] })
    const [dictionaries, roles, departments] = ['dictionary', 'role', 'department'].map((name) => nodeOf(app, `identity:${name}:view`))
    const body = { roleId: role, permissionIds: `${roles},${departments}`, lastpermissionIds: `${departments}` }
    expect((await app.call('POST', '/sys/permission/saveRolePermission', { as: admin, body })).body.success).toBe(true)
    expect((await granted(role)).toSorted()).toEqual([roles, departments].toSorted())
    const [last] = (await auditOf(app, role)).filter(({ operation }) => operation === 'grant').slice(-1)
    expect(last).toMatchObject({ username: 'admin' })
    expect(JSON.parse(last?.changes ?? '{}')).toEqual({ removed: [dictionaries, null], added: [null, departments] })
    const before = (await auditOf(app, role)).length
    await app.call('POST', '/sys/permission/saveRolePermission', { as: admin, body })
    expect(await auditOf(app, role)).toHaveLength(before)
  })

  test('can name only permissions that exist, of a role that exists', async () => {
    const { role } = await aHolder(app, admin, { code: 'none', codes: [] })
    const save = (body: object) => app.call('POST', '/sys/permission/saveRolePermission', { as: admin, body })
    const unknown = await save({ roleId: role, permissionIds: `${nodeOf(app, 'identity:role:view')},made-up` })
    expect(unknown.body).toMatchObject({ success: false, message: '所选权限不存在，请刷新后再试！' })
    expect(await granted(role)).toEqual([])
    expect((await save({ roleId: 'nobody', permissionIds: '' })).body).toMatchObject({ code: 500, message: '未找到对应实体' })
    expect((await save({ permissionIds: '' })).body).toMatchObject({ code: 422, details: { roleId: '请选择一个角色!' } })
  })

  test('has a code that other front ends may ask about, and nothing else is told', async () => {
    const check = async (query: Record<string, string>, as = admin) =>
      (await app.call('GET', '/sys/role/checkRoleCode', { as, query })).body
    const { role, token } = await aHolder(app, admin, { code: 'taken', codes: ['identity:role:view'] })
    expect(await check({ roleCode: 'taken' })).toMatchObject({ success: false, message: '角色编码已存在' })
    expect(await check({ roleCode: 'taken', id: role })).toMatchObject({ success: true, result: true })
    expect(await check({ roleCode: 'free' })).toMatchObject({ success: true, result: true })
    expect((await check({ roleCode: 'taken' }, token)).code).toBe(510)
  })

  test('stays enough for the administrator’s role to give it back', async () => {
    const before = await granted(roleId('1'))
    const without = before.filter((id) => id !== nodeOf(app, 'identity:role:saveRolePermission'))
    const body = { roleId: roleId('1'), permissionIds: without.join() }
    const answer = await app.call('POST', '/sys/permission/saveRolePermission', { as: admin, body })
    expect(answer.body).toMatchObject({ success: false, message: '系统管理员角色必须保留查看角色和授权的权限！' })
    expect(await granted(roleId('1'))).toEqual(before)
  })

  test('is moved by an administrator as they like, also what their own role lacks', async () => {
    const { role, token } = await aHolder(app, admin, { code: 'writers', codes: ['teaching:course:add'] })
    expect((await app.call('POST', '/inspect/bhCourse/add', { as: token, body: {} })).body.code).toBe(422)
    expect(await granted(role)).toEqual([nodeOf(app, 'teaching:course:add')])
  })

  test('is neither given nor taken beyond their own rights by anybody else, to themselves or to others', async () => {
    const own = ['identity:role:view', 'identity:role:saveRolePermission', 'identity:dictionary:view']
    const manager = await aHolder(app, admin, { code: 'granters', codes: own })
    const other = await aHolder(app, admin, { code: 'others', codes: ['identity:user:delete'] })
    const before = await stored(app, 'sys_role_permission')
    const tries: readonly (readonly [role: string, codes: readonly string[]])[] = [
      [manager.role, [...own, 'identity:user:view']],
      [other.role, ['identity:user:delete', 'identity:user:view']],
      [other.role, []],
      [other.role, ['identity:dictionary:view']],
      [roleId('1'), own],
    ]
    for (const [role, codes] of tries)
      expect((await grantRole(app, manager.token, { role, codes })).body).toMatchObject({ success: false, message: beyondOwn })
    expect(await stored(app, 'sys_role_permission')).toEqual(before)
    const allowed = await grantRole(app, manager.token, { role: other.role, codes: ['identity:user:delete', 'identity:dictionary:view'] })
    expect(allowed.body.message).toBe('保存成功!')
    expect(await reads(other.token)).toBe(200)
  })

  test('is not taken by anybody else from a role that has what they lack', async () => {
    const own = ['identity:role:view', 'identity:role:saveRolePermission', 'identity:dictionary:view']
    const manager = await aHolder(app, admin, { code: 'takers', codes: own })
    const other = await aHolder(app, admin, { code: 'higher', codes: ['identity:user:delete', 'identity:dictionary:view'] })
    const whole = (await granted(roleId('1'))).filter((id) => id !== nodeOf(app, 'identity:dictionary:view'))
    const before = await stored(app, 'sys_role_permission')
    const refused = { success: false, message: '该角色拥有您没有的权限，您不能取消它的权限！' }
    expect((await grantRole(app, manager.token, { role: other.role, codes: ['identity:user:delete'] })).body).toMatchObject(refused)
    const body = { roleId: roleId('1'), permissionIds: whole.join() }
    expect((await app.call('POST', '/sys/permission/saveRolePermission', { as: manager.token, body })).body).toMatchObject(refused)
    expect(await stored(app, 'sys_role_permission')).toEqual(before)
    const lower = await aHolder(app, admin, { code: 'lower', codes: ['identity:dictionary:view'] })
    expect((await grantRole(app, manager.token, { role: lower.role, codes: [] })).body.success).toBe(true)
  })

  test('cannot be written by way of the role itself', async () => {
    const { role, token } = await aHolder(app, admin, { code: 'massed', codes: ['identity:role:view', 'identity:role:edit'] })
    const before = await stored(app, 'sys_role_permission')
    const ids = nodeOf(app, 'identity:user:view')
    const body = { id: role, description: '新', permissionIds: ids, permissions: ids, grants: ids, roleCode: '1' }
    expect((await app.call('PUT', '/sys/role/edit', { as: token, body })).body.success).toBe(true)
    expect(await stored(app, 'sys_role_permission')).toEqual(before)
    expect((await stored(app, 'sys_role')).find(({ id }) => id === role)).toMatchObject({ role_code: 'massed' })
  })
})
