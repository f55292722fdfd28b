import { afterAll, beforeAll, expect, test } from 'vitest'
import { untypedEngine } from '../../engine/server/index.ts'
import { testApp, type TestApp } from '../support/build-app.ts'
import { onBothDatabases } from '../support/databases.ts'
import { asked, screens, sheet, strangers, type Strangers } from './strangers.ts'
import { aCourse, type CourseWorld } from './teaching-world.ts'
import { addRow, expectNotFound, password, stored, type WorldRow } from './world.ts'

onBothDatabases('row scope of imports and of other roles', (database) => {
  let app: TestApp
  let mine: CourseWorld
  let theirs: CourseWorld
  let admin: string
  let semester: WorldRow
  let harmless: Strangers['harmless']
  beforeAll(async () => {
    app = await testApp({ database })
    ;({ mine, theirs, admin, semester, harmless } = await strangers(app))
  })
  afterAll(() => app.close())

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
        '/inspect/bhExperiGroup',
        [
          ['实验', '场次名称'],
          ['x', 'taken'],
        ],
        { courseId },
      ],
      ['/inspect/bhExperiSeat', [['座次号'], ['1']], { experiGroupId: theirs.ids['session'] ?? '' }],
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
      const field =
        untypedEngine(app.app.engine).model(screens.find((screen) => screen.base === base)?.name ?? '').entity.import?.fileField ?? 'file'
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
    const twin = await app.call('POST', '/inspect/bhCourse/importExcel', { as: mine.teacher.token, body: moved })
    expect(twin.body.result).toMatchObject({ add: 1, change: 0, same: 0 })
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

  test('assistants can read the course that they were added to, and nothing of the other', async () => {
    for (const { name, base } of screens.filter((screen) => screen.name !== 'assistant')) {
      const query: Record<string, string> = name === 'course' ? {} : { courseId: '!x', ...asked(app, name, mine.ids) }
      const list = await app.call<{ records: WorldRow[] }>('GET', `${base}/list`, { as: mine.helper.token, query })
      expect(list.body.result.records.map((row) => row.id)).toEqual([mine.ids[name]])
      const paths = ['list', 'options'].map(
        (path) => ['GET', `${base}/${path}`, { query: { courseId: theirs.course.id, ids: theirs.ids[name] ?? '' } }] as const,
      )
      await harmless([...paths, ['GET', `${base}/queryById`, { query: { id: theirs.ids[name] ?? '' } }]], mine.helper.token)
    }
  })

  test('assistants can choose students of their courses, and find no others by name or id', async () => {
    const choices = async (as: string, query: Record<string, string>) =>
      (await app.call<{ value: string }[]>('GET', '/jw/user/options', { as, query })).body.result.map(({ value }) => value)
    const foreign = { ids: theirs.student.id, keyword: theirs.mark, show: 'realname' }
    expect(await choices(mine.helper.token, {})).toEqual([mine.student.id])
    expect(await choices(mine.helper.token, { ids: mine.student.id })).toEqual([mine.student.id])
    expect(await choices(mine.helper.token, { ids: foreign.ids })).toEqual([])
    expect(await choices(mine.helper.token, { keyword: foreign.keyword })).toEqual([])
    expect(await choices(mine.teacher.token, { ids: foreign.ids })).toEqual([theirs.student.id])
  })

  test('students see only the published courses of their classes; a withdrawn one disappears', async () => {
    const seen = async () =>
      (await app.call<{ records: WorldRow[] }>('GET', '/inspect/bhCourse/list', { as: mine.learner })).body.result.records.map(
        (row) => row.id,
      )
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
    const helper = await app.call<{ records: WorldRow[] }>('GET', '/inspect/bhCourse/list', { as: mine.helper.token })
    expect(helper.body.result.records).toEqual([])
    await app.call('POST', '/inspect/bhCourse/audit', { as: mine.teacher.token, body: { id: mine.course.id, status: 1 } })
    expect(await seen()).toEqual([mine.course.id])
  })

  test('a newly created role sees no row of any course', async () => {
    const { id } = await addRow(app, '/sys/role', { as: admin, body: { roleName: '访客', roleCode: 'guests' } })
    const { db } = app.app.engine
    const nodes = await db.read.selectFrom('sys_permission').select('id').where('perms', 'like', 'teaching:%').execute()
    await db.write((tx) =>
      tx
        .insertInto('sys_role_permission')
        .values(nodes.map((node) => ({ role_id: id, permission_id: node.id })))
        .execute(),
    )
    await app.call('PUT', '/sys/role/edit', { as: admin, body: { id, description: '只看' } })
    const account = { username: 'guest', realname: '访客', password, confirmpassword: password, selectedroles: id }
    const departments = await app.call<{ records: WorldRow[] }>('GET', '/sys/sysDepart/list', { as: admin })
    await addRow(app, '/sys/user', { as: admin, body: { ...account, selecteddeparts: departments.body.result.records[0]?.id } })
    const guest = await app.signIn('guest', 'guests', password)
    for (const path of [
      '/inspect/bhCourse/list',
      '/inspect/bhExperi/list',
      '/inspect/bhExperiGroup/list',
      '/inspect/bhInspectionResult/list',
    ])
      expect((await app.call<{ total: number }>('GET', path, { as: guest })).body.result.total, path).toBe(0)
  })

  test('a value masked for a user cannot be found out with filters', async () => {
    await app.call('PUT', '/jw/user/edit', { as: admin, body: { id: theirs.student.id, idNumber: '11010519491231002X' } })
    const count = async (as: string, idNumber: string) =>
      (await app.call<{ total: number }>('GET', '/jw/user/list', { as, query: { idNumber } })).body.result.total
    const all = (await app.call<{ total: number }>('GET', '/jw/user/list', { as: mine.teacher.token })).body.result.total
    expect([await count(admin, '110*'), await count(admin, '999*')]).toEqual([1, 0])
    expect([await count(mine.teacher.token, '110*'), await count(mine.teacher.token, '999*')]).toEqual([all, all])
  })

  test('after an administrator hands a course over, the new teacher has it and the old one does not', async () => {
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
