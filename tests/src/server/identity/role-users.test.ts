import { afterAll, beforeAll, expect, test } from 'vitest'
import { addRow, aPerson, auditOf, password, roleId, type WorldRow } from '../../../api/world.ts'
import { testApp, type TestApp } from '../../../support/build-app.ts'
import { onBothDatabases } from '../../../support/databases.ts'

interface UserPage {
  readonly total: number
  readonly records: readonly (WorldRow & { readonly username: string; readonly createTime: string })[]
}

onBothDatabases('the users of a role', (database) => {
  let app: TestApp
  let admin: string
  let role: string
  beforeAll(async () => {
    app = await testApp({ database })
    admin = await app.signIn('admin', '1')
    role = (await addRow(app, '/sys/role', { as: admin, body: { roleName: '实验员', roleCode: 'lab' } })).id
  })
  afterAll(() => app.close())

  const call = (verb: 'GET' | 'POST' | 'DELETE', path: string, values: Readonly<Record<string, unknown>>, as = admin) =>
    app.call<UserPage>(verb, `/sys/user/${path}`, verb === 'POST' ? { as, body: values } : { as, query: values as Record<string, string> })
  const rolesOf = async (userid: string) =>
    (await app.call<string[]>('GET', '/sys/user/queryUserRole', { as: admin, query: { userid } })).body.result
  const usersOf = async (query: Readonly<Record<string, string>> = {}) =>
    (await call('GET', 'userRoleList', { roleId: role, ...query })).body.result

  test('are added once, listed newest first, found by name, and taken out one by one or together', async () => {
    const people = [await aPerson(app, admin, '2'), await aPerson(app, admin, '3'), await aPerson(app, admin, '2')]
    const [first, second, third] = people.map(({ id }) => id) as [string, string, string]
    expect((await call('POST', 'addSysUserRole', { roleId: role, userIdList: [first, second, third] })).body).toMatchObject({
      success: true,
      message: '添加成功!',
    })
    expect((await call('POST', 'addSysUserRole', { roleId: role, userIdList: [first] })).body.success).toBe(true)
    expect((await rolesOf(first)).toSorted()).toEqual([roleId('2'), role].toSorted())
    const page = await usersOf()
    expect(page.total).toBe(3)
    expect(page.records.map(({ createTime }) => createTime)).toEqual(
      page.records
        .map(({ createTime }) => createTime)
        .toSorted()
        .toReversed(),
    )
    expect((await usersOf({ username: `*${people[1]?.username}*` })).records.map(({ id }) => id)).toEqual([second])
    const audits = await auditOf(app, first)
    expect(audits.at(-1)?.changes).toContain('selectedroles')

    expect((await call('DELETE', 'deleteUserRole', { roleId: role, userId: first })).body).toMatchObject({
      success: true,
      message: '删除成功!',
    })
    expect(await rolesOf(first)).toEqual([roleId('2')])
    expect((await call('DELETE', 'deleteUserRoleBatch', { roleId: role, userIds: `${second},${third},` })).body.message).toBe('删除成功!')
    expect((await usersOf()).total).toBe(0)
  })

  test('those who may still be added are found by the role that they lack', async () => {
    const { id, username } = await aPerson(app, admin, '2')
    const candidates = async () =>
      (await call('GET', 'candidates', { username, selectedroles: `!${role}` })).body.result.records.map((row) => row.id)
    expect(await candidates()).toEqual([id])
    await call('POST', 'addSysUserRole', { roleId: role, userIdList: [id] })
    expect(await candidates()).toEqual([])
  })

  test('a role and users must be named, and exist', async () => {
    const { id } = await aPerson(app, admin, '2')
    expect((await call('POST', 'addSysUserRole', { userIdList: [id] })).body).toMatchObject({ code: 422, message: '请选择一个角色!' })
    expect((await call('POST', 'addSysUserRole', { roleId: role, userIdList: [] })).body).toMatchObject({
      code: 422,
      message: '请选择一条记录！',
    })
    expect((await call('POST', 'addSysUserRole', { roleId: 'nobody', userIdList: [id] })).body.success).toBe(false)
    expect((await call('POST', 'addSysUserRole', { roleId: role, userIdList: ['nobody'] })).body).toMatchObject({
      success: false,
      message: '未找到对应实体',
    })
    expect(await rolesOf(id)).toEqual([roleId('2')])
  })

  test('two administrators who give different roles at once both succeed', async () => {
    const { id } = await aPerson(app, admin, '2')
    const others = await Promise.all(
      ['a', 'b', 'c', 'd'].map((code) =>
        addRow(app, '/sys/role', { as: admin, body: { roleName: `同时${code}`, roleCode: `once-${code}` } }),
      ),
    )
    const answers = await Promise.all(others.map((other) => call('POST', 'addSysUserRole', { roleId: other.id, userIdList: [id] })))
    expect(answers.map(({ body }) => body.success)).toEqual([true, true, true, true])
    expect((await rolesOf(id)).toSorted()).toEqual([roleId('2'), ...others.map((other) => other.id)].toSorted())
  })

  test('the administrator role stays with admin, and only an administrator gives it', async () => {
    const root = await call('GET', 'userRoleList', { roleId: roleId('1'), username: 'admin' })
    const adminId = root.body.result.records[0]?.id ?? ''
    const removed = await call('DELETE', 'deleteUserRole', { roleId: roleId('1'), userId: adminId })
    expect(removed.body).toMatchObject({ success: false, message: '管理员账号不允许此操作！' })
    expect(await rolesOf(adminId)).toContain(roleId('1'))
  })

  test('nobody raises themselves, or others above themselves, and teachers may not make these calls at all', async () => {
    const teacher = await aPerson(app, admin, '2')
    const refused = await call('POST', 'addSysUserRole', { roleId: roleId('1'), userIdList: [teacher.id] }, teacher.token)
    expect(refused.body).toMatchObject({ success: false, code: 510 })

    const { id: managers } = await addRow(app, '/sys/role', { as: admin, body: { roleName: '账号管理', roleCode: 'managers' } })
    const { db } = app.app.engine
    const nodes = await db.read.selectFrom('sys_permission').select(['id', 'perms']).execute()
    const rows = nodes
      .filter(({ perms }) => perms?.startsWith('identity:user:'))
      .map(({ id }) => ({ role_id: managers, permission_id: id }))
    await db.write((tx) => tx.insertInto('sys_role_permission').values(rows).execute())
    await app.call('PUT', '/sys/role/edit', { as: admin, body: { id: managers, description: '测试' } })
    const manager = await aPerson(app, admin, '4')
    await call('POST', 'addSysUserRole', { roleId: managers, userIdList: [manager.id] })
    const token = await app.signIn(manager.username, 'managers', password)
    for (const other of ['1', '2', '3'].map(roleId)) {
      expect((await call('POST', 'addSysUserRole', { roleId: other, userIdList: [manager.id] }, token)).body.success).toBe(false)
      expect((await call('POST', 'addSysUserRole', { roleId: other, userIdList: [teacher.id] }, token)).body.success).toBe(false)
    }
    const robbed = await call('DELETE', 'deleteUserRole', { roleId: roleId('2'), userId: teacher.id }, token)
    expect(robbed.body).toMatchObject({ success: false, message: '该用户的角色拥有您没有的权限，您不能修改该用户！' })
    expect(await rolesOf(teacher.id)).toEqual([roleId('2')])
  })

  test('all roles come in one list', async () => {
    const all = await app.call<readonly WorldRow[]>('GET', '/sys/role/queryall', { as: admin })
    expect(all.body.result).toContainEqual(expect.objectContaining({ id: role, roleName: '实验员', roleCode: 'lab' }))
  })
})
