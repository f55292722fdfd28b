import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type TestApp } from '../support/build-app.ts'
import { onBothDatabases } from '../support/databases.ts'
import { asked, screens, strangers, leakIn, type Strangers } from './strangers.ts'
import { aSession } from './teaching-rows.ts'
import type { CourseWorld } from './teaching-world.ts'
import { expectNotFound, type WorldRow } from './world.ts'

onBothDatabases('row scope of a teacher', (database) => {
  let app: TestApp
  let mine: CourseWorld
  let theirs: CourseWorld
  let semester: WorldRow
  let harmless: Strangers['harmless']
  beforeAll(async () => {
    app = await testApp({ database })
    ;({ mine, theirs, semester, harmless } = await strangers(app))
  })
  afterAll(() => app.close())

  test('the owner sees all of it, so that the other tests prove something', async () => {
    for (const { name, base } of screens) {
      const query = { courseId: theirs.course.id, ...asked(app, name, theirs.ids), pageSize: 100 }
      const list = await app.call<{ records: WorldRow[] }>('GET', `${base}/list`, {
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
    const [own, foreign] = [asked(app, name, mine.ids), asked(app, name, theirs.ids)]
    const both = Object.fromEntries(Object.keys(own).map((key) => [key, `${own[key]},${foreign[key]}`]))
    const filters: Record<string, string>[] = [
      {},
      foreign,
      both,
      { id },
      { courseId: theirs.course.id },
      { courseId: `${mine.course.id},${theirs.course.id}` },
      { courseId: '!x' },
      { courseId: `!${mine.course.id}` },
      { courseId: '**' },
    ]
    const perField: Record<string, string>[] = Object.keys(entity.fields).flatMap((key) =>
      Object.values(theirs.ids).flatMap((value) => [
        { ...both, courseId: '!x', [key]: value },
        { ...both, courseId: `!${mine.course.id}`, [key]: `*${value}*` },
      ]),
    )
    const calls = [...filters, ...perField].flatMap((query) => [
      ['GET', `${base}/list`, { query: { ...query, pageSize: '1000' } }] as const,
      ['GET', `${base}/options`, { query: { ...query, pageSize: '200' } }] as const,
    ])
    const exports = filters.flatMap((query) => [
      ['GET', `${base}/exportXls`, { query }] as const,
      ['GET', `${base}/exportXls`, { query: { ...query, selections: id } }] as const,
      ['POST', `${base}/exportXls`, { body: { ...query, selections: [id] } }] as const,
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

  const deleted = screens.filter(({ name }) => name !== 'helpRequest')
  test.for(deleted)('$base: edit, delete and batch answer as if the row did not exist', async ({ name, base, change }) => {
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

  test('neither a new row nor an edited one may point into a stranger’s course', async () => {
    const courseId = theirs.course.id
    const into = (key: 'courseId' | 'experiId' | 'experiGroupId' | 'facilityId' | 'experiAdressId' | 'classIds'): string =>
      ({
        courseId,
        experiId: theirs.experiment.id,
        experiGroupId: theirs.ids['session'] ?? '',
        facilityId: theirs.equipment.id,
        experiAdressId: theirs.address.id,
        classIds: theirs.class.id,
      })[key]
    const within = { courseId: mine.course.id, experiId: mine.experiment.id }
    const seat = { ...within, experiGroupId: mine.ids['session'], stuId: theirs.student.id, facilityId: mine.equipment.id, seatnum: 2 }
    const item = { ...within, inspectName: 'x', inspectType: '1' }
    const added = await harmless([
      ['POST', '/inspect/bhExperi/add', { body: { courseId, experiName: 'x', semester: semester.id } }],
      ['POST', '/inspect/bhExperiAdress/add', { body: { courseId, experiAdress: 'x' } }],
      ['POST', '/inspect/bhFacility/add', { body: { courseId, facilityName: 'x', facilityNum: 'x' } }],
      ['POST', '/jw/bhClass/add', { body: { courseId, className: 'x', classTime: '星期一上午', studentType: '1' } }],
      ['POST', '/jw/bhClassStu/add', { body: { classId: theirs.class.id, stuId: mine.student.id } }],
      ['POST', '/jw/bhClassStu/add', { body: { classId: mine.class.id, stuId: theirs.student.id, experiId: theirs.experiment.id } }],
      ['PUT', '/jw/bhClassStu/edit', { body: { id: mine.seat.id, experiId: theirs.experiment.id } }],
      ...(['courseId', 'experiId', 'experiAdressId', 'classIds'] as const).map(
        (key) => ['POST', '/inspect/bhExperiGroup/add', { body: { ...aSession(mine, ['14:00', '15:00']), [key]: into(key) } }] as const,
      ),
      ...(['experiAdressId', 'classIds'] as const).map(
        (key) => ['PUT', '/inspect/bhExperiGroup/edit', { body: { id: mine.ids['session'], [key]: into(key) } }] as const,
      ),
      ...(['courseId', 'experiId', 'experiGroupId', 'facilityId'] as const).map(
        (key) => ['POST', '/inspect/bhExperiSeat/add', { body: { ...seat, [key]: into(key) } }] as const,
      ),
      ['PUT', '/inspect/bhExperiSeat/edit', { body: { id: mine.ids['seat'], facilityId: theirs.equipment.id } }],
      ...(['courseId', 'experiId'] as const).map(
        (key) => ['POST', '/inspect/bhInspection/add', { body: { ...item, [key]: into(key) } }] as const,
      ),
    ])
    for (const answer of added) expect(answer.body).toMatchObject({ success: false, code: 422 })
  })

  test('fields that are fixed once a row exists stay, so a row cannot be moved to another course', async () => {
    const fixed = [
      ['/inspect/bhExperi', mine.experiment],
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

  test('the student picker does not reveal who is in a stranger’s class or course', async () => {
    const ids = async (query: Record<string, string>) =>
      (
        await app.call<{ records: WorldRow[] }>('GET', '/jw/user/listStu', { as: mine.teacher.token, query: { ...query, pageSize: 100 } })
      ).body.result.records.map((row) => row.id)
    const whole = await ids({})
    expect(whole).toContain(theirs.student.id)
    expect(await ids({ notUseCourseId: theirs.course.id })).toEqual(whole)
    expect(await ids({ notUseCourseOfClassId: theirs.class.id })).toEqual(whole)
    expect(await ids({ notUseCourseOfClassId: mine.class.id })).toEqual(whole.filter((id) => id !== mine.student.id))
  })
})

describe('planted', () => {
  test('a text or an id of the stranger’s course in an answer is noticed', () => {
    const theirs = { mark: '丁戊己', ids: { equipment: '777' } }
    expect(leakIn('{"facilityName":"丁戊己设备"}', theirs)).toContain('text')
    expect(leakIn('{"id":"777"}', theirs)).toContain('equipment')
    expect(leakIn('{"id":"777"}', theirs, ['777'])).toBeUndefined()
    expect(leakIn('{"id":"778"}', theirs)).toBeUndefined()
  })
})
