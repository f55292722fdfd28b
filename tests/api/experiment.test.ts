import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../support/build-app.ts'
import { onBothDatabases } from '../support/databases.ts'
import { workbook } from '../engine/server/transfer/workbook-files.ts'
import { aCourse, aSemester, type CourseWorld } from './teaching-world.ts'
import { addRow, auditOf, type WorldRow } from './world.ts'

onBothDatabases('an experiment', (database) => {
  let app: TestApp
  let admin: string
  let semester: WorldRow
  let world: CourseWorld
  beforeAll(async () => {
    app = await testApp({ database })
    admin = await app.signIn('admin', '1')
    semester = await aSemester(app, admin)
    world = await aCourse(app, { admin, semester: semester.id, mark: '甲' })
  })
  afterAll(() => app.close())

  const read = async (id: string): Promise<WorldRow> =>
    (await app.call<WorldRow>('GET', '/inspect/bhExperi/queryById', { as: admin, query: { id } })).body.result
  const mine = () => world.teacher.token

  test('stays in its course and semester, whatever an edit sends', async () => {
    const other = await aSemester(app, admin, '1999-2000-1')
    const course = { courseTitle: '另一门', semester: other.id, studentType: '1' }
    const second = await addRow(app, '/inspect/bhCourse', { as: mine(), body: course })
    const body = { id: world.experiment.id, courseId: second.id, semester: other.id, experiName: '改名' }
    const answer = await app.call('PUT', '/inspect/bhExperi/edit', { as: mine(), body })
    expect(answer.body).toMatchObject({ success: true, result: { courseId: world.course.id, semester: semester.id, experiName: '改名' } })
  })

  test('cannot be moved to another semester by a sheet either', async () => {
    const data = new FormData()
    data.append('courseId', world.course.id)
    const cells = [
      ['实验名称', '学期'],
      [String((await read(world.experiment.id)).experiName), '1999-2000-1'],
    ]
    data.append('file', new Blob([Uint8Array.from(await workbook(cells))]), 'a.xlsx')
    const answer = await app.call('POST', '/inspect/bhExperi/importExcel', { as: mine(), body: data })
    expect(answer.body.success).toBe(false)
    expect((await read(world.experiment.id)).semester).toBe(semester.id)
  })

  test('moves with its course to another semester, even if results lock it', async () => {
    const locked = await addRow(app, '/inspect/bhExperi', {
      as: mine(),
      body: { courseId: world.course.id, semester: semester.id, experiName: '已考察' },
    })
    const edit = { entity: 'experiment', operation: 'edit', rows: [{ id: locked.id, haveInspectionResult: 1 }] } as const
    const actor = { id: '', username: 'test', realname: '', role: '1', orgCode: '', permissions: new Set<string>() }
    await app.app.engine.write({ ...edit, actor, fields: 'all', scope: 'none' })
    const next = await aSemester(app, admin, '2027-2028-1')
    const moved = await app.call('PUT', '/inspect/bhCourse/edit', {
      as: mine(),
      body: { id: world.course.id, courseId: world.course.id, semester: next.id },
    })
    expect(moved.body).toMatchObject({ success: true })
    for (const { id } of [world.experiment, locked]) {
      expect(await read(id)).toMatchObject({ semester: next.id, courseId: world.course.id })
      expect((await auditOf(app, id)).at(-1)).toMatchObject({ operation: 'edit', username: world.teacher.username })
    }
  })

  test('of another course cannot be entered in a roster', async () => {
    const foreign = await aCourse(app, { admin, semester: semester.id, mark: '乙' })
    const experiId = foreign.experiment.id
    const edited = await app.call('PUT', '/jw/bhClassStu/edit', { as: admin, body: { id: world.seat.id, experiId } })
    expect(edited.body.details).toEqual({ experiId: '所选实验与上级选择不一致' })
    const body = { classId: world.class.id, stuId: foreign.student.id, experiId }
    const added = await app.call('POST', '/jw/bhClassStu/add', { as: admin, body })
    expect(added.body.details).toEqual({ experiId: '所选实验与上级选择不一致' })
  })
})
