import { afterAll, beforeAll, expect, test } from 'vitest'
import { loaded } from '../../../schemas/load.ts'
import type { TestApp } from '../../../support/build-app.ts'
import { onBothDatabases } from '../../../support/databases.ts'
import { demoSchoolPassword, openDemoSchool, type DemoSchool } from '../demo-school.ts'

onBothDatabases('rules of dictionaries', (database) => {
  let shiyan: TestApp
  let admin: string
  let teacher: string
  let list: DemoSchool['list']
  let userOf: DemoSchool['userOf']
  beforeAll(async () => {
    ;({ shiyan, admin, teacher, list, userOf } = await openDemoSchool(database))
  })
  afterAll(() => shiyan.close())

  test('everybody may read dictionaries, and a disabled item is no longer offered', async () => {
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

  test('the conditions of data rules are a dictionary, and other item values contain no special characters', async () => {
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
    readonly courseId?: string
  }
  const duplicate = (as: string, { tableName = 'sys_user', ...asked }: Question) =>
    shiyan.call<null>('GET', '/sys/duplicate/check', { as, query: { tableName, ...asked } })
  const taken = '该值不可用，系统中已存在！'

  test('the duplicate check answers only about fields that the schemas declare unique', async () => {
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

  test('it answers about every field that forms ask about', async () => {
    const asked = loaded.flatMap(({ table, fields }) =>
      Object.entries(fields).flatMap(([fieldName, { unique, readonly }]) =>
        typeof unique === 'string' && readonly !== true ? [{ tableName: table ?? '', fieldName }] : [],
      ),
    )
    expect(asked.length).toBeGreaterThan(15)
    for (const question of asked) {
      const { body } = await duplicate(admin, { ...question, fieldVal: 'free-9' })
      expect(body.message, `${question.tableName}.${question.fieldName}`).toMatch(/^(该值可用！|数据为空,不作处理！)$/)
    }
  })

  test('within other fields it answers when their values are asked along, to people who see the row that these point to', async () => {
    const [device] = (await list(admin, '/inspect/bhFacility/list', { pageSize: '1' })).records
    const {
      courseId = '',
      facilityNum = '',
      id = '',
    } = Object.fromEntries(Object.entries(device ?? {}).map(([key, value]) => [key, String(value)]))
    const other = (await list(admin, '/inspect/bhCourse/list', { pageSize: '50' })).records.find((course) => course['id'] !== courseId)
    const ask = (as: string, beside: Readonly<Record<string, string>>, dataId = '') =>
      duplicate(as, { tableName: 'bh_facility', fieldName: 'facilityNum', fieldVal: facilityNum, dataId, ...beside })
    const messages = [
      await ask(admin, { courseId }),
      await ask(admin, { courseId }, id),
      await ask(admin, { courseId: String(other?.['id']) }),
      await ask(admin, {}),
    ].map(({ body }) => body.message)
    expect(messages).toEqual([taken, '该值可用！', '该值可用！', '不支持该校验'])
    const courses = (await list(admin, '/inspect/bhCourse/list', { pageSize: '50' })).records
    const own = new Set((await list(teacher, '/inspect/bhCourse/list', { pageSize: '50' })).records.map((course) => course['id']))
    const foreign = courses.find((course) => !own.has(course['id']))
    expect(foreign).toBeDefined()
    expect((await ask(teacher, { courseId: String(foreign?.['id']) })).body.code).toBe(510)
    expect((await ask(teacher, { courseId: 'nobody' })).body.code).toBe(510)
  })

  test('only users who may add or edit such rows are told whether a value is taken', async () => {
    const strangers = [
      await shiyan.signIn('assistant1', '3', demoSchoolPassword),
      await shiyan.signIn('2025010001', '4', demoSchoolPassword),
    ]
    for (const as of strangers) {
      for (const fieldVal of ['admin', 'free']) {
        expect((await duplicate(as, { fieldName: 'username', fieldVal })).body.code).toBe(510)
      }
    }
    expect((await duplicate(teacher, { fieldName: 'username', fieldVal: 'free' })).body.message).toBe('该值可用！')
    const ask = async (username: string) =>
      (await shiyan.call<unknown>('GET', '/sys/user/checkOnlyUser', { as: admin, query: { username } })).body.message
    expect([await ask('Admin'), await ask('free')]).toEqual(['用户账号已存在', '操作成功！'])
  })

  test('the row being edited may keep its value; a row that does not exist changes nothing', async () => {
    const { id } = await userOf('teacher1')
    const ask = async (dataId: string) => (await duplicate(admin, { fieldName: 'username', fieldVal: 'teacher1', dataId })).body.message
    expect([await ask(id), await ask(''), await ask('nobody')]).toEqual(['该值可用！', taken, taken])
  })
})
