import { afterAll, beforeAll, expect, test } from 'vitest'
import { addRow, aPerson, password, stored, type WorldRow } from '../../../api/world.ts'
import { testApp, type TestApp } from '../../../support/build-app.ts'
import { onBothDatabases } from '../../../support/databases.ts'
import { aHolder, grantRole, nodeOf } from './granted.ts'

/** Of accounts and roles everything but what shows starred values, and of positions what their menu lists. */
const managing = [
  ...['view', 'add', 'edit', 'delete', 'changePassword', 'resetTwoStep', 'addSysUserRole', 'deleteUserRole'].map(
    (verb) => `identity:user:${verb}`,
  ),
  ...['view', 'add', 'saveRolePermission'].map((verb) => `identity:role:${verb}`),
  'identity:department:view',
  'identity:position:view',
  'identity:position:edit',
]
const notToGive = '不能授予不受您的数据规则限制的角色！'
const notToEdit = '该用户的角色不受您的数据规则限制，您不能修改该用户！'

onBothDatabases('somebody who manages accounts under a data rule', (database) => {
  let app: TestApp
  let admin: string
  let manager: { readonly role: string; readonly id: string; readonly username: string; readonly token: string }
  let free: { readonly role: string; readonly id: string; readonly username: string; readonly token: string }
  let harmless: string
  let root: string
  let lab: string
  const may = (body: object) => app.call('PUT', '/sys/user/edit', { as: admin, body })
  const edit = (body: object, base = '/sys/user') => app.call('PUT', `${base}/edit`, { as: manager.token, body })
  const post = (path: string, body: object, as = manager.token) => app.call('POST', path, { as, body })
  const positions = async (as = manager.token) => (await app.call<{ total: number }>('GET', '/sys/position/list', { as })).body.result.total

  async function tick(role: string, rule: object): Promise<string> {
    const permissionId = nodeOf(app, 'identity:position:view')
    const { id } = await addRow(app, '/sys/permissionRule', { as: admin, body: { permissionId, ruleName: '规则', ...rule } })
    const saved = await post('/sys/role/datarule', { permissionId, roleId: role, dataRuleIds: id }, admin)
    expect(saved.body).toMatchObject({ success: true })
    return id
  }

  beforeAll(async () => {
    app = await testApp({ database })
    admin = await app.signIn('admin', '1')
    root = (await stored(app, 'sys_depart'))[0]?.id ?? ''
    lab = (await addRow(app, '/sys/sysDepart', { as: admin, body: { departName: '光学中心', parentId: root, orgCategory: '2' } })).id
    manager = await aHolder(app, admin, { code: 'limited', codes: managing })
    free = await aHolder(app, admin, { code: 'free', codes: ['identity:position:view'] })
    harmless = (await aHolder(app, admin, { code: 'harmless', codes: ['identity:department:view'] })).role
    await addRow(app, '/sys/position', { as: admin, body: { code: 'p1', name: '主任', postRank: '1' } })
    await tick(manager.role, { ruleColumn: 'createBy', ruleConditions: '=', ruleValue: '#{sys_user_code}' })
    expect([await positions(), await positions(admin)]).toEqual([0, 1])
  })
  afterAll(() => app.close())

  test('gives nobody, themselves included, a role that the rule does not limit', async () => {
    const refused = { code: 422, details: { selectedroles: notToGive } }
    expect((await edit({ id: manager.id, selectedroles: `${manager.role},${free.role}` })).body).toMatchObject(refused)
    const body = { username: 'fresh', realname: '新', password, confirmpassword: password, selecteddeparts: root }
    expect((await post('/sys/user/add', { ...body, selectedroles: free.role })).body).toMatchObject(refused)
    const pupil = await aPerson(app, admin, '4')
    expect((await edit({ id: pupil.id, selectedroles: free.role })).body).toMatchObject(refused)
    expect((await post('/sys/user/addSysUserRole', { roleId: free.role, userIdList: [manager.id] })).body.success).toBe(false)
    expect((await post('/sys/user/add', { ...body, selectedroles: `${harmless},${manager.role}` })).body).toMatchObject({ success: true })
  })

  test('makes no role of their own that the rule does not limit, and takes it from none', async () => {
    const { id } = await addRow(app, '/sys/role', { as: manager.token, body: { roleName: '自由', roleCode: 'own' } })
    const position = ['identity:position:view', 'identity:position:edit']
    for (const code of position)
      expect((await grantRole(app, manager.token, { role: id, codes: [code] })).body).toMatchObject({
        success: false,
        message: '您的数据范围受数据规则限制，不能授予不受该规则限制的角色此权限！',
      })
    expect((await grantRole(app, manager.token, { role: id, codes: ['identity:department:view'] })).body.success).toBe(true)
    const without = managing.filter((code) => code !== 'identity:position:view')
    expect((await grantRole(app, manager.token, { role: manager.role, codes: without })).body).toMatchObject({
      success: false,
      message: '只有管理员可以取消数据规则！',
    })
    expect(await positions()).toBe(0)
  })

  test('does nothing to an account that the rule does not limit', async () => {
    const { id, username } = free
    expect((await edit({ id, realname: '改' })).body).toMatchObject({ success: false, message: notToEdit })
    const secret = { password: 'Another1!', confirmpassword: 'Another1!' }
    const set = await app.call('PUT', '/sys/user/changePassword', { as: manager.token, body: { username, ...secret } })
    expect(set.body).toMatchObject({ success: false, message: '没有权限修改该用户的密码！' })
    expect((await app.call('DELETE', '/sys/user/delete', { as: manager.token, query: { id } })).body.message).toBe(notToEdit)
    const taken = { as: manager.token, query: { roleId: free.role, userId: id } }
    expect((await app.call('DELETE', '/sys/user/deleteUserRole', taken)).body.success).toBe(false)
    await app.signIn(username, 'free', password)
    const peer = await aPerson(app, admin, '4')
    await may({ id: peer.id, selectedroles: manager.role })
    expect((await edit({ id: peer.id, realname: '同事' })).body.success).toBe(true)
  })

  test('does not change their own departments, but the rest of their account', async () => {
    expect((await edit({ id: manager.id, selecteddeparts: lab })).body).toMatchObject({
      code: 422,
      details: { selecteddeparts: '您的数据范围受数据规则限制，不能修改自己的部门！' },
    })
    expect((await edit({ id: manager.id, realname: '主管', selecteddeparts: root })).body.success).toBe(true)
  })

  test('whose rule names departments puts nobody into others, and does nothing to whoever is in them', async () => {
    const own = await aHolder(app, admin, { code: 'ofDepart', codes: managing })
    await tick(own.role, { ruleConditions: 'USE_SQL_RULES', ruleColumn: '', ruleValue: 'createBy = #{sys_org_code}' })
    const [peer, other] = [await aPerson(app, admin, '4'), await aPerson(app, admin, '4')]
    for (const { id } of [peer, other]) await may({ id, selectedroles: own.role })
    await may({ id: other.id, selecteddeparts: lab })
    const ask = (body: object) => app.call('PUT', '/sys/user/edit', { as: own.token, body })
    expect((await ask({ id: peer.id, selecteddeparts: `${root},${lab}` })).body).toMatchObject({
      code: 422,
      details: { selecteddeparts: '您的数据范围受数据规则限制，只能选择您所属的部门！' },
    })
    expect((await ask({ id: peer.id, realname: '同事' })).body.success).toBe(true)
    expect((await ask({ id: other.id, realname: '改' })).body.message).toBe('该用户属于您之外的部门，您不能修改该用户！')
    const pupil = await aPerson(app, admin, '4')
    expect((await ask({ id: pupil.id, selecteddeparts: lab })).body.success).toBe(true)
  })

  test('does nothing to whoever is in charge of a department that they are not', async () => {
    const head = await aPerson(app, admin, '4')
    await may({ id: head.id, selectedroles: harmless, userIdentity: 2, departIds: lab })
    const refused = { success: false, message: '该用户负责您不负责的部门，您不能修改该用户！' }
    expect((await edit({ id: head.id, realname: '改' })).body).toMatchObject(refused)
    expect((await edit({ id: head.id, departIds: '' })).body).toMatchObject(refused)
    await may({ id: manager.id, userIdentity: 2, departIds: root })
    expect((await edit({ id: head.id, realname: '改' })).body.success).toBe(true)
    await may({ id: manager.id, userIdentity: 1, departIds: '' })
  })

  test('gives no department role that the rule does not limit', async () => {
    const heads = await aHolder(app, admin, {
      code: 'heads',
      codes: [...managing, ...['view', 'add', 'saveDeptRolePermission', 'deptRoleUserAdd'].map((verb) => `identity:departRole:${verb}`)],
    })
    await tick(heads.role, { ruleColumn: 'createBy', ruleConditions: '=', ruleValue: '#{sys_user_code}' })
    await may({ id: heads.id, selecteddeparts: lab, userIdentity: 2, departIds: lab })
    const position = nodeOf(app, 'identity:position:view')
    await post('/sys/permission/saveDepartPermission', { departId: lab, permissionIds: position }, admin)
    const given = { departId: lab, roleName: '主管', roleCode: 'lead' }
    const { id } = await addRow(app, '/sys/sysDepartRole', { as: admin, body: given })
    await post('/sys/sysDepartPermission/saveDeptRolePermission', { roleId: id, permissionIds: position }, admin)
    const as = await app.signIn(heads.username, 'heads', password)
    const pupil = await aPerson(app, admin, '4')
    await may({ id: pupil.id, selecteddeparts: lab })
    const answer = await app.call('POST', '/sys/sysDepartRole/deptRoleUserAdd', {
      as,
      body: { userId: pupil.id, newRoleId: id, oldRoleId: '' },
    })
    expect(answer.body).toMatchObject({ success: false, message: notToGive })
    const made = await addRow(app, '/sys/sysDepartRole', { as, body: { ...given, roleCode: 'own' } })
    const granted = await app.call('POST', '/sys/sysDepartPermission/saveDeptRolePermission', {
      as,
      body: { roleId: made.id, permissionIds: position },
    })
    expect(granted.body.success).toBe(false)
  })

  test('sheds no rule of a department role of their own, in whichever department they work', async () => {
    const codes = [...managing, ...['view', 'delete', 'deptRoleUserAdd'].map((verb) => `identity:departRole:${verb}`)]
    const head = await aHolder(app, admin, { code: 'ruledHead', codes })
    await may({ id: head.id, selecteddeparts: `${lab},${root}`, userIdentity: 2, departIds: lab })
    const permissionId = nodeOf(app, 'identity:position:view')
    const saved = async (path: string, body: object) => expect((await post(path, body, admin)).body).toMatchObject({ success: true })
    const named = { departId: lab, roleName: '受限主管', roleCode: 'ruledLead' }
    const { id: roleId } = await addRow(app, '/sys/sysDepartRole', { as: admin, body: named })
    const rule = { permissionId, ruleName: '自己的', ruleColumn: 'createBy', ruleConditions: '=', ruleValue: '#{sys_user_code}' }
    const dataRuleIds = (await addRow(app, '/sys/permissionRule', { as: admin, body: rule })).id
    await saved('/sys/permission/saveDepartPermission', { departId: lab, permissionIds: permissionId })
    await saved('/sys/sysDepartPermission/saveDeptRolePermission', { roleId, permissionIds: permissionId })
    await saved('/sys/sysDepartPermission/datarule', { departId: lab, permissionId, dataRuleIds })
    await saved('/sys/sysDepartRole/datarule', { roleId, permissionId, dataRuleIds })
    await saved('/sys/sysDepartRole/deptRoleUserAdd', { userId: head.id, newRoleId: roleId, oldRoleId: '' })
    const as = await app.signIn(head.username, 'ruledHead', password)
    const departs = await app.call<{ list: readonly WorldRow[] }>('GET', '/sys/user/getCurrentUserDeparts', { as })
    for (const depart of departs.body.result.list) {
      expect((await post('/sys/selectDepart', { orgCode: depart.orgCode }, as)).body.success).toBe(true)
      const shed = { success: false, message: '您的数据范围受部门角色的数据规则限制，不能取消自己的该部门角色！' }
      expect(
        (await post('/sys/sysDepartRole/deptRoleUserAdd', { userId: head.id, newRoleId: '', oldRoleId: roleId }, as)).body,
      ).toMatchObject(shed)
      const left = await app.call('PUT', '/sys/user/edit', { as, body: { id: head.id, selecteddeparts: root } })
      expect(left.body.success).toBe(false)
      const deleted = await app.call('DELETE', '/sys/sysDepartRole/delete', { as, query: { id: roleId } })
      expect(deleted.body).toMatchObject({ success: false, message: '只有管理员可以取消数据规则！' })
      expect(await positions(as)).toBe(depart.id === lab ? 0 : 1)
    }
    expect(departs.body.result.list).toHaveLength(2)
    await saved('/sys/sysDepartRole/deptRoleUserAdd', { userId: head.id, newRoleId: '', oldRoleId: roleId })
    expect((await app.call('DELETE', '/sys/sysDepartRole/delete', { as, query: { id: roleId } })).body.success).toBe(false)
    expect((await app.call('DELETE', '/sys/sysDepartRole/delete', { as: admin, query: { id: roleId } })).body.success).toBe(true)
  })

  test('sees students as their rule says, and sets no password of others', async () => {
    const codes = ['view', 'edit', 'changePassword'].map((verb) => `identity:student:${verb}`)
    const tutor = await aHolder(app, admin, { code: 'tutors', codes })
    const permissionId = nodeOf(app, 'identity:student:view')
    const rule = { permissionId, ruleName: '本系', ruleColumn: 'realname', ruleConditions: '=', ruleValue: '我的学生' }
    const { id } = await addRow(app, '/sys/permissionRule', { as: admin, body: rule })
    await post('/sys/role/datarule', { permissionId, roleId: tutor.role, dataRuleIds: id }, admin)
    const [mine, other] = [await aPerson(app, admin, '4'), await aPerson(app, admin, '4')]
    await may({ id: mine.id, realname: '我的学生' })
    const set = (username: string) =>
      app.call('PUT', '/jw/user/changePassword', {
        as: tutor.token,
        body: { username, password: 'Another1!', confirmpassword: 'Another1!' },
      })
    expect((await set(other.username)).body).toMatchObject({ success: false, message: '用户不存在！' })
    await app.signIn(other.username, '4', password)
    expect((await set(mine.username)).body).toMatchObject({ success: true })
    await app.signIn(mine.username, '4', 'Another1!')
  })

  test('deletes no role that has what they lack', async () => {
    const deleter = await aHolder(app, admin, { code: 'deleters', codes: ['identity:role:view', 'identity:role:delete'] })
    const unused = (await addRow(app, '/sys/role', { as: admin, body: { roleName: '高级', roleCode: 'high' } })).id
    await grantRole(app, admin, { role: unused, codes: ['identity:user:delete'] })
    const remove = () => app.call('DELETE', '/sys/role/delete', { as: deleter.token, query: { id: unused } })
    expect((await remove()).body).toMatchObject({ success: false, message: '该角色拥有您没有的权限，您不能删除它！' })
    await grantRole(app, admin, { role: unused, codes: [] })
    expect((await remove()).body.success).toBe(true)
    expect((await stored(app, 'sys_role')).some((row) => row.id === unused)).toBe(false)
  })
})
