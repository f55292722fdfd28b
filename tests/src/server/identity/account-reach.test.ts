import { afterAll, beforeAll, expect, test } from 'vitest'
import { addRow, aPerson, password, roleId, type WorldRow } from '../../../api/world.ts'
import { workbook } from '../../../engine/server/transfer/workbook-files.ts'
import { testApp, type TestApp } from '../../../support/build-app.ts'
import { onBothDatabases } from '../../../support/databases.ts'

const notToEdit = '该用户的角色拥有您没有的权限，您不能修改该用户！'
const notToGive = '不能授予拥有您所没有的权限的角色！'

onBothDatabases('an account manager who is not an administrator', (database) => {
  let app: TestApp
  let admin: string
  let manager: { readonly id: string; readonly username: string; readonly token: string }
  let managers: string
  let clerks: string
  let teacher: { readonly id: string; readonly username: string }
  let clerk: { readonly id: string; readonly username: string }
  let department: string
  beforeAll(async () => {
    app = await testApp({ database })
    admin = await app.signIn('admin', '1')
    const { db } = app.app.engine
    const roleWith = async (roleCode: string, holds: (permission: string) => boolean) => {
      const { id } = await addRow(app, '/sys/role', { as: admin, body: { roleName: roleCode, roleCode } })
      const nodes = await db.read.selectFrom('sys_permission').select(['id', 'perms']).execute()
      const rows = nodes.filter(({ perms }) => holds(String(perms ?? ''))).map((node) => ({ role_id: id, permission_id: node['id'] }))
      await db.write((tx) => tx.insertInto('sys_role_permission').values(rows).execute())
      await app.call('PUT', '/sys/role/edit', { as: admin, body: { id, description: '测试' } })
      return id
    }
    managers = await roleWith('managers', (code) => /^identity:(user|student|department):/.test(code) && !code.endsWith('unmask'))
    clerks = await roleWith('clerks', (code) => code === 'identity:department:view')
    const roots = await app.call<{ records: WorldRow[] }>('GET', '/sys/sysDepart/list', { as: admin })
    department = roots.body.result.records[0]?.id ?? ''
    const account = async (username: string, selectedroles: string) => {
      const body = { username, realname: username, password, confirmpassword: password, selectedroles, selecteddeparts: department }
      return { id: (await addRow(app, '/sys/user', { as: admin, body })).id, username }
    }
    manager = { ...(await account('manager', managers)), token: await app.signIn('manager', 'managers', password) }
    clerk = await account('clerk', clerks)
    teacher = await aPerson(app, admin, '2')
  })
  afterAll(() => app.close())

  const rolesOf = async (id: string) =>
    (await app.call<string[]>('GET', '/sys/user/queryUserRole', { as: admin, query: { userid: id } })).body.result.toSorted()
  const edit = (body: Readonly<Record<string, unknown>>, base = '/sys/user') => app.call('PUT', `${base}/edit`, { as: manager.token, body })
  const sheet = async (rows: string[][]) => {
    const form = new FormData()
    form.append('file', new Blob([Uint8Array.from(await workbook(rows))]), '用户.xlsx')
    return app.call('POST', '/sys/user/importExcel', { as: manager.token, body: form })
  }

  test('cannot give anybody, including themselves, a role with permissions that they lack', async () => {
    for (const role of ['1', '2', '3'].map(roleId)) {
      const mine = await edit({ id: manager.id, selectedroles: `${managers},${role}` })
      expect([role, mine.body.success]).toEqual([role, false])
      expect((await edit({ id: clerk.id, selectedroles: `${clerks},${role}` })).body.success).toBe(false)
      const body = {
        username: `new${role.slice(-1)}`,
        realname: '新',
        password,
        confirmpassword: password,
        selectedroles: role,
        selecteddeparts: department,
      }
      expect((await app.call('POST', '/sys/user/add', { as: manager.token, body })).body.success).toBe(false)
    }
    const answer = await edit({ id: manager.id, selectedroles: `${managers},${roleId('2')}` })
    expect(answer.body).toMatchObject({ code: 422, details: { selectedroles: notToGive } })
    expect([await rolesOf(manager.id), await rolesOf(clerk.id)]).toEqual([[managers], [clerks]])
  })

  test('cannot give such a role through a sheet, to a new account or an old one', async () => {
    const head = ['用户账号', '用户名称', '角色', '部门']
    for (const row of [
      ['sheet1', '表一', '教师', '学校'],
      ['clerk', 'clerk', '教师', '学校'],
      ['manager', 'manager', '系统管理员', '学校'],
    ])
      expect([row[0], (await sheet([head, row])).body.success]).toEqual([row[0], false])
    expect([await rolesOf(manager.id), await rolesOf(clerk.id)]).toEqual([[managers], [clerks]])
    const renamed = await sheet([head, [teacher.username, '改名', '教师', '学校']])
    expect(renamed.body.success).toBe(false)
  })

  test('cannot set the password of an account above them, by either call', async () => {
    for (const username of ['admin', teacher.username]) {
      const set = await app.call('PUT', '/sys/user/changePassword', {
        as: manager.token,
        body: { username, password: 'Another1!', confirmpassword: 'Another1!' },
      })
      expect(set.body).toMatchObject({ success: false, message: '没有权限修改该用户的密码！' })
    }
    expect((await edit({ id: teacher.id, password: 'Another1!', confirmpassword: 'Another1!' })).body.success).toBe(false)
    await app.signIn(teacher.username, '2', password)
  })

  test('cannot edit, freeze, delete, restore or purge such an account, alone or in a batch', async () => {
    const refused = { success: false, message: notToEdit }
    expect((await edit({ id: teacher.id, realname: '改' })).body).toMatchObject(refused)
    expect((await edit({ id: teacher.id, selecteddeparts: '' })).body.success).toBe(false)
    expect((await edit({ id: teacher.id, selectedroles: clerks })).body).toMatchObject(refused)
    const call = (method: 'PUT' | 'DELETE', path: string, given: Record<string, unknown>) =>
      method === 'PUT'
        ? app.call(method, `/sys/user/${path}`, { as: manager.token, body: given })
        : app.call(method, `/sys/user/${path}`, {
            as: manager.token,
            query: Object.fromEntries(Object.entries(given).map(([key, value]) => [key, String(value)])),
          })
    expect((await call('PUT', 'frozenBatch', { ids: teacher.id, status: 2 })).body.success).toBe(false)
    expect((await call('DELETE', 'delete', { id: teacher.id })).body).toMatchObject(refused)
    expect((await call('DELETE', 'deleteBatch', { ids: teacher.id })).body.success).toBe(false)
    const some = await call('PUT', 'frozenBatch', { ids: `${clerk.id},${teacher.id}`, status: 2 })
    expect(some.body.result).toMatchObject([{ success: true }, { success: false, message: notToEdit }])
    await call('PUT', 'frozenBatch', { ids: clerk.id, status: 1 })
    const gone = await aPerson(app, admin, '2')
    await app.call('DELETE', '/sys/user/delete', { as: admin, query: { id: gone.id } })
    expect((await call('PUT', 'putRecycleBin', { userIds: gone.id })).body.success).toBe(false)
    expect((await call('DELETE', 'deleteRecycleBin', { userIds: gone.id })).body.success).toBe(false)
    await app.signIn(teacher.username, '2', password)
  })

  test('cannot reach such an account through the students’ screen, even if it is also a student', async () => {
    const { id, username } = await aPerson(app, admin, '24')
    expect((await edit({ id, realname: '改' }, '/jw/user')).body).toMatchObject({ success: false })
    expect((await app.call('DELETE', '/jw/user/delete', { as: manager.token, query: { id } })).body.success).toBe(false)
    const body = { username, password: 'Another1!', confirmpassword: 'Another1!' }
    expect((await app.call('PUT', '/jw/user/changePassword', { as: manager.token, body })).body.success).toBe(false)
    await app.signIn(username, '2', password)
  })

  test('puts nobody, including themselves, in charge of a department that they do not manage', async () => {
    const notManaged = '只能管理您负责的部门！'
    for (const id of [manager.id, clerk.id])
      expect((await edit({ id, userIdentity: 2, departIds: department })).body).toMatchObject({
        code: 422,
        details: { departIds: notManaged },
      })
    const charge = (id: string, departIds: string) =>
      app.call('PUT', '/sys/user/edit', { as: admin, body: { id, userIdentity: 2, departIds } })
    expect((await charge(manager.id, department)).body.success).toBe(true)
    expect((await edit({ id: clerk.id, userIdentity: 2, departIds: department })).body.success).toBe(true)
    expect((await edit({ id: clerk.id, realname: '文员' })).body.success).toBe(true)
  })

  test('manages the accounts below them, students and their own', async () => {
    expect((await edit({ id: clerk.id, realname: '文员', selectedroles: `${clerks},${managers}` })).body.success).toBe(true)
    expect((await edit({ id: clerk.id, selectedroles: clerks })).body.success).toBe(true)
    expect((await edit({ id: manager.id, realname: '主管' })).body.success).toBe(true)
    const student = {
      username: 'pupil',
      realname: '学生',
      password,
      confirmpassword: password,
      studyNumber: 'P1',
      selecteddeparts: department,
    }
    const { id } = await addRow(app, '/jw/user', { as: manager.token, body: student })
    expect((await edit({ id, realname: '学生甲' }, '/jw/user')).body.success).toBe(true)
    const body = { username: 'pupil', password: 'Another1!', confirmpassword: 'Another1!' }
    expect((await app.call('PUT', '/jw/user/changePassword', { as: manager.token, body })).body.success).toBe(true)
    await app.signIn('pupil', '4', 'Another1!')
  })
})
