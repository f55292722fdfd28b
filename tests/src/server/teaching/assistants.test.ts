import { afterAll, beforeAll, expect, test } from 'vitest'
import { addRow, aPerson, password, roleId, stored, type WorldRow } from '../../../api/world.ts'
import { workbook } from '../../../engine/server/transfer/workbook-files.ts'
import { testApp, type Method, type TestApp } from '../../../support/build-app.ts'
import { onBothDatabases } from '../../../support/databases.ts'

type Person = Awaited<ReturnType<typeof aPerson>>

onBothDatabases('assistants of a course', (database) => {
  let shiyan: TestApp
  let admin: string
  let teacher: Person
  let courses: readonly [string, string]
  let semester: string
  beforeAll(async () => {
    shiyan = await testApp({ database })
    admin = await shiyan.signIn('admin', '1')
    teacher = await aPerson(shiyan, admin, '2')
    const dates = { beginDate: '2026-09-07', endDate: '2027-01-17' }
    semester = (await addRow(shiyan, '/inspect/bhSemester', { as: admin, body: { semesterName: '2026-2027-1', ...dates } })).id
    const aCourse = async (courseTitle: string) => {
      const body = { courseTitle, semester, studentType: '1' }
      return (await addRow(shiyan, '/inspect/bhCourse', { as: teacher.token, body })).id
    }
    courses = [await aCourse('电路实验'), await aCourse('光学实验')]
  })
  afterAll(() => shiyan.close())

  const call = async (method: Method, path: string, options: { as?: string; body?: object; query?: Record<string, string> }) =>
    (await shiyan.call<WorldRow>(method, path, { as: teacher.token, ...options })).body
  const add = (courseId: string, ids: string, as = teacher.token) => call('POST', '/jw/tea/addCourseTea', { as, body: { courseId, ids } })
  const rowOf = async (courseId: string, userId: string) => {
    const { body } = await shiyan.call<{ records: WorldRow[] }>('GET', '/jw/tea/list', { as: admin, query: { courseId, userId } })
    return body.result.records[0]
  }
  const remove = async (courseId: string, userId: string) =>
    call('DELETE', '/jw/tea/delete', { query: { id: (await rowOf(courseId, userId))?.id ?? '' } })
  const rolesOf = async (id: string) =>
    String((await call('GET', '/sys/user/queryById', { as: admin, query: { id } })).result.selectedroles).split(',')
  const helper = { password, confirmpassword: password, idNumber: '110101199003077758' }

  test('the role given by a course is removed with the last course', async () => {
    const student = await aPerson(shiyan, admin, '4')
    for (const course of courses) expect((await add(course, student.id)).message).toBe('添加成功！')
    expect(await rolesOf(student.id)).toEqual([roleId('3'), roleId('4')])
    expect((await remove(courses[0], student.id)).success).toBe(true)
    expect(await rolesOf(student.id)).toEqual([roleId('3'), roleId('4')])
    expect((await remove(courses[1], student.id)).success).toBe(true)
    expect(await rolesOf(student.id)).toEqual([roleId('4')])
  })

  test('one person is added to many courses at once', async () => {
    const many: string[] = []
    for (let n = 0; n < 8; n++) {
      const body = { courseTitle: `同时${n}`, semester, studentType: '1' }
      many.push((await addRow(shiyan, '/inspect/bhCourse', { as: teacher.token, body })).id)
    }
    for (let round = 0; round < 3; round++) {
      const student = await aPerson(shiyan, admin, '4')
      const answers = await Promise.all(many.map((course) => add(course, student.id)))
      expect(answers.map((answer) => answer.message)).toEqual(many.map(() => '添加成功！'))
      expect(await rolesOf(student.id)).toEqual([roleId('3'), roleId('4')])
    }
  })

  test('who was given more than the role is out of the teacher’s reach, although the teacher made the account', async () => {
    const [course] = courses
    const made = async (username: string) => {
      const answer = await call('POST', '/jw/tea/addAssistant', { body: { ...helper, courseId: course, username, realname: '助教' } })
      expect(answer).toMatchObject({ success: true })
      return answer.result.id
    }
    const [head, holder] = [await made('head.helper'), await made('holding.helper')]
    const asAdmin = (method: Method, path: string, body: object) => call(method, path, { as: admin, body })
    const root = (await stored(shiyan, 'sys_depart'))[0]?.id ?? ''
    const set = async (userId: string) => {
      const id = (await rowOf(course, userId))?.id ?? ''
      const body = { id, password: 'Another1!', confirmpassword: 'Another1!' }
      return [
        await call('PUT', '/jw/tea/changePassword', { body }),
        await call('PUT', '/jw/tea/editAssistant', { body: { id, realname: '改名', idNumber: helper.idNumber } }),
      ]
    }
    for (const id of [head, holder]) expect((await set(id)).map(({ success }) => success)).toEqual([true, true])
    await asAdmin('PUT', '/sys/user/edit', { id: head, userIdentity: 2, departIds: root })
    const node = shiyan.app.engine.permissions().find(({ code }) => code === 'identity:user:delete')?.id
    await asAdmin('POST', '/sys/permission/saveDepartPermission', { departId: root, permissionIds: node })
    const role = await addRow(shiyan, '/sys/sysDepartRole', { as: admin, body: { departId: root, roleName: '高级', roleCode: 'high' } })
    await asAdmin('POST', '/sys/sysDepartPermission/saveDeptRolePermission', { roleId: role.id, permissionIds: node })
    await asAdmin('PUT', '/sys/user/edit', { id: holder, selecteddeparts: root })
    expect(await asAdmin('POST', '/sys/sysDepartRole/deptRoleUserAdd', { userId: holder, newRoleId: role.id })).toMatchObject({
      success: true,
    })
    for (const id of [head, holder]) expect((await set(id)).map(({ success }) => success)).toEqual([false, false])
  })

  test('the role does not come back from the bin if the last course has released its holder meanwhile', async () => {
    const [student, other] = [await aPerson(shiyan, admin, '4'), await aPerson(shiyan, admin, '4')]
    const bin = (id: string) => call('DELETE', '/sys/user/delete', { as: admin, query: { id } })
    const restore = (id: string) => call('PUT', '/sys/user/putRecycleBin', { as: admin, body: { userIds: id } })
    for (const { id } of [student, other]) {
      await add(courses[0], id)
      expect((await bin(id)).success).toBe(true)
    }
    expect((await remove(courses[0], student.id)).success).toBe(true)
    for (const { id } of [student, other]) expect((await restore(id)).success).toBe(true)
    expect(await rolesOf(student.id)).toEqual([roleId('4')])
    expect(await rolesOf(other.id)).toEqual([roleId('3'), roleId('4')])
    await remove(courses[0], other.id)
    expect(await rolesOf(other.id)).toEqual([roleId('4')])
  })

  test('a role given by hand stays, even if it was given by hand a second time', async () => {
    const assistant = await aPerson(shiyan, admin, '43')
    await add(courses[0], assistant.id)
    await remove(courses[0], assistant.id)
    expect(await rolesOf(assistant.id)).toEqual([roleId('3'), roleId('4')])
    const student = await aPerson(shiyan, admin, '4')
    await add(courses[0], student.id)
    for (const roles of ['4', '34'])
      await call('PUT', '/sys/user/edit', { as: admin, body: { id: student.id, selectedroles: [...roles].map(roleId).join(',') } })
    await remove(courses[0], student.id)
    expect(await rolesOf(student.id)).toEqual([roleId('3'), roleId('4')])
  })

  test('the role also goes when a course is deleted for good', async () => {
    const student = await aPerson(shiyan, admin, '4')
    const body = { courseTitle: '短课', semester, studentType: '1' }
    const { id } = await addRow(shiyan, '/inspect/bhCourse', { as: teacher.token, body })
    await add(id, student.id)
    expect(await rolesOf(student.id)).toEqual([roleId('3'), roleId('4')])
    expect((await call('DELETE', '/inspect/bhCourse/delete', { query: { id } })).success).toBe(true)
    expect(await rolesOf(student.id)).toEqual([roleId('3'), roleId('4')])
    expect((await call('DELETE', '/inspect/bhCourse/purge', { query: { ids: id } })).success).toBe(true)
    expect(await rolesOf(student.id)).toEqual([roleId('4')])
  })

  test('an account that is deleted for good leaves its courses', async () => {
    const student = await aPerson(shiyan, admin, '4')
    await add(courses[0], student.id)
    expect((await call('DELETE', '/sys/user/delete', { as: admin, query: { id: student.id } })).success).toBe(true)
    const purged = await call('DELETE', '/sys/user/deleteRecycleBin', { as: admin, query: { userIds: student.id } })
    expect(purged.success).toBe(true)
    const links = await shiyan.app.engine.db.read.selectFrom('bh_course_teacher').select('id').where('user_id', '=', student.id).execute()
    expect(links).toEqual([])
  })

  test('an account whose only role is assistant keeps that role', async () => {
    const made = await call('POST', '/jw/tea/addAssistant', {
      body: { ...helper, courseId: courses[0], username: 'only3', realname: '助教' },
    })
    await remove(courses[0], made.result.id)
    expect(await rolesOf(made.result.id)).toEqual([roleId('3')])
  })

  test('an administrator, the course’s own teacher and the user who adds cannot become assistants', async () => {
    const administrator = await aPerson(shiyan, admin, '1')
    const refusals = [
      [await add(courses[0], administrator.id), '管理员账号不允许此操作！'],
      [await add(courses[0], teacher.id), '授课教师不能添加为本课程的助教！'],
      [await add(courses[0], teacher.id, admin), '授课教师不能添加为本课程的助教！'],
    ] as const
    for (const [answer, sentence] of refusals) expect(answer).toMatchObject({ code: 422, message: sentence })
    for (const { id } of [administrator, teacher]) expect(await rowOf(courses[0], id)).toBeUndefined()
    expect(await rolesOf(teacher.id)).toEqual([roleId('2')])
    const { body } = await shiyan.call<{ records: WorldRow[] }>('GET', '/jw/tea/listTea', {
      as: teacher.token,
      query: { courseId: courses[0] },
    })
    const offered = body.result.records.map((row) => row.id)
    for (const { id } of [administrator, teacher]) expect(offered).not.toContain(id)
  })

  test('nor can they through a sheet', async () => {
    const file = await workbook([['用户账号'], [teacher.username]])
    const body = new FormData()
    body.append('courseId', courses[0])
    body.append('file', new Blob([new Uint8Array(file)]), '助教.xlsx')
    const answer = await shiyan.call<unknown>('POST', '/jw/tea/importExcel', { as: teacher.token, body })
    expect(JSON.stringify(answer.body)).toContain('授课教师不能添加为本课程的助教！')
    expect(await rowOf(courses[0], teacher.id)).toBeUndefined()
  })

  test('a starred identity number that comes back unchanged counts as no change', async () => {
    const body = { ...helper, courseId: courses[0], username: 'starred', realname: '旧名', phone: '13900000001' }
    const made = await call('POST', '/jw/tea/addAssistant', { body })
    const row = await rowOf(courses[0], made.result.id)
    const [shown] = (
      await shiyan.call<{ records: WorldRow[] }>('GET', '/jw/tea/list', { as: teacher.token, query: { username: 'starred' } })
    ).body.result.records
    expect(shown?.idNumber).toBe('110***********7758')
    const edit = (idNumber: unknown) =>
      call('PUT', '/jw/tea/editAssistant', { body: { id: row?.id, realname: '新名', phone: '13900000001', idNumber } })
    expect(await edit(shown?.idNumber)).toMatchObject({ message: '修改成功!' })
    const stored = await call('GET', '/sys/user/queryById', { as: admin, query: { id: made.result.id } })
    expect(stored.result).toMatchObject({ realname: '新名', idNumber: helper.idNumber })
    expect(await edit('110***********7759')).toMatchObject({ code: 422, message: '您的身份证号码格式不正确!' })
    expect(await edit('440101199003077751')).toMatchObject({ message: '修改成功!' })
  })

  test('a new assistant’s whole account is kept; editing empties what is left empty', async () => {
    const more = { email: 'helper@example.com', sex: '2', birthday: '1999-05-04' }
    const body = { ...helper, ...more, idNumber: '440101199003077718', courseId: courses[0], username: 'whole', realname: '整' }
    const made = await call('POST', '/jw/tea/addAssistant', { body })
    expect(made).toMatchObject({ message: '添加成功！' })
    const row = await rowOf(courses[0], made.result.id)
    expect(row).toMatchObject(more)
    const edit = (values: object) =>
      call('PUT', '/jw/tea/editAssistant', { body: { ...more, id: row?.id, realname: '整', idNumber: body.idNumber, ...values } })
    const stored = async () => (await call('GET', '/sys/user/queryById', { as: admin, query: { id: made.result.id } })).result
    expect(await edit({ sex: '1' })).toMatchObject({ message: '修改成功!' })
    expect(await stored()).toMatchObject({ ...more, sex: '1' })
    expect(await edit({ email: '' })).toMatchObject({ message: '修改成功!' })
    expect(await stored()).toMatchObject({ email: null, birthday: more.birthday })
    expect(await edit({ email: 'no mail' })).toMatchObject({ code: 422, message: '请输入正确格式的邮箱!' })
  })

  test('an account that takes over a user name does not take over its assistants', async () => {
    const first = await aPerson(shiyan, admin, '2')
    const second = await aPerson(shiyan, admin, '2')
    const { db } = shiyan.app.engine
    const give = (courseId: string, id: string) =>
      db.write((tx) => tx.updateTable('bh_course').set({ teacher_id: id }).where('course_id', '=', courseId).execute())
    const rename = (id: string, username: string) =>
      db.write((tx) => tx.updateTable('sys_user').set({ username }).where('id', '=', id).execute())
    await give(courses[1], first.id)
    const body = { ...helper, courseId: courses[1], username: 'inherited', realname: '助教' }
    const made = await call('POST', '/jw/tea/addAssistant', { as: first.token, body })
    await give(courses[1], second.id)
    await rename(first.id, 'gone')
    await rename(second.id, first.username)
    const row = await rowOf(courses[1], made.result.id)
    const as = await shiyan.signIn(first.username, '2', password)
    const change = await call('PUT', '/jw/tea/changePassword', { as, body: { id: row?.id, password, confirmpassword: password } })
    expect(change.message).toBe('只能修改自己新增的助教账号！')
  })

  test('a list of ids that names nobody is refused with 请选择一条记录！', async () => {
    expect((await add(courses[0], ',,')).message).toBe('请选择一条记录！')
    const group = await addRow(shiyan, '/jw/bhClass', {
      as: teacher.token,
      body: { className: '一班', courseId: courses[0], classTime: '星期一上午', studentType: '1' },
    })
    const calls = [
      call('POST', '/jw/bhClassStu/addClass', { body: { classId: group.id, ids: ',,' } }),
      call('PUT', '/sys/user/frozenBatch', { as: admin, body: { ids: ' , ', status: 2 } }),
    ]
    for (const answer of await Promise.all(calls)) expect(answer).toMatchObject({ success: false, message: '请选择一条记录！' })
  })

  test('the same roles in another order count as no change', async () => {
    const person = await aPerson(shiyan, admin, '2')
    const turned = [roleId('3'), roleId('2')]
    await call('PUT', '/sys/user/edit', { as: admin, body: { id: person.id, selectedroles: turned.toSorted().join(',') } })
    const version = async () => (await call('GET', '/sys/user/queryById', { as: admin, query: { id: person.id } })).result.version
    const before = await version()
    await call('PUT', '/sys/user/edit', { as: admin, body: { id: person.id, selectedroles: turned.toSorted().toReversed().join(',') } })
    expect(await version()).toBe(before)
  })
})
