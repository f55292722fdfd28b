import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type TestApp } from '../support/build-app.ts'
import { onBothDatabases } from '../support/databases.ts'
import { aSemester } from './teaching-world.ts'
import { addRow, aPerson, stored, type WorldRow } from './world.ts'

onBothDatabases('rows that others depend on', (database) => {
  let app: TestApp
  let admin: string
  beforeAll(async () => {
    app = await testApp({ database })
    admin = await app.signIn('admin', '1')
  })
  afterAll(() => app.close())

  const remove = async (base: string, id: string): Promise<string> =>
    (await app.call('DELETE', `${base}/delete`, { as: admin, query: { id } })).body.message
  const first = async (base: string, query: Record<string, string>): Promise<WorldRow> => {
    const [row] = (await app.call<{ records: WorldRow[] }>('GET', `${base}/list`, { as: admin, query })).body.result.records
    if (!row) throw new Error(`nothing in ${base}`)
    return row
  }

  describe('relations kept in link tables', () => {
    test('a role that users hold cannot be deleted, and they keep it', async () => {
      const role = await addRow(app, '/sys/role', { as: admin, body: { roleName: '教务员', roleCode: 'office' } })
      const holders = [await aPerson(app, admin, '2'), await aPerson(app, admin, '2')]
      for (const { id } of holders) await app.call('PUT', '/sys/user/edit', { as: admin, body: { id, selectedroles: role.id } })
      expect(await remove('/sys/role', role.id)).toBe('存在关联数据，不能删除：用户 2 条')
      expect((await stored(app, 'sys_user_role')).filter((link) => link.role_id === role.id)).toHaveLength(2)
    })

    test('a role that nobody holds, or only a deleted account, can be deleted', async () => {
      const role = await addRow(app, '/sys/role', { as: admin, body: { roleName: '临时', roleCode: 'temporary' } })
      const { id } = await aPerson(app, admin, '2')
      await app.call('PUT', '/sys/user/edit', { as: admin, body: { id, selectedroles: role.id } })
      await remove('/sys/user', id)
      expect(await remove('/sys/role', role.id)).toBe('删除角色成功')
    })

    test('a department with people in it cannot be deleted, nor can one above it', async () => {
      const above = await addRow(app, '/sys/sysDepart', { as: admin, body: { departName: '上级' } })
      const department = await addRow(app, '/sys/sysDepart', { as: admin, body: { departName: '有人', parentId: above.id } })
      const { id } = await aPerson(app, admin, '2')
      await app.call('PUT', '/sys/user/edit', { as: admin, body: { id, selecteddeparts: department.id } })
      expect(await remove('/sys/sysDepart', department.id)).toBe('存在关联数据，不能删除：用户 1 条')
      expect(await remove('/sys/sysDepart', above.id)).toBe('存在关联数据，不能删除：用户 1 条')
      const before = await stored(app, 'sys_depart')
      const batch = await app.call('DELETE', '/sys/sysDepart/deleteBatch', { as: admin, query: { ids: above.id } })
      expect(batch.body.message).toBe('存在关联数据，不能删除：用户 1 条')
      expect(await stored(app, 'sys_depart')).toEqual(before)
    })
  })

  describe('dictionaries', () => {
    test('a dictionary used by a field cannot be deleted or given another code', async () => {
      const { id } = await first('/sys/dict', { dictCode: 'student_type' })
      expect(await remove('/sys/dict', id)).toBe('该字典正在使用，不能删除！')
      const renamed = await app.call('PUT', '/sys/dict/edit', { as: admin, body: { id, dictCode: 'kind_of_student' } })
      expect(renamed.body.details).toEqual({ dictCode: '该字典正在使用，不能修改编码！' })
      const titled = await app.call('PUT', '/sys/dict/edit', { as: admin, body: { id, dictName: '学生类别' } })
      expect(titled.body.success).toBe(true)
    })

    test('a dictionary that no field names can be deleted and purged with its items', async () => {
      const dictionary = await addRow(app, '/sys/dict', { as: admin, body: { dictName: '颜色', dictCode: 'colour' } })
      await addRow(app, '/sys/dictItem', { as: admin, body: { dictId: dictionary.id, itemText: '红', itemValue: 'red', sortOrder: 1 } })
      expect(await remove('/sys/dict', dictionary.id)).toBe('删除成功!')
      expect((await app.call('DELETE', `/sys/dict/deletePhysic/${dictionary.id}`, { as: admin })).body.success).toBe(true)
      expect((await stored(app, 'sys_dict_item')).filter((item) => item.dict_id === dictionary.id)).toEqual([])
    })

    test('an item that rows use as their value cannot be deleted, and keeps its value', async () => {
      const semester = await aSemester(app, admin, '2030-2031-1')
      const { token } = await aPerson(app, admin, '2')
      const used = { courseTitle: '用到字典项', semester: semester.id, studentType: '3' }
      await addRow(app, '/inspect/bhCourse', { as: token, body: used })
      const item = await first('/sys/dictItem', { itemText: '研究生' })
      expect(await remove('/sys/dictItem', item.id)).toBe('存在关联数据，不能删除：课程 1 条')
      const edit = (body: object) => app.call('PUT', '/sys/dictItem/edit', { as: admin, body })
      expect((await edit({ id: item.id, itemValue: '9' })).body).toMatchObject({
        code: 422,
        details: { itemValue: '该值正在使用，不能修改：课程 1 条' },
      })
      expect((await edit({ id: item.id, itemValue: '3', itemText: '硕士生', status: 0 })).body.success).toBe(true)
      const unused = await first('/sys/dictItem', { itemText: '专科生' })
      expect((await edit({ id: unused.id, itemValue: '8' })).body.success).toBe(true)
      expect(await remove('/sys/dictItem', unused.id)).toContain('成功')
    })
  })

  describe('a further teacher of a course', () => {
    const world = async (mark: string) => {
      const semester = await aSemester(app, admin, `学期${mark}`)
      const body = { courseTitle: `课程${mark}`, semester: semester.id, studentType: '1' }
      const teacher = await aPerson(app, admin, '2')
      const course = await addRow(app, '/inspect/bhCourse', { as: teacher.token, body })
      const person = await aPerson(app, admin, '2')
      const row = { id: `further${mark}`, course_id: course.id, user_id: person.id, kind: 'teacher', version: 1 } as const
      await app.app.engine.db.write((tx) => tx.insertInto('bh_course_teacher').values(row).execute())
      return { course, person, teacher, left: async () => (await stored(app, 'bh_course_teacher')).some(({ id }) => id === row.id) }
    }

    test('is removed when the course is purged', async () => {
      const { course, teacher, left } = await world('甲')
      const as = teacher.token
      await app.call('DELETE', '/inspect/bhCourse/delete', { as, query: { id: course.id } })
      const purged = await app.call('DELETE', '/inspect/bhCourse/purge', { as, query: { ids: course.id } })
      expect(purged.body).toMatchObject({ success: true })
      expect(await left()).toBe(false)
    })

    test('is removed when the account is purged', async () => {
      const { person, left } = await world('乙')
      await remove('/sys/user', person.id)
      const purged = await app.call('DELETE', '/sys/user/deleteRecycleBin', { as: admin, query: { userIds: person.id } })
      expect(purged.body).toMatchObject({ success: true })
      expect(await left()).toBe(false)
    })

    test('cannot be reached as an assistant', async () => {
      await world('丙')
      expect(await remove('/jw/tea', 'further丙')).toBe('未找到对应实体')
    })
  })
})
