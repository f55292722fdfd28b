import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCourse, aSemester } from '../../../api/teaching-world.ts'
import { addRow, aPerson, expectNotFound, type WorldRow } from '../../../api/world.ts'
import { testApp, type TestApp } from '../../../support/build-app.ts'
import { onBothDatabases } from '../../../support/databases.ts'

type Offered = Readonly<Record<string, { readonly value: string; readonly label: string; readonly only: boolean } | null>>

onBothDatabases('the previous choices of a user', (database) => {
  let app: TestApp
  let admin: string
  let teacher: { readonly id: string; readonly username: string; readonly token: string }
  let spring: WorldRow
  let autumn: WorldRow
  let circuits: WorldRow
  let signals: WorldRow

  const offered = async (as: string) => (await app.call<Offered>('GET', '/sys/remembered', { as })).body.result
  const choose = (as: string, entity: string, id: unknown) => app.call<Offered>('POST', '/sys/remembered', { as, body: { entity, id } })
  const course = (title: string, semester: WorldRow) =>
    addRow(app, '/inspect/bhCourse', { as: teacher.token, body: { courseTitle: title, semester: semester.id, studentType: '1' } })

  beforeAll(async () => {
    app = await testApp({ database })
    admin = await app.signIn('admin', '1')
    teacher = await aPerson(app, admin, '2')
    spring = await aSemester(app, admin, '2025-2026-2')
    autumn = await aSemester(app, admin, '2026-2027-1')
    await app.call('PUT', '/inspect/bhSemester/edit', { as: admin, body: { id: autumn.id, isCurrent: 1 } })
    circuits = await course('电路', autumn)
  })
  afterAll(() => app.close())

  test('a user with one course is asked nothing: it is offered, with the current semester', async () => {
    expect(await offered(teacher.token)).toEqual({
      semester: { value: autumn.id, label: '2026-2027-1', only: false },
      course: { value: circuits.id, label: '电路', only: true },
    })
  })

  test('a user with two courses is offered none before choosing one; then another browser offers the same', async () => {
    signals = await course('信号', autumn)
    expect((await offered(teacher.token)).course).toBeNull()
    const answer = await choose(teacher.token, 'course', signals.id)
    expect(answer.body.result.course).toMatchObject({ value: signals.id, label: '信号', only: false })
    const elsewhere = await app.signIn(teacher.username, '2', 'Abc123!@')
    expect((await offered(elsewhere)).course?.value).toBe(signals.id)
  })

  test('a course brings its semester, and a semester drops courses of other semesters', async () => {
    const optics = await course('光学', spring)
    expect((await choose(teacher.token, 'course', optics.id)).body.result).toMatchObject({
      semester: { value: spring.id },
      course: { value: optics.id },
    })
    expect((await choose(teacher.token, 'semester', autumn.id)).body.result).toMatchObject({
      semester: { value: autumn.id },
      course: null,
    })
    expect((await choose(teacher.token, 'semester', spring.id)).body.result.course).toMatchObject({ value: optics.id, only: true })
  })

  test('a row out of reach is neither stored nor shown, and one role’s choice does not open it to another', async () => {
    const other = await aCourse(app, { admin, semester: String(autumn.id), mark: '乙' })
    expectNotFound(await choose(teacher.token, 'course', other.course.id))
    for (const [entity, id] of [
      ['equipment', other.equipment.id],
      ['course', ['x']],
      ['course', null],
      ['nothing', '1'],
    ] as const)
      expect((await choose(teacher.token, entity, id)).body.success).toBe(false)
    expect((await choose(other.teacher.token, 'course', other.course.id)).body.success).toBe(true)
    await app.call('POST', '/inspect/bhCourse/audit', { as: other.teacher.token, body: { id: other.course.id, status: 0 } })
    await choose(other.helper.token, 'semester', autumn.id)
    expect((await offered(other.helper.token)).course).toBeNull()
    expect((await app.call('GET', '/sys/remembered')).status).toBe(401)
  })
})
