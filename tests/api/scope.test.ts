import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type Answer, type Method, type TestApp } from '../support/build-app.ts'
import { onBothDatabases } from '../support/databases.ts'
import { readRows } from '../../engine/server/transfer/workbook.ts'
import { workbook } from '../engine/server/transfer/workbook-files.ts'
import { aCourse, aSemester, type CourseWorld } from './teaching-world.ts'
import { auditCount, expectNotFound, stored, type Row } from './world.ts'

/** Every screen that lives inside a course: its base, and a field to change with a value in the owner's colours. */
const screens = [
  { name: 'course', base: '/inspect/bhCourse', change: { courseTitle: 'taken' } },
  { name: 'experiment', base: '/inspect/bhExperi', change: { experiName: 'taken' } },
  { name: 'experimentAddress', base: '/inspect/bhExperiAdress', change: { experiAdress: 'taken' } },
  { name: 'equipment', base: '/inspect/bhFacility', change: { facilityName: 'taken' } },
  { name: 'class', base: '/jw/bhClass', change: { className: 'taken' } },
  { name: 'classStudent', base: '/jw/bhClassStu', change: { groupNum: 9 } },
  { name: 'classStudent', base: '/jw/bHClassStu', change: { groupNum: 9 } },
  { name: 'assistant', base: '/jw/tea', change: undefined },
] as const
const tables = [
  'bh_course',
  'bh_experi',
  'bh_experi_adress',
  'bh_facility',
  'bh_class',
  'bh_class_stu',
  'bh_course_teacher',
  'sys_user',
  'sys_user_role',
  'sys_user_depart',
]

/** What of a stranger's course shows up in an answer: its texts or its ids (but for those the asker sent himself). */
export function leakIn(text: string, theirs: Pick<CourseWorld, 'mark' | 'ids'>, sent: readonly string[] = []): string | undefined {
  if (text.includes(theirs.mark)) return `a text with ${theirs.mark}`
  const id = Object.entries(theirs.ids).find(([, value]) => !sent.includes(value) && text.includes(value))
  return id && `the id of its ${id[0]}`
}

