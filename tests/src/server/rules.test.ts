import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../support/build-app.ts'
import { onBothDatabases } from '../../support/databases.ts'

const demoPassword = 'Demo-12345'

interface Row {
  readonly id: string
  readonly [field: string]: unknown
}
interface Page {
  readonly records: readonly Row[]
  readonly total: number
}

onBothDatabases('rules', (database) => {
  let shiyan: TestApp
  let admin: string
  let teacher: string
  let other: string
  beforeAll(async () => {
    shiyan = await testApp({ database, env: { DEMO: '1', DEMO_PASSWORD: demoPassword } })
    admin = await shiyan.signIn('admin', '1')
    teacher = await shiyan.signIn('teacher1', '2', demoPassword)
    other = await shiyan.signIn('teacher2', '2', demoPassword)
  })
  afterAll(() => shiyan.close())

  const list = async (as: string, path: string, query: Record<string, string | number> = {}): Promise<Page> => {
    const { body } = await shiyan.call<Page>('GET', path, { as, query: { pageSize: 1000, ...query } })
    expect(body.message).toBe('操作成功！')
    return body.result
  }
  const post = (as: string, path: string, body: unknown) => shiyan.call<Row>('POST', path, { as, body })
  const courseOf = async (as: string, title: string): Promise<Row> => {
    const { records } = await list(as, '/inspect/bhCourse/list', { courseTitle: title })
    const [course] = records
    if (!course) throw new Error(`no course ${title}`)
    return course
  }
  const userOf = async (username: string): Promise<Row> => {
    const [user] = (await list(admin, '/sys/user/list', { username })).records
    if (!user) throw new Error(`no user ${username}`)
    return user
  }

  test('each role sees its own courses', async () => {
    const titles = async (as: string) => (await list(as, '/inspect/bhCourse/list')).records.map((row) => row.courseTitle).sort()
    expect(await titles(admin)).toHaveLength(8)
    expect(await titles(teacher)).toEqual(['信号与系统实验', '数字电路实验'])
    expect(await titles(await shiyan.signIn('assistant1', '3', demoPassword))).toEqual(['信号与系统实验', '数字电路实验'])
    const unpublished = await shiyan.signIn('assistant5', '3', demoPassword)
    expect(await titles(unpublished)).toEqual([])
    const student = await titles(await shiyan.signIn('2025010001', '4', demoPassword))
    expect(student).toContain('数字电路实验')
    expect(student).not.toContain('计算机组成原理实验')
  })

  test('a course belongs to who creates it, and to his department; the administrator hands it over', async () => {
    const [semester] = (await list(teacher, '/inspect/bhSemester/list')).records
    const added = await post(teacher, '/inspect/bhCourse/add', {
      courseTitle: '新课程',
      semester: semester?.id,
      studentType: '1',
      teacherId: 'x',
    })
    const mine = await userOf('teacher1')
    const his = await userOf('teacher2')
    expect(added.body.result).toMatchObject({ teacherId: mine.id, departId_dictText: '电子科学系', pubshed: 0 })
    const { id } = added.body.result
    expect((await shiyan.call('POST', '/inspect/bhCourse/handover', { as: teacher, body: { id, teacherId: his.id } })).body.code).toBe(510)
    const student = await userOf('2025010001')
    const wrong = await post(admin, '/inspect/bhCourse/handover', { id, teacherId: student.id })
    expect(wrong.body.message).toBe('所选用户不是可用的教师账号！')
    expect((await post(admin, '/inspect/bhCourse/handover', { id, teacherId: his.id })).body.message).toBe('移交成功！')
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

  test('students are put into a class once, and pickers leave out who is in', async () => {
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

  test('a teacher adds assistants to his own courses only', async () => {
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

  test('adding somebody to a course does not open his account', async () => {
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

  test('a teacher makes an assistant’s account, who then sees the course', async () => {
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

  test('the administrator resets passwords, which ends the sessions', async () => {
    const as = await shiyan.signIn('teacher5', '2', demoPassword)
    const reset = (body: object) => shiyan.call('PUT', '/sys/user/changePassword', { as: admin, body })
    const password = 'Reset-1234'
    expect((await reset({ username: 'nobody', password, confirmpassword: password })).body.message).toBe('用户不存在！')
    expect((await reset({ username: 'teacher5', password, confirmpassword: password })).body.message).toBe('密码修改成功!')
    expect((await shiyan.call('GET', '/sys/loginfo', { as })).status).toBe(401)
    expect(await shiyan.signIn('teacher5', '2', password)).toBeTruthy()
    const student = { username: 'teacher5', password, confirmpassword: password }
    expect((await shiyan.call('PUT', '/jw/user/changePassword', { as: admin, body: student })).body.message).toBe('用户不存在！')
  })

  test('departments get codes from the server, and are not deleted with people in them', async () => {
    const [root] = (await list(admin, '/sys/sysDepart/list', { orgCode: 'A01' })).records
    const add = (fields: object) => post(admin, '/sys/sysDepart/add', { orgCategory: '2', orgCode: 'Z99', ...fields })
    const below = await Promise.all([1, 2, 3].map((n) => add({ departName: `新部门 ${n}`, parentId: root?.id })))
    expect(below.map(({ body }) => body.result.orgCode).sort()).toEqual(['A01A05', 'A01A06', 'A01A07'])
    expect((await add({ departName: '第二所学校' })).body.result).toMatchObject({ orgCode: 'A02', orgType: '1' })
    const [used] = (await list(admin, '/sys/sysDepart/list', { orgCode: 'A01A04' })).records
    const refused = await shiyan.call('DELETE', '/sys/sysDepart/delete', { as: admin, query: { id: used?.id ?? '' } })
    expect(refused.body.message).toContain('用户')
    const gone = await shiyan.call('DELETE', '/sys/sysDepart/delete', { as: admin, query: { id: below[0]?.body.result.id ?? '' } })
    expect(gone.body.message).toBe('删除成功!')
  })

  test('built-in roles stay', async () => {
    const answer = await shiyan.call('DELETE', '/sys/role/delete', { as: admin, query: { id: '1000000000000000004' } })
    expect(answer.body.message).toBe('系统内置角色不能删除！')
  })

  test('dictionaries are read by everybody, and a disabled item is no longer offered', async () => {
    const all = async () =>
      (await shiyan.call<Record<string, { value: string }[]>>('GET', '/sys/dict/queryAllDictItems', { as: teacher })).body.result
    expect((await all()).student_type?.map((item) => item.value)).toEqual(['1', '2', '3'])
    const [item] = (await list(admin, '/sys/dictItem/list', { itemText: '研究生' })).records
    await shiyan.call('PUT', '/sys/dictItem/edit', { as: admin, body: { id: item?.id, status: 0 } })
    expect((await all()).student_type?.map((entry) => entry.value)).toEqual(['1', '2'])
    expect((await shiyan.call<unknown[]>('GET', '/sys/dict/getDictItems/student_type', { as: teacher })).body.result).toHaveLength(3)
    expect((await shiyan.call<unknown[]>('GET', '/sys/dict/getDictItems/none', { as: teacher })).body.result).toEqual([])
    expect((await shiyan.call('GET', '/sys/dict/refleshCache', { as: admin })).body.message).toBe('刷新缓存完成！')
    const check = (itemValue: string) =>
      shiyan.call('GET', '/sys/dictItem/dictItemCheck', { as: admin, query: { itemValue, dictId: String(item?.dictId) } })
    expect((await check('3')).body.message).toBe('该值不可用，系统中已存在！')
    expect((await check('9')).body.message).toBe('该值可用！')
  })

  test('the conditions of data rules are a dictionary, and other special characters stay out of item values', async () => {
    const path = '/sys/dict/getDictItems/rule_conditions'
    const { body } = await shiyan.call<{ value: string }[]>('GET', path, { as: admin })
    const signs = ['>', '<', '!=', '=', '>=', '<=', 'LEFT_LIKE', 'RIGHT_LIKE', 'LIKE', 'IN', 'USE_SQL_RULES']
    expect(body.result.map((item) => item.value)).toEqual(signs)
    const [item] = (await list(admin, '/sys/dictItem/list', { itemText: '左模糊' })).records
    const edit = (itemValue: string) => shiyan.call('PUT', '/sys/dictItem/edit', { as: admin, body: { id: item?.id, itemValue } })
    for (const value of ['>>', '=>', 'a>b', 'left_like', '_', 'A_', 'a.b', '<script>'])
      expect((await edit(value)).body.details, value).toEqual({ itemValue: '数据值不能包含特殊字符！' })
    for (const value of ['RIGHT_IN', 'a-b+1%', 'LEFT_LIKE']) expect((await edit(value)).body.success, value).toBe(true)
  })

  interface Question {
    readonly tableName?: string | undefined
    readonly fieldName: string
    readonly fieldVal: string
    readonly dataId?: string
  }
  const duplicate = (as: string, { tableName = 'sys_user', ...asked }: Question) =>
    shiyan.call<null>('GET', '/sys/duplicate/check', { as, query: { tableName, ...asked } })
  const taken = '该值不可用，系统中已存在！'

  test('the duplicate check answers about what the schemas declare unique, and nothing else', async () => {
    for (const fieldVal of ['admin', 'ADMIN', ' admin\u200b'])
      expect((await duplicate(admin, { fieldName: 'username', fieldVal })).body.message, fieldVal).toBe(taken)
    const free = [
      { fieldName: 'username', fieldVal: 'free' },
      { fieldName: 'study_number', fieldVal: 'free' },
      { fieldName: 'studyNumber', fieldVal: 'free' },
      { tableName: 'sys_role', fieldName: 'role_code', fieldVal: 'free' },
    ]
    for (const question of free) expect((await duplicate(admin, question)).body.message).toBe('该值可用！')
    for (const question of [
      { fieldName: 'password' },
      { fieldName: 'realname' },
      { fieldName: 'id_number' },
      { tableName: 'sys_session', fieldName: 'token_hash' },
      { tableName: 'bh_facility', fieldName: 'facility_num' },
      { tableName: 'constructor', fieldName: 'name' },
      { fieldName: 'username or 1=1' },
    ]) {
      expect((await duplicate(admin, { ...question, fieldVal: 'x' })).body.message, question.fieldName).toBe('不支持该校验')
    }
  })

  test('only who may add or edit such rows is told whether a value is taken', async () => {
    for (const as of [teacher, await shiyan.signIn('2025010001', '4', demoPassword)]) {
      for (const fieldVal of ['admin', 'free']) {
        expect((await duplicate(as, { fieldName: 'username', fieldVal })).body.code).toBe(510)
      }
    }
    const ask = async (username: string) =>
      (await shiyan.call<unknown>('GET', '/sys/user/checkOnlyUser', { as: admin, query: { username } })).body.message
    expect([await ask('Admin'), await ask('free')]).toEqual(['用户账号已存在', '操作成功！'])
  })

  test('the row that is edited may keep its value, a row that is not there excuses nothing', async () => {
    const { id } = await userOf('teacher1')
    const ask = async (dataId: string) => (await duplicate(admin, { fieldName: 'username', fieldVal: 'teacher1', dataId })).body.message
    expect([await ask(id), await ask(''), await ask('nobody')]).toEqual(['该值可用！', taken, taken])
  })

  test('look-ups of accounts are for who may see accounts', async () => {
    const user = await userOf('teacher1')
    const ask = (as: string, path: string, query: Record<string, string>) => shiyan.call<unknown>('GET', path, { as, query })
    expect((await ask(admin, '/sys/user/queryUserRole', { userid: user.id })).body.result).toEqual(['1000000000000000002'])
    expect((await ask(admin, '/sys/user/userDepartList', { userId: user.id })).body).toMatchObject({
      message: '查找成功',
      result: [{ title: '电子科学系' }],
    })
    const other = await userOf('teacher2')
    const asked = { userIds: `${other.id},${user.id},nobody,${other.id}` }
    expect((await ask(admin, '/sys/user/queryByIds', asked)).body.result).toMatchObject([
      { username: 'teacher2' },
      { username: 'teacher1' },
    ])
    expect((await ask(teacher, '/sys/user/queryByIds', { userIds: user.id })).body.code).toBe(510)
    expect((await ask(admin, '/sys/user/generateUserId', {})).body.result).toMatch(/^[0-9a-f]{32}$/)
  })
})
