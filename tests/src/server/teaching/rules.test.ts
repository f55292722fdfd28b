import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestApp } from '../../../support/build-app.ts'
import { onBothDatabases } from '../../../support/databases.ts'
import { demoSchoolPassword, openDemoSchool, type DemoSchool } from '../demo-school.ts'

onBothDatabases('rules of teaching', (database) => {
  let shiyan: TestApp
  let admin: string
  let teacher: string
  let other: string
  let list: DemoSchool['list']
  let post: DemoSchool['post']
  let courseOf: DemoSchool['courseOf']
  let userOf: DemoSchool['userOf']
  beforeAll(async () => {
    ;({ shiyan, admin, teacher, other, list, post, courseOf, userOf } = await openDemoSchool(database))
  })
  afterAll(() => shiyan.close())

  test('each role sees its own courses', async () => {
    const titles = async (as: string) => (await list(as, '/inspect/bhCourse/list')).records.map((row) => row.courseTitle).sort()
    expect(await titles(admin)).toHaveLength(8)
    expect(await titles(teacher)).toEqual(['信号与系统实验', '数字电路实验'])
    expect(await titles(await shiyan.signIn('assistant1', '3', demoSchoolPassword))).toEqual(['信号与系统实验', '数字电路实验'])
    const unpublished = await shiyan.signIn('assistant5', '3', demoSchoolPassword)
    expect(await titles(unpublished)).toEqual([])
    const student = await titles(await shiyan.signIn('2025010001', '4', demoSchoolPassword))
    expect(student).toContain('数字电路实验')
    expect(student).not.toContain('计算机组成原理实验')
  })

  test('a course belongs to its creator and their department; the administrator can hand it over', async () => {
    const [semester] = (await list(teacher, '/inspect/bhSemester/list')).records
    const added = await post(teacher, '/inspect/bhCourse/add', {
      courseTitle: '新课程',
      semester: semester?.id,
      studentType: '1',
      teacherId: 'x',
    })
    const mine = await userOf('teacher1')
    const successor = await userOf('teacher2')
    expect(added.body.result).toMatchObject({ teacherId: mine.id, departId_dictText: '电子科学系', pubshed: 0 })
    const { id } = added.body.result
    expect(
      (await shiyan.call('POST', '/inspect/bhCourse/handover', { as: teacher, body: { id, teacherId: successor.id } })).body.code,
    ).toBe(510)
    const student = await userOf('2025010001')
    const wrong = await post(admin, '/inspect/bhCourse/handover', { id, teacherId: student.id })
    expect(wrong.body.message).toBe('所选用户不是可用的教师账号！')
    expect((await post(admin, '/inspect/bhCourse/handover', { id, teacherId: successor.id })).body.message).toBe('移交成功！')
    expect((await shiyan.call('GET', '/inspect/bhCourse/queryById', { as: teacher, query: { id } })).body.message).toBe('未找到对应实体')
    expect((await courseOf(other, '新课程')).id).toBe(id)
  })

  test('only one semester is the current one', async () => {
    const added = await post(admin, '/inspect/bhSemester/add', {
      semesterName: '2027-2028-1',
      beginDate: '2027-09-06',
      endDate: '2028-01-16',
      isCurrent: 1,
    })
    const current = (await list(admin, '/inspect/bhSemester/list', { isCurrent: 1 })).records
    expect(current.map((row) => row.id)).toEqual([added.body.result.id])
  })

  test('students are put into a class once, and pickers leave out those already in it', async () => {
    const course = await courseOf(teacher, '数字电路实验')
    const [group] = (await list(teacher, '/jw/bhClass/list', { courseId: course.id })).records
    const classId = group?.id ?? ''
    const free = (await list(teacher, '/jw/user/listStu', { notUseCourseId: course.id })).records
    expect(free).toHaveLength(240)
    const ids = free
      .slice(0, 3)
      .map((row) => row.id)
      .join(',')
    expect((await post(teacher, '/jw/bhClassStu/addClass', { ids, classId })).body.message).toBe('添加成功！')
    expect((await post(teacher, '/jw/bhClassStu/addClass', { ids, classId })).body.success).toBe(true)
    expect((await list(teacher, '/jw/bhClassStu/list', { classId })).total).toBe(33)
    expect((await list(teacher, '/jw/user/listStu', { notUseCourseId: course.id })).total).toBe(237)
    expect((await list(teacher, '/jw/user/listStu', { notUseCourseOfClassId: classId })).total).toBe(237)
    const [, another] = (await list(teacher, '/jw/bhClass/list', { courseId: course.id })).records
    expect((await list(teacher, '/jw/user/listStu', { notUseCourseOfClassId: another?.id ?? '' })).total).toBe(237)
    expect((await list(other, '/jw/user/listStu', { notUseCourseId: course.id })).total).toBe(300)
    expect((await post(other, '/jw/bhClassStu/addClass', { ids, classId })).body.message).toBe('未找到对应实体')
  })

  test('teachers add assistants only to their own courses', async () => {
    const course = await courseOf(teacher, '数字电路实验')
    const assistant = await userOf('assistant4')
    const candidates = await list(teacher, '/jw/tea/listTea', { courseId: course.id, username: 'assistant' })
    expect(candidates.total).toBe(5)
    expect(Object.keys(candidates.records[0] ?? {})).not.toContain('phone')
    const add = (as: string) => post(as, '/jw/tea/addCourseTea', { ids: assistant.id, courseId: course.id })
    expect((await add(other)).body.message).toBe('未找到对应实体')
    expect((await shiyan.call('GET', '/jw/tea/listTea', { as: other, query: { courseId: course.id } })).body.message).toBe('未找到对应实体')
    expect((await add(teacher)).body.message).toBe('添加成功！')
    expect((await add(teacher)).body.success).toBe(true)
    expect((await list(teacher, '/jw/tea/list', { courseId: course.id })).total).toBe(2)
  })

  test('adding somebody to a course gives no access to their account', async () => {
    const course = await courseOf(teacher, '数字电路实验')
    const administrator = await userOf('admin')
    await post(teacher, '/jw/tea/addCourseTea', { ids: administrator.id, courseId: course.id })
    const { records } = await list(teacher, '/jw/tea/list', { courseId: course.id })
    for (const row of records) {
      const body = { id: row.id, password: 'Stolen-123', confirmpassword: 'Stolen-123' }
      const answer = await shiyan.call('PUT', '/jw/tea/changePassword', { as: teacher, body })
      expect(answer.body.message).toBe('只能修改自己新增的助教账号！')
    }
    expect(await shiyan.signIn('admin', '1')).toBeTruthy()
  })

  test('a teacher creates an assistant’s account, and the assistant sees the course', async () => {
    const course = await courseOf(teacher, '数字电路实验')
    const account = {
      username: 'newhelper',
      password: 'Helper-123',
      confirmpassword: 'Helper-123',
      realname: '新助教',
      idNumber: '110101199001011237',
    }
    const short = await post(teacher, '/jw/tea/addAssistant', { ...account, courseId: course.id, confirmpassword: 'x' })
    expect(short.body.details).toEqual({ confirmpassword: '两次输入的密码不一样！' })
    expect((await post(other, '/jw/tea/addAssistant', { ...account, courseId: course.id })).body.message).toBe('未找到对应实体')
    expect((await post(teacher, '/jw/tea/addAssistant', { ...account, courseId: course.id })).body.message).toBe('添加成功！')
    const again = await post(teacher, '/jw/tea/addAssistant', { ...account, courseId: course.id })
    expect(again.body.details).toEqual({ username: '用户名已存在!' })
    const as = await shiyan.signIn('newhelper', '3', 'Helper-123')
    expect((await list(as, '/inspect/bhCourse/list')).total).toBe(1)
    const [row] = (await list(teacher, '/jw/tea/list', { courseId: course.id, username: 'newhelper' })).records
    const edited = await shiyan.call('PUT', '/jw/tea/editAssistant', {
      as: teacher,
      body: { id: row?.id, realname: '新名', idNumber: account.idNumber },
    })
    expect(edited.body.message).toBe('修改成功!')
    expect((await userOf('newhelper')).realname).toBe('新名')
  })
})
