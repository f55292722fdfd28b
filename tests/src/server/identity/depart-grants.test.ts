import { afterAll, beforeAll, expect, test } from 'vitest'
import { addRow, aPerson, auditOf, password, stored } from '../../../api/world.ts'
import { testApp, type TestApp } from '../../../support/build-app.ts'
import { onBothDatabases } from '../../../support/databases.ts'
import { aHolder, treeKeys, nodeOf, type Tree } from './granted.ts'

onBothDatabases('department roles', (database) => {
  let app: TestApp
  let admin: string
  let made = 0
  beforeAll(async () => {
    app = await testApp({ database })
    admin = await app.signIn('admin', '1')
  })
  afterAll(() => app.close())

  const post = (path: string, body: object, as = admin) => app.call('POST', path, { as, body })
  const ids = (codes: readonly string[]) => codes.map((code) => nodeOf(app, code)).join()
  const grantDepart = (departId: string, codes: readonly string[], as = admin) =>
    post('/sys/permission/saveDepartPermission', { departId, permissionIds: ids(codes) }, as)
  const grantRole = (roleId: string, codes: readonly string[], as = admin) =>
    post('/sys/sysDepartPermission/saveDeptRolePermission', { roleId, permissionIds: ids(codes) }, as)
  const assign = (userId: string, newRoleId: string, oldRoleId = '', as = admin) =>
    post('/sys/sysDepartRole/deptRoleUserAdd', { userId, newRoleId, oldRoleId }, as)
  const list = async (path: string, query: Readonly<Record<string, string>>) =>
    (await app.call<string[]>('GET', path, { as: admin, query })).body.result
  const heldBy = async (userId: string, departId: string) =>
    (await app.call<{ droleId: string }[]>('GET', '/sys/sysDepartRole/getDeptRoleByUserId', { as: admin, query: { userId, departId } }))
      .body.result
  const reads = async (token: string, path = '/sys/dict/list') => (await app.call('GET', path, { as: token })).body.code

  const inCharge = async (id: string, departIds: string) =>
    expect((await app.call('PUT', '/sys/user/edit', { as: admin, body: { id, userIdentity: 2, departIds } })).body.success).toBe(true)

  /** A department with a role, and a student who belongs to it. */
  async function aDepartment(grants: { depart: readonly string[]; role: readonly string[] }) {
    const n = ++made
    const depart = await addRow(app, '/sys/sysDepart', { as: admin, body: { departName: `部门${n}` } })
    const body = { departId: depart.id, roleName: `资料员${n}`, roleCode: `clerk${n}` }
    const role = await addRow(app, '/sys/sysDepartRole', { as: admin, body })
    expect((await grantDepart(depart.id, grants.depart)).body.message).toBe('保存成功!')
    expect((await grantRole(role.id, grants.role)).body.message).toBe('保存成功!')
    const person = await aPerson(app, admin, '4')
    const moved = await app.call('PUT', '/sys/user/edit', { as: admin, body: { id: person.id, selecteddeparts: depart.id } })
    expect(moved.body.success).toBe(true)
    return {
      depart: depart.id,
      orgCode: String(depart['orgCode']),
      role: role.id,
      ...person,
      token: await app.signIn(person.username, '4', password),
    }
  }

  test('whoever grants departments their menus chooses among all, without a right to look at roles', async () => {
    const codes = ['identity:department:view', 'identity:department:saveDepartPermission', 'identity:dictionary:view']
    const granter = await aHolder(app, admin, { code: 'departGranter', codes })
    const { depart } = await aDepartment({ depart: [], role: [] })
    await inCharge(granter.id, depart)
    const treeFor = (path: string, as: string) => app.call<Tree>('GET', path, { as })
    expect((await treeFor('/sys/role/queryTreeList', granter.token)).body.code).toBe(510)
    const [own, whole] = [
      await treeFor('/sys/sysDepartPermission/queryTreeList', granter.token),
      await treeFor('/sys/role/queryTreeList', admin),
    ]
    expect(own.body.result).toEqual(whole.body.result)
    expect(treeKeys(own.body.result.treeList)).toContain(nodeOf(app, 'identity:dictionary:view'))
    expect((await grantDepart(depart, ['identity:dictionary:view'], granter.token)).body.message).toBe('保存成功!')
  })

  test('add to the rights of the chosen role what they grant, in the chosen department and nowhere else', async () => {
    const one = await aDepartment({ depart: ['identity:dictionary:view'], role: ['identity:dictionary:view'] })
    expect(await reads(one.token)).toBe(510)
    expect((await assign(one.id, one.role)).body).toMatchObject({ success: true, message: '添加成功！' })
    expect([await reads(one.token), await reads(one.token, '/inspect/bhCourse/list')]).toEqual([200, 200])
    const answer = await app.call<{ auth: { action: string }[]; menu: unknown }>('GET', '/sys/permission/getUserPermissionByToken', {
      as: one.token,
    })
    expect(answer.body.result.auth.map(({ action }) => action)).toContain('identity:dictionary:view')
    expect(JSON.stringify(answer.body.result.menu)).toContain('/identity/dictionary')
    const other = await aDepartment({ depart: [], role: [] })
    const both = { id: one.id, selecteddeparts: `${one.depart},${other.depart}` }
    await app.call('PUT', '/sys/user/edit', { as: admin, body: both })
    const choose = (orgCode: string) => app.call('PUT', '/sys/selectDepart', { as: one.token, body: { orgCode } })
    expect((await choose(other.orgCode)).body.success).toBe(true)
    expect(await reads(one.token)).toBe(510)
    await choose(one.orgCode)
    expect(await reads(one.token)).toBe(200)
  })

  test('grant no more than their department was granted, and lose what it loses', async () => {
    const one = await aDepartment({ depart: ['identity:dictionary:view', 'identity:role:view'], role: ['identity:dictionary:view'] })
    const refused = await grantRole(one.role, ['identity:dictionary:view', 'identity:user:view'])
    expect(refused.body).toMatchObject({ success: false, message: '不能授予本部门没有的权限！' })
    await assign(one.id, one.role)
    const tree = (
      await app.call<Tree>('GET', '/sys/sysDepartPermission/queryTreeListForDeptRole', { as: admin, query: { departId: one.depart } })
    ).body.result
    expect(tree.treeList.map(({ slotTitle }) => slotTitle)).toEqual(['用户与权限'])
    expect(treeKeys(tree.treeList)).toHaveLength(3)
    const chosen = ['identity:dictionary:view', 'identity:role:view'].map((code) => nodeOf(app, code))
    expect(tree.ids.toSorted()).toEqual(chosen.toSorted())
    await grantDepart(one.depart, ['identity:role:view'])
    expect(await list('/sys/permission/queryDepartPermission', { departId: one.depart })).toEqual([nodeOf(app, 'identity:role:view')])
    expect([await list('/sys/sysDepartPermission/queryDeptRolePermission', { roleId: one.role }), await reads(one.token)]).toEqual([
      [],
      510,
    ])
    await grantDepart(one.depart, ['identity:role:view', 'identity:dictionary:view'])
    expect(await reads(one.token)).toBe(510)
    expect((await auditOf(app, one.role)).filter(({ operation }) => operation === 'grant')).toHaveLength(2)
  })

  test('of another department keep what they grant when one department loses it', async () => {
    const [one, other] = [
      await aDepartment({ depart: ['identity:dictionary:view'], role: ['identity:dictionary:view'] }),
      await aDepartment({ depart: ['identity:dictionary:view'], role: ['identity:dictionary:view'] }),
    ]
    await assign(other.id, other.role)
    await grantDepart(one.depart, [])
    expect(await reads(other.token)).toBe(200)
  })

  test('belong to members of the department only, and end with the membership for good', async () => {
    const one = await aDepartment({ depart: ['identity:dictionary:view'], role: ['identity:dictionary:view'] })
    const stranger = await aPerson(app, admin, '4')
    expect((await assign(stranger.id, one.role)).body.message).toBe('该用户不属于该部门，不能分配部门角色！')
    await assign(one.id, one.role)
    expect(await heldBy(one.id, one.depart)).toMatchObject([{ userId: one.id, droleId: one.role }])
    const root = (await stored(app, 'sys_depart')).find((row) => row['parent_id'] === null)?.id
    const move = (selecteddeparts: string) => app.call('PUT', '/sys/user/edit', { as: admin, body: { id: one.id, selecteddeparts } })
    await move(root ?? '')
    expect(await reads(one.token)).toBe(510)
    await move(one.depart)
    await app.call('PUT', '/sys/selectDepart', { as: one.token, body: { orgCode: one.orgCode } })
    expect([await reads(one.token), await heldBy(one.id, one.depart)]).toEqual([510, []])
  })

  test('are given and taken by department: those of other departments stay', async () => {
    const [one, other] = [await aDepartment({ depart: [], role: [] }), await aDepartment({ depart: [], role: [] })]
    await app.call('PUT', '/sys/user/edit', { as: admin, body: { id: one.id, selecteddeparts: `${one.depart},${other.depart}` } })
    await assign(one.id, one.role)
    await assign(one.id, other.role)
    expect((await assign(one.id, `${one.role},${other.role}`)).body.message).toBe('一次只能分配同一部门的角色！')
    await assign(one.id, '', one.role)
    expect([await heldBy(one.id, one.depart), (await heldBy(one.id, other.depart)).length]).toEqual([[], 1])
    const offered = await list('/sys/sysDepartRole/getDeptRoleList', { departId: other.depart, userId: one.id })
    expect(offered).toMatchObject([{ id: other.role }])
    const found = await app.call<{ total: number }>('GET', '/sys/sysDepartRole/list', { as: admin, query: { deptId: other.depart } })
    expect(found.body.result.total).toBe(1)
  })

  test('are granted and given by people who are no administrators within their own rights only', async () => {
    const codes = ['saveDeptRolePermission', 'deptRoleUserAdd', 'view'].map((verb) => `identity:departRole:${verb}`)
    const manager = await aHolder(app, admin, { code: `heads${made}`, codes: [...codes, 'identity:department:saveDepartPermission'] })
    const one = await aDepartment({ depart: ['identity:dictionary:view'], role: [] })
    await inCharge(manager.id, one.depart)
    const beyond = '不能授予或取消您自己没有的权限！'
    expect((await grantRole(one.role, ['identity:dictionary:view'], manager.token)).body.message).toBe(beyond)
    expect((await grantDepart(one.depart, ['identity:dictionary:view', 'identity:user:view'], manager.token)).body.message).toBe(beyond)
    expect((await grantDepart(one.depart, [], manager.token)).body.message).toBe(beyond)
    await grantRole(one.role, ['identity:dictionary:view'])
    await app.call('PUT', '/sys/user/edit', { as: admin, body: { id: manager.id, selecteddeparts: one.depart } })
    for (const userId of [manager.id, one.id])
      expect((await assign(userId, one.role, '', manager.token)).body.message).toBe('不能授予拥有您所没有的权限的角色！')
    expect([await heldBy(manager.id, one.depart), await heldBy(one.id, one.depart)]).toEqual([[], []])
  })

  test('are seen, made, granted and given by a department administrator within the departments that they manage, and nowhere else', async () => {
    const verbs = ['view', 'add', 'edit', 'delete', 'saveDeptRolePermission', 'deptRoleUserAdd']
    const own = 'identity:permissionRule:view'
    const codes = [
      ...verbs.map((verb) => `identity:departRole:${verb}`),
      'identity:department:view',
      'identity:department:saveDepartPermission',
      own,
    ]
    const manager = await aHolder(app, admin, { code: `charge${made}`, codes })
    const [mine, other] = [await aDepartment({ depart: [own], role: [] }), await aDepartment({ depart: [own], role: [own] })]
    await inCharge(manager.id, mine.depart)
    const as = manager.token
    const ask = async <T>(path: string, query: Record<string, string>) => (await app.call<T>('GET', path, { as, query })).body
    const notTheirs = { success: false, message: '只能管理您负责的部门！' }

    const seen = await ask<{ records: { id: string }[] }>('/sys/sysDepartRole/list', {})
    expect(seen.result.records.map(({ id }) => id)).toEqual([mine.role])
    expect((await ask<unknown[]>('/sys/sysDepartRole/getDeptRoleList', { departId: other.depart })).result).toEqual([])
    const inOther = { userId: other.id, departId: other.depart }
    for (const [path, query] of [
      ['/sys/sysDepartRole/getDeptRoleByUserId', inOther],
      ['/sys/permission/queryDepartPermission', inOther],
      ['/sys/sysDepartPermission/queryTreeListForDeptRole', inOther],
      [`/sys/sysDepartPermission/datarule/${nodeOf(app, own)}/${other.depart}`, {}],
    ] as const)
      expect(await ask(path, query)).toMatchObject(notTheirs)
    const unknown = { success: false, message: '未找到对应实体' }
    expect(await ask('/sys/sysDepartPermission/queryDeptRolePermission', { roleId: other.role })).toMatchObject(unknown)

    const tables = ['sys_depart_role', 'sys_depart_permission', 'sys_depart_role_permission', 'sys_depart_role_user']
    const state = async () => JSON.stringify(await Promise.all(tables.map((table) => stored(app, table))))
    const before = await state()
    const body = { departId: other.depart, roleName: '越界', roleCode: `beyond${made}` }
    expect((await post('/sys/sysDepartRole/add', body, as)).body).toMatchObject({ code: 422, details: { departId: notTheirs.message } })
    const edit = await app.call('PUT', '/sys/sysDepartRole/edit', { as, body: { id: other.role, roleName: '越界' } })
    const remove = await app.call('DELETE', '/sys/sysDepartRole/delete', { as, query: { id: other.role } })
    const rules = { permissionId: nodeOf(app, own), roleId: other.role, dataRuleIds: '' }
    const refused = [edit, remove, await grantRole(other.role, [], as), await assign(other.id, other.role, '', as)]
    for (const answer of [...refused, await post('/sys/sysDepartRole/datarule', rules, as)]) expect(answer.body).toMatchObject(unknown)
    expect((await grantDepart(other.depart, [], as)).body).toMatchObject(notTheirs)
    expect(await state()).toBe(before)

    await app.call('PUT', '/sys/user/edit', { as: admin, body: { id: mine.id, selecteddeparts: `${mine.depart},${other.depart}` } })
    await assign(mine.id, other.role)
    expect((await post('/sys/sysDepartRole/add', { ...body, departId: mine.depart }, as)).body.success).toBe(true)
    expect((await grantRole(mine.role, [own], as)).body.message).toBe('保存成功!')
    expect((await assign(mine.id, mine.role, '', as)).body.message).toBe('添加成功！')
    expect([(await heldBy(mine.id, mine.depart)).length, (await heldBy(mine.id, other.depart)).length]).toEqual([1, 1])
  })

  test('count as rights of an account that people with fewer rights do not touch', async () => {
    const manager = await aHolder(app, admin, {
      code: `managers${made}`,
      codes: ['identity:user:view', 'identity:user:edit', 'identity:user:changePassword'],
    })
    const one = await aDepartment({ depart: ['identity:dictionary:view'], role: ['identity:dictionary:view'] })
    const edit = () => app.call('PUT', '/sys/user/edit', { as: manager.token, body: { id: one.id, realname: '改名' } })
    expect((await edit()).body.success).toBe(true)
    await assign(one.id, one.role)
    expect((await edit()).body.message).toBe('该用户的角色拥有您没有的权限，您不能修改该用户！')
    const body = { username: one.username, password: 'Xyz987!@', confirmpassword: 'Xyz987!@' }
    const set = await app.call('PUT', '/sys/user/changePassword', { as: manager.token, body })
    expect(set.body.message).toBe('没有权限修改该用户的密码！')
  })

  test('leave with their department, and their grants with them', async () => {
    const depart = await addRow(app, '/sys/sysDepart', { as: admin, body: { departName: '将撤销' } })
    const body = { departId: depart.id, roleName: '资料员', roleCode: 'gone' }
    const role = await addRow(app, '/sys/sysDepartRole', { as: admin, body })
    await grantDepart(depart.id, ['identity:dictionary:view'])
    await grantRole(role.id, ['identity:dictionary:view'])
    expect((await app.call('DELETE', '/sys/sysDepart/delete', { as: admin, query: { id: depart.id } })).body.success).toBe(true)
    expect((await stored(app, 'sys_depart_role')).map(({ id }) => id)).not.toContain(role.id)
    expect((await stored(app, 'sys_depart_permission')).filter((row) => row['depart_id'] === depart.id)).toEqual([])
    expect((await stored(app, 'sys_depart_role_permission')).filter((row) => row['role_id'] === role.id)).toEqual([])
  })

  test('need a department, and a code that no other has', async () => {
    const add = (body: object) => post('/sys/sysDepartRole/add', body)
    const one = await aDepartment({ depart: [], role: [] })
    expect((await add({ roleName: '甲乙', roleCode: 'x1' })).body).toMatchObject({ code: 422, details: { departId: '请选择一个部门!' } })
    const again = await add({ departId: one.depart, roleName: '甲乙', roleCode: `clerk${made}` })
    expect(again.body).toMatchObject({ code: 422, details: { roleCode: '该值不可用，系统中已存在！' } })
    const asked = await app.call('GET', '/sys/duplicate/check', {
      as: admin,
      query: { tableName: 'sys_depart_role', fieldName: 'role_code', fieldVal: `clerk${made}`, dataId: '' },
    })
    expect(asked.body).toMatchObject({ success: false, message: '该值不可用，系统中已存在！' })
  })
})
