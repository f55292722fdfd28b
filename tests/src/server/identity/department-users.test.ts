import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../support/build-app.ts'
import { onBothDatabases } from '../../../support/databases.ts'
import { addRow, aPerson, password, roleId, type WorldRow } from '../../../api/world.ts'

interface Rows {
  readonly total: number
  readonly records: readonly WorldRow[]
}

onBothDatabases('the users of departments', (database) => {
  let app: TestApp
  let admin: string
  let college: WorldRow
  let optics: WorldRow
  let lasers: WorldRow
  let mechanics: WorldRow
  /** A teacher in charge of the optics centre. */
  let manager: { id: string; username: string; token: string }
  const add = (departName: string, parent?: WorldRow): Promise<WorldRow> =>
    addRow(app, '/sys/sysDepart', {
      as: admin,
      body: { departName, orgCategory: parent ? '2' : '1', ...(parent ? { parentId: parent.id } : {}) },
    })
  const departsOf = async (userId: string): Promise<string[]> => {
    const { body } = await app.call<{ key: string }[] | null>('GET', '/sys/user/userDepartList', { as: admin, query: { userId } })
    return (body.result ?? []).map(({ key }) => key)
  }
  const link = (depId: string, userIdList: readonly string[], as = manager.token) =>
    app.call('PUT', '/sys/user/editSysDepartWithUser', { as, body: { depId, userIdList } })
  const unlink = (query: Record<string, string>, as = manager.token) => app.call('DELETE', '/sys/user/deleteUserInDepart', { as, query })
  const unlinkBatch = (query: Record<string, string>) =>
    app.call('DELETE', '/sys/user/deleteUserInDepartBatch', { as: manager.token, query })
  const list = async (depId: string, as = manager.token) =>
    (await app.call<Rows>('GET', '/sys/user/departUserList', { as, query: depId === '' ? {} : { depId } })).body.result
  const inOnly = async (departs: WorldRow, roles = '2') => {
    const person = await aPerson(app, admin, roles)
    await app.call('PUT', '/sys/user/edit', { as: admin, body: { id: person.id, selecteddeparts: departs.id } })
    return person
  }
  beforeAll(async () => {
    app = await testApp({ database })
    admin = await app.signIn('admin', '1')
    college = await add('物理学院')
    optics = await add('光学中心', college)
    lasers = await add('激光实验室', optics)
    mechanics = await add('力学中心', college)
    manager = await aPerson(app, admin, '2')
    await app.call('PUT', '/sys/user/edit', { as: admin, body: { id: manager.id, userIdentity: 2, departIds: optics.id } })
  })
  afterAll(() => app.close())

  describe('their manager', () => {
    test('adds people who exist, once, and takes them out again, one or several', async () => {
      const [first, second] = [await inOnly(mechanics), await inOnly(mechanics)]
      expect((await link(lasers.id, [first.id, second.id])).body).toMatchObject({ success: true, message: '添加成功!' })
      expect((await link(lasers.id, [first.id])).body.success).toBe(true)
      expect((await departsOf(first.id)).sort()).toEqual([mechanics.id, lasers.id].sort())
      expect((await list(optics.id)).records.map(({ id }) => id).sort()).toEqual([first.id, second.id].sort())
      expect((await unlink({ depId: lasers.id, userId: first.id })).body.message).toBe('删除用户与选中部门关系成功！')
      expect(await departsOf(first.id)).toEqual([mechanics.id])
      await link(lasers.id, [first.id])
      expect((await unlinkBatch({ depId: lasers.id, userIds: `${first.id},${second.id}` })).body.message).toBe(
        '删除用户与选中部门关系成功！',
      )
      expect(await departsOf(second.id)).toEqual([mechanics.id])
    })

    test('is told what is missing, and when there is nothing to take away', async () => {
      const person = await inOnly(optics)
      expect((await link('', [person.id])).body).toMatchObject({ code: 422, message: '请选择一个部门!' })
      expect((await unlinkBatch({ userIds: person.id })).body).toMatchObject({
        code: 422,
        message: '未选中任何部门，无法取消部门与用户的关联!',
      })
      expect((await unlink({ depId: lasers.id, userId: person.id })).body).toMatchObject({
        success: false,
        message: '当前选中部门与用户无关联关系!',
      })
    })

    test('reaches no other department, and sees nobody outside their own', async () => {
      const [here, there] = [await inOnly(lasers), await inOnly(mechanics)]
      expect((await link(mechanics.id, [here.id])).body).toMatchObject({ success: false, message: '只能调整您负责的部门的用户！' })
      expect((await link(college.id, [manager.id])).body.success).toBe(false)
      expect((await unlink({ depId: mechanics.id, userId: there.id })).body.success).toBe(false)
      expect(await departsOf(there.id)).toEqual([mechanics.id])
      expect((await list('')).records.map(({ id }) => id)).toContain(here.id)
      expect((await list('')).records.map(({ id }) => id)).not.toContain(there.id)
      expect((await list(mechanics.id)).total).toBe(0)
      const found = await app.call('GET', '/sys/departUser/queryById', { as: manager.token, query: { id: there.id } })
      expect(found.body.success).toBe(false)
      expect((await app.call('GET', '/sys/user/list', { as: manager.token })).body.code).toBe(510)
    })

    test('sees the people of a department with those below it, and which of its departments each belongs to', async () => {
      const [here, below, elsewhere] = [await inOnly(optics), await inOnly(lasers), await inOnly(mechanics)]
      const query = { selecteddeparts: optics.id, pageSize: 1000 }
      const { records } = (await app.call<Rows>('GET', '/sys/departUser/members', { as: manager.token, query })).body.result
      const departs = new Map(records.map((row) => [row.id, row['selecteddeparts_dictText']]))
      expect([here, below, elsewhere].map(({ id }) => departs.get(id))).toEqual(['光学中心', '激光实验室', undefined])
      const none = await app.call<Rows>('GET', '/sys/departUser/members', { as: manager.token, query: { selecteddeparts: mechanics.id } })
      expect(none.body.result.total).toBe(0)
    })

    test('adds nobody with more rights than their own', async () => {
      const other = await aPerson(app, admin, '1')
      expect((await link(optics.id, [other.id])).body).toMatchObject({
        success: false,
        message: '该用户的角色拥有您没有的权限，您不能修改该用户！',
      })
      expect(await departsOf(other.id)).not.toContain(optics.id)
    })

    test('makes an account that belongs to the department and has no role yet, whatever else is sent', async () => {
      const body = { username: 'newcomer', realname: '新人', password, confirmpassword: password, selecteddeparts: lasers.id }
      const make = (more: object) => app.call<WorldRow>('POST', '/sys/departUser/add', { as: manager.token, body: { ...body, ...more } })
      expect((await make({ selecteddeparts: mechanics.id })).body).toMatchObject({
        code: 422,
        details: { selecteddeparts: '只能调整您负责的部门的用户！' },
      })
      expect((await make({ selecteddeparts: '' })).body).toMatchObject({ code: 422, details: { selecteddeparts: '请选择一个部门!' } })
      const made = await make({ selectedroles: roleId('1'), userIdentity: 2, departIds: college.id })
      expect(made.body).toMatchObject({ success: true, message: '添加成功！' })
      expect(await departsOf(made.body.result.id)).toEqual([lasers.id])
      const stored = await app.call('GET', '/sys/user/queryById', { as: admin, query: { id: made.body.result.id } })
      expect(stored.body.result).toMatchObject({ selectedroles: '', userIdentity: 1, status: 1 })
    })

    test('chooses among names, departments and roles, with starred id numbers, and learns nothing else', async () => {
      await app.call('PUT', '/sys/user/edit', { as: admin, body: { id: manager.id, idNumber: '110101199003077758' } })
      const { records } = (
        await app.call<Rows>('GET', '/sys/departUser/candidates', { as: manager.token, query: { username: manager.username } })
      ).body.result
      expect(records).toHaveLength(1)
      expect(records[0]).toMatchObject({ idNumber: '110***********7758', roleNameTxt: '教师' })
      expect(Object.keys(records[0] ?? {}).sort()).toEqual([
        'id',
        'idNumber',
        'orgCodeTxt',
        'realname',
        'roleNameTxt',
        'selecteddeparts',
        'selecteddeparts_dictText',
        'selectedroles',
        'selectedroles_dictText',
        'username',
      ])
    })
  })

  test('a manager who chooses among accounts finds out nothing else of them by asking or sorting', async () => {
    const [one, other] = [await inOnly(mechanics), await inOnly(mechanics)]
    await app.call('PUT', '/sys/user/edit', { as: admin, body: { id: one.id, phone: '13900001111', email: 'one@example.edu' } })
    await app.call('PUT', '/sys/user/edit', { as: admin, body: { id: other.id, phone: '13900002222', email: 'other@example.edu' } })
    const candidates = async (query: Record<string, string>) =>
      (
        await app.call<Rows>('GET', '/sys/departUser/candidates', {
          as: manager.token,
          query: { username: 'person*', pageSize: '1000', ...query },
        })
      ).body.result.records.map(({ id }) => id)
    const all = await candidates({})
    expect(all).toEqual(expect.arrayContaining([one.id, other.id]))
    for (const query of [{ phone: '*0000*' }, { phone: '13900001111' }, { email: 'x*' }, { status: '2' }, { createBy: '!admin' }] as Record<
      string,
      string
    >[])
      expect([query, await candidates(query)]).toEqual([query, all])
    for (const order of ['asc', 'desc']) expect(await candidates({ column: 'phone', order })).toEqual(all)
    expect(await candidates({ username: one.username })).toEqual([one.id])
  })

  test('someone who manages nothing sees and changes nobody', async () => {
    const person = await inOnly(optics)
    expect((await list(optics.id, person.token)).total).toBe(0)
    expect((await link(lasers.id, [person.id], person.token)).body.success).toBe(false)
    expect((await unlink({ depId: optics.id, userId: person.id }, person.token)).body.success).toBe(false)
  })

  describe('in the address book', () => {
    const book = async (query: Record<string, string>, as = manager.token) =>
      (await app.call<Rows>('GET', '/sys/user/queryByOrgCodeForAddressList', { as, query })).body

    test('are found by department with what is below it, by name and by work number', async () => {
      const person = await inOnly(lasers)
      const body = { id: person.id, workNo: 'W-77', phone: '13800009977' }
      await app.call('PUT', '/sys/user/edit', { as: admin, body })
      const found = await book({ orgCode: String(optics.orgCode), workNo: 'W-77' })
      expect(found.result.records).toMatchObject([
        { userId: person.id, realname: person.realname, workNo: 'W-77', phone: '13800009977', departName: '激光实验室' },
      ])
      expect((await book({ orgCode: String(mechanics.orgCode), workNo: 'W-77' })).result.total).toBe(0)
      expect((await book({ realname: `*${person.realname}*` })).result.total).toBe(1)
      await app.call('PUT', '/sys/user/frozenBatch', { as: admin, body: { ids: person.id, status: 2 } })
      expect((await book({ workNo: 'W-77' })).result.total).toBe(0)
    })

    test('are not shown to students and assistants', async () => {
      for (const role of ['3', '4']) expect((await book({}, (await aPerson(app, admin, role)).token)).code).toBe(510)
    })
  })

  test('lose their department roles with the membership, whichever screen ends it', async () => {
    const student = await inOnly(optics, '4')
    const given = { departId: optics.id, roleName: '值班', roleCode: 'duty' }
    const role = (await addRow(app, '/sys/sysDepartRole', { as: admin, body: given })).id
    const held = async () => {
      const query = { departId: optics.id, userId: student.id }
      const answer = await app.call<readonly { id: string }[]>('GET', '/sys/sysDepartRole/getDeptRoleByUserId', { as: admin, query })
      return answer.body.result.map(({ id }) => id)
    }
    for (const base of ['/jw/user', '/sys/user']) {
      await app.call('POST', '/sys/sysDepartRole/deptRoleUserAdd', {
        as: admin,
        body: { userId: student.id, newRoleId: role, oldRoleId: '' },
      })
      expect([base, await held()]).toEqual([base, [role]])
      const edit = (selecteddeparts: string) => app.call('PUT', `${base}/edit`, { as: admin, body: { id: student.id, selecteddeparts } })
      expect((await edit(mechanics.id)).body.success).toBe(true)
      expect((await edit(optics.id)).body.success).toBe(true)
      expect([base, await held()]).toEqual([base, []])
    }
  })
})