onBothDatabases('row scope', (database) => {
  let app: TestApp
  let admin: string
  let mine: CourseWorld
  let theirs: CourseWorld
  let semester: Row
  beforeAll(async () => {
    app = await testApp({ database })
    admin = await app.signIn('admin', '1')
    semester = await aSemester(app, admin)
    mine = await aCourse(app, { admin, semester: semester.id, mark: '甲乙丙' })
    theirs = await aCourse(app, { admin, semester: semester.id, mark: '丁戊己' })
  })
  afterAll(() => app.close())

  const everything = async () => ({ audit: await auditCount(app), rows: await Promise.all(tables.map((table) => stored(app, table))) })
  /** Runs calls with foreign ids: none may change a row, and no answer may show anything of the stranger's course. */
  async function harmless(
    calls: readonly (readonly [Method, string, { query?: Record<string, string>; body?: unknown }])[],
    as = mine.teacher.token,
    sent?: readonly string[],
  ) {
    const before = await everything()
    const problems: string[] = []
    const answers: Answer<unknown>[] = []
    for (const [method, path, given] of calls) {
      const answer = await app.call(method, path, { as, ...given })
      answers.push(answer)
      const leak = leakIn(await textOf(answer), theirs, sent ?? Object.values(theirs.ids))
      if (leak) problems.push(`${method} ${path} ${JSON.stringify(given)} shows ${leak}`)
      if (answer.status >= 500) problems.push(`${method} ${path} ${JSON.stringify(given)} faults`)
    }
    expect(problems).toEqual([])
    expect(await everything()).toEqual(before)
    return answers
  }
  async function textOf(answer: Answer<unknown>): Promise<string> {
    if (!String(answer.headers['content-type']).includes('spreadsheet')) return answer.raw.toString()
    const cells: unknown[] = []
    for await (const row of readRows(new Uint8Array(answer.raw), 'xlsx')) cells.push(row)
    return JSON.stringify(cells)
  }
  const sheet = async (rows: (string | number)[][], fields: Record<string, string>, name = 'file'): Promise<FormData> => {
    const form = new FormData()
    for (const [key, value] of Object.entries(fields)) form.append(key, value)
    form.append(name, new Blob([Uint8Array.from(await workbook(rows))]), 'rows.xlsx')
    return form
  }

  test('the owner sees all of it, so that seeing nothing means something', async () => {
    for (const { name, base } of screens) {
      const query = { courseId: theirs.ids['course'] ?? '', pageSize: 100 }
      const list = await app.call<{ records: Row[] }>('GET', `${base}/list`, {
        as: theirs.teacher.token,
        query: name === 'course' ? {} : query,
      })
      expect(list.body.result.records.map((row) => row.id)).toEqual([theirs.ids[name]])
      expect(
        (await app.call('GET', `${base}/queryById`, { as: theirs.teacher.token, query: { id: theirs.ids[name] ?? '' } })).body.success,
      ).toBe(true)
    }
  })

  test.for(screens)('$base: lists, details and exports show nothing of a stranger’s course, whatever is asked', async ({ name, base }) => {
    const id = theirs.ids[name] ?? ''
    const entity = app.app.engine.model(name).entity
    const filters: Record<string, string>[] = [
      {},
      { id },
      { courseId: theirs.course.id },
      { courseId: `${mine.course.id},${theirs.course.id}` },
      { courseId: '!x' },
      { courseId: `!${mine.course.id}` },
      { courseId: '**' },
    ]
    const perField: Record<string, string>[] = Object.keys(entity.fields).flatMap((key) =>
      Object.values(theirs.ids).flatMap((value) => [
        { courseId: '!x', [key]: value },
        { courseId: `!${mine.course.id}`, [key]: `*${value}*` },
      ]),
    )
    const calls = [...filters, ...perField].flatMap((query) => [
      ['GET', `${base}/list`, { query: { ...query, pageSize: '1000' } }] as const,
      ['GET', `${base}/options`, { query: { ...query, pageSize: '200' } }] as const,
    ])
    const exports = filters.flatMap((query) => [
      ['GET', `${base}/exportXls`, { query }] as const,
      ['GET', `${base}/exportXls`, { query: { ...query, selections: id } }] as const,
    ])
    await harmless(calls, mine.teacher.token, [])
    await harmless(exports, mine.teacher.token, [])
    for (const answer of await harmless([['GET', `${base}/queryById`, { query: { id } }]])) expectNotFound(answer)
    const options: Record<string, string>[] = [
      { ids: id },
      { keyword: theirs.mark },
      { courseId: theirs.course.id },
      { semester: semester.id },
      { show: 'id' },
      { classId: theirs.class.id },
    ]
    await harmless(options.map((query) => ['GET', `${base}/options`, { query }] as const))
  })

  test.for(screens)('$base: edit, delete and batch answer as for a row that does not exist', async ({ name, base, change }) => {
    const id = theirs.ids[name] ?? ''
    const key = name === 'course' ? 'courseId' : 'id'
    if (change) {
      const bodies = [
        { id, ...change },
        { [key]: id, ...change },
        { id, version: 1, _base: {}, ...change },
      ]
      for (const method of ['PUT', 'POST'] as const) {
        for (const answer of await harmless(bodies.map((body) => [method, `${base}/edit`, { body }] as const))) expectNotFound(answer)
      }
    }
    for (const answer of await harmless([
      ['DELETE', `${base}/delete`, { query: { id } }],
      ['DELETE', `${base}/delete`, { query: { [key]: id } }],
    ]))
      expectNotFound(answer)
    const [batch] = await harmless([['DELETE', `${base}/deleteBatch`, { query: { ids: `${id},no-such-row` } }]])
    expect(batch?.body).toMatchObject({ success: false, message: '未找到对应实体' })
    if (name === 'course') {
      const moves = ['GET', 'POST', 'PUT'] as const
      for (const answer of await harmless(
        moves.map(
          (method) => [method, `${base}/audit`, method === 'GET' ? { query: { id, status: '0' } } : { body: { id, status: 0 } }] as const,
        ),
      ))
        expectNotFound(answer)
      await harmless([
        ['PUT', `${base}/restore`, { query: { ids: id } }],
        ['DELETE', `${base}/purge`, { query: { ids: id } }],
      ])
    }
  })

  test('a new row, and an edited one, may not point into a stranger’s course', async () => {
    const courseId = theirs.course.id
    const added = await harmless([
      ['POST', '/inspect/bhExperi/add', { body: { courseId, experiName: 'x', semester: semester.id } }],
      ['POST', '/inspect/bhExperiAdress/add', { body: { courseId, experiAdress: 'x' } }],
      ['POST', '/inspect/bhFacility/add', { body: { courseId, facilityName: 'x', facilityNum: 'x' } }],
      ['POST', '/jw/bhClass/add', { body: { courseId, className: 'x', classTime: '星期一上午', studentType: '1' } }],
      ['POST', '/jw/bhClassStu/add', { body: { classId: theirs.class.id, stuId: mine.student.id } }],
      ['POST', '/jw/bhClassStu/add', { body: { classId: mine.class.id, stuId: theirs.student.id, experiId: theirs.experiment.id } }],
      ['PUT', '/jw/bhClassStu/edit', { body: { id: mine.seat.id, experiId: theirs.experiment.id } }],
      ['PUT', '/inspect/bhExperi/edit', { body: { id: mine.experiment.id, courseId } }],
      ['PUT', '/inspect/bhExperi/edit', { body: { id: mine.experiment.id, courseId, version: 1, _base: { courseId } } }],
    ])
    for (const answer of added) expect(answer.body).toMatchObject({ success: false, code: 422 })
  })

  test('fields that are fixed once a row exists stay, so a row cannot be moved to another course', async () => {
    const fixed = [
      ['/inspect/bhExperiAdress', mine.address],
      ['/inspect/bhFacility', mine.equipment],
      ['/jw/bhClass', mine.class],
    ] as const
    await harmless(
      fixed.map(([base, row]) => ['PUT', `${base}/edit`, { body: { id: row.id, courseId: theirs.course.id } }] as const),
      mine.teacher.token,
      [],
    )
    await harmless([['PUT', '/jw/bhClassStu/edit', { body: { id: mine.seat.id, classId: theirs.class.id, stuId: theirs.student.id } }]])
    await harmless([
      ['PUT', '/inspect/bhCourse/edit', { body: { id: mine.course.id, teacherId: theirs.teacher.id, pubshed: 2, departId: '1' } }],
    ])
  })

  test('look-ups, calls and pickers refuse or hide a stranger’s course', async () => {
    const courseId = theirs.course.id
    await harmless([
      ['GET', '/inspect/bhCourse/queryAllCourseByUser', { query: { semester: semester.id } }],
      ['GET', '/inspect/bhCourse/queryAllCourseByUser', {}],
      ['GET', '/inspect/bhExperi/queryExperiAllByCourseId', { query: { courseId } }],
      ['GET', '/inspect/bhExperiAdress/queryExperiAdressAllByCourseId', { query: { courseId } }],
      ['GET', '/inspect/bhFacility/queryExperiFacilityAllByCourseId', { query: { courseId } }],
      ['GET', '/inspect/bhCourse/deleteList', {}],
    ])
    const refused = await harmless([
      ['GET', '/jw/tea/listTea', { query: { courseId } }],
      ['GET', '/jw/tea/addCourseTea', { query: { courseId, ids: mine.helper.id } }],
      ['POST', '/jw/tea/addCourseTea', { body: { courseId, ids: mine.helper.id } }],
      [
        'POST',
        '/jw/tea/addAssistant',
        {
          body: {
            courseId,
            username: 'thief',
            password: 'Abc123!@',
            confirmpassword: 'Abc123!@',
            realname: 'x',
            idNumber: '11010519491231002X',
          },
        },
      ],
      ['PUT', '/jw/tea/editAssistant', { body: { id: theirs.assistant.id, realname: 'x', idNumber: '11010519491231002X' } }],
      ['PUT', '/jw/tea/changePassword', { body: { id: theirs.assistant.id, password: 'Abc123!@', confirmpassword: 'Abc123!@' } }],
      ['GET', '/jw/bhClassStu/addClass', { query: { classId: theirs.class.id, ids: mine.student.id } }],
      ['POST', '/jw/bHClassStu/addClass', { body: { classId: theirs.class.id, ids: mine.student.id } }],
    ])
    for (const answer of refused) expectNotFound(answer)
  })

  test('the student picker does not tell who sits in a stranger’s class or course', async () => {
    const ids = async (query: Record<string, string>) =>
      (
        await app.call<{ records: Row[] }>('GET', '/jw/user/listStu', { as: mine.teacher.token, query: { ...query, pageSize: 100 } })
      ).body.result.records.map((row) => row.id)
    const whole = await ids({})
    expect(whole).toContain(theirs.student.id)
    expect(await ids({ notUseCourseId: theirs.course.id })).toEqual(whole)
    expect(await ids({ notUseClassId: theirs.class.id })).toEqual(whole)
    expect(await ids({ notUseClassId: mine.class.id })).toEqual(whole.filter((id) => id !== mine.student.id))
  })

  test('an import into a stranger’s course is refused before the file is read, and rows cannot name one', async () => {
    const courseId = theirs.course.id
    const files = [
      [
        '/inspect/bhFacility',
        [
          ['设备编号', '设备名称'],
          [`${theirs.mark}1`, 'taken'],
        ],
        { courseId },
      ],
      ['/inspect/bhExperiAdress', [['实验地址'], ['taken']], { courseId }],
      [
        '/inspect/bhExperi',
        [
          ['实验名称', '学期'],
          ['taken', '2026-2027-1'],
        ],
        { courseId },
      ],
      [
        '/jw/bhClass',
        [
          ['班级名称', '上课时间', '学生类型'],
          ['taken', '星期一上午', '本科生'],
        ],
        { courseId },
      ],
      ['/jw/bhClassStu', [['学号'], [`${mine.mark}01`]], { classId: theirs.class.id }],
      ['/jw/tea', [['用户账号'], ['admin']], { courseId }],
    ] as const
    for (const [base, rows, fields] of files) {
      const field = app.app.engine.model(screens.find((screen) => screen.base === base)?.name ?? '').entity.import?.fileField ?? 'file'
      for (const call of ['importExcel', 'importCheck']) {
        const [answer] = await harmless([
          [
            'POST',
            `${base}/${call}`,
            {
              body: await sheet(
                rows.map((row) => [...row]),
                fields,
                field,
              ),
            },
          ],
        ])
        expect(answer?.body.success).toBe(false)
      }
      await harmless([['GET', `${base}/importTemplate`, { query: fields }]], mine.teacher.token, [])
    }
    const moved = await sheet(
      [
        ['课程名称', '学期', '学生类型'],
        [String(theirs.course['courseTitle']), '2026-2027-1', '专科生'],
      ],
      {},
    )
    const before = await stored(app, 'bh_course')
    await app.call('POST', '/inspect/bhCourse/importExcel', { as: mine.teacher.token, body: moved })
    const after = await stored(app, 'bh_course')
    expect(after.filter((row) => before.some((one) => one.id === row.id))).toEqual(before)
  })

  test('a job of another login is not found', async () => {
    const body = await sheet([['实验地址'], ['新地址']], { courseId: theirs.course.id })
    const { job } = (await app.call<{ job: string }>('POST', '/inspect/bhExperiAdress/importCheck', { as: theirs.teacher.token, body }))
      .body.result
    const answers = await harmless([
      ['GET', '/inspect/bhExperiAdress/importJob', { query: { job } }],
      ['POST', '/inspect/bhExperiAdress/importCommit', { body: { job, mode: 'all' } }],
    ])
    for (const answer of answers) expect(answer.body.success).toBe(false)
  })

  test('an assistant reads the course he was added to, and nothing of the other', async () => {
    for (const { name, base } of screens.filter((screen) => screen.name !== 'assistant')) {
      const query: Record<string, string> = name === 'course' ? {} : { courseId: '!x' }
      const list = await app.call<{ records: Row[] }>('GET', `${base}/list`, { as: mine.helper.token, query })
      expect(list.body.result.records.map((row) => row.id)).toEqual([mine.ids[name]])
      const paths = ['list', 'options'].map(
        (path) => ['GET', `${base}/${path}`, { query: { courseId: theirs.course.id, ids: theirs.ids[name] ?? '' } }] as const,
      )
      await harmless([...paths, ['GET', `${base}/queryById`, { query: { id: theirs.ids[name] ?? '' } }]], mine.helper.token)
    }
  })

  test('a student sees the published courses of his classes and no others; one that is withdrawn is gone', async () => {
    const seen = async () =>
      (await app.call<{ records: Row[] }>('GET', '/inspect/bhCourse/list', { as: mine.learner })).body.result.records.map((row) => row.id)
    expect(await seen()).toEqual([mine.course.id])
    const id = theirs.course.id
    await harmless(
      [
        ['GET', '/inspect/bhCourse/queryById', { query: { id } }],
        ['GET', '/inspect/bhCourse/options', { query: { ids: id } }],
        ['GET', '/inspect/bhCourse/queryAllCourseByUser', {}],
      ],
      mine.learner,
    )
    await app.call('POST', '/inspect/bhCourse/audit', { as: mine.teacher.token, body: { id: mine.course.id, status: 0 } })
    expect(await seen()).toEqual([])
    const helper = await app.call<{ records: Row[] }>('GET', '/inspect/bhCourse/list', { as: mine.helper.token })
    expect(helper.body.result.records).toEqual([])
    await app.call('POST', '/inspect/bhCourse/audit', { as: mine.teacher.token, body: { id: mine.course.id, status: 1 } })
    expect(await seen()).toEqual([mine.course.id])
  })

  test('what is starred for somebody cannot be spelled out by filters', async () => {
    await app.call('PUT', '/jw/user/edit', { as: admin, body: { id: theirs.student.id, idNumber: '11010519491231002X' } })
    const count = async (as: string, idNumber: string) =>
      (await app.call<{ total: number }>('GET', '/jw/user/list', { as, query: { idNumber } })).body.result.total
    const all = (await app.call<{ total: number }>('GET', '/jw/user/list', { as: mine.teacher.token })).body.result.total
    expect([await count(admin, '110*'), await count(admin, '999*')]).toEqual([1, 0])
    expect([await count(mine.teacher.token, '110*'), await count(mine.teacher.token, '999*')]).toEqual([all, all])
  })

  test('an administrator hands a course over: the new teacher has it, the old one has not', async () => {
    const third = await aCourse(app, { admin, semester: semester.id, mark: '庚辛壬' })
    const see = (as: string) => app.call('GET', '/inspect/bhFacility/queryById', { as, query: { id: third.equipment.id } })
    expect((await see(mine.teacher.token)).body.success).toBe(false)
    const hand = await app.call('POST', '/inspect/bhCourse/handover', {
      as: admin,
      body: { id: third.course.id, teacherId: mine.teacher.id },
    })
    expect(hand.body).toMatchObject({ success: true, message: '移交成功！' })
    expect((await see(mine.teacher.token)).body.success).toBe(true)
    expectNotFound(await see(third.teacher.token))
  })
})

describe('planted', () => {
  test('a text or an id of the stranger’s course in an answer is told', () => {
    const theirs = { mark: '丁戊己', ids: { equipment: '777' } }
    expect(leakIn('{"facilityName":"丁戊己设备"}', theirs)).toContain('text')
    expect(leakIn('{"id":"777"}', theirs)).toContain('equipment')
    expect(leakIn('{"id":"777"}', theirs, ['777'])).toBeUndefined()
    expect(leakIn('{"id":"778"}', theirs)).toBeUndefined()
  })
})
