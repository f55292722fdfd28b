import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Tx } from '../../engine/server/index.ts'
import { asSystem } from '../../src/server/access/system-actor.ts'
import { testApp, type TestApp } from '../support/build-app.ts'
import { onBothDatabases } from '../support/databases.ts'
import { aSemester } from './teaching-world.ts'
import { addRow, aPerson, stored, type WorldRow } from './world.ts'
import { expectNone } from '../support/expect-none.ts'

onBothDatabases('deleting a row while another begins to point to it', (database) => {
  let app: TestApp
  let semester: WorldRow
  let teacher: { readonly token: string }
  let count = 0
  beforeAll(async () => {
    app = await testApp({ database })
    const admin = await app.signIn('admin', '1')
    semester = await aSemester(app, admin)
    teacher = await aPerson(app, admin, '2')
  })
  afterAll(() => app.close())

  const aCourse = () =>
    addRow(app, '/inspect/bhCourse', {
      as: teacher.token,
      body: { courseTitle: `课程${++count}`, semester: semester.id, studentType: '1' },
    })
  const experimentOf = (course: WorldRow) => ({ courseId: course.id, semester: semester.id, experiName: '实验' })
  const remove = (course: WorldRow) => app.call('DELETE', '/inspect/bhCourse/delete', { as: teacher.token, query: { id: course.id } })
  const add = (course: WorldRow) => app.call('POST', '/inspect/bhExperi/add', { as: teacher.token, body: experimentOf(course) })

  /** Do the work in a transaction that stays open while the call arrives and waits for it. */
  async function meanwhile<T>(work: (tx: Tx) => Promise<unknown>, call: () => Promise<T>): Promise<T> {
    const done = Promise.withResolvers<void>()
    const arrived = Promise.withResolvers<void>()
    const transaction = app.app.engine.db.write(async (tx) => {
      await work(tx)
      done.resolve()
      await arrived.promise
    })
    await Promise.race([done.promise, transaction])
    const answer = call()
    setTimeout(arrived.resolve, 200)
    await transaction
    return answer
  }

  /** Experiments whose course does not exist, or is in the bin. */
  async function dangling(): Promise<string[]> {
    const live = new Set((await stored(app, 'bh_course')).filter((row) => row['del_flag'] === 0).map((row) => row['course_id']))
    return (await stored(app, 'bh_experi')).filter((row) => !live.has(row['course_id'])).map((row) => row.id)
  }

  test('fails if the other write came first', async () => {
    const course = await aCourse()
    const request = { ...asSystem, entity: 'experiment' as const, operation: 'add' as const, rows: [experimentOf(course)] }
    const answer = await meanwhile(
      (tx) => app.app.engine.write(request, tx),
      () => remove(course),
    )
    expect(answer.body).toMatchObject({ success: false, message: expect.stringContaining('实验 1 条') })
    expectNone(await dangling())
  })

  test('succeeds if it came first, and the other write is told that the row does not exist', async () => {
    const course = await aCourse()
    const request = { ...asSystem, entity: 'course' as const, operation: 'delete' as const, rows: [{ id: course.id }] }
    const answer = await meanwhile(
      (tx) => app.app.engine.write(request, tx),
      () => add(course),
    )
    expect(answer.body).toMatchObject({ code: 422, details: { courseId: '所选课程不存在' } })
    expectNone(await dangling())
  })

  test('never leaves a dangling reference, whichever write comes first', async () => {
    for (let round = 0; round < 20; round++) {
      const course = await aCourse()
      const [gone, made] = await Promise.all(round % 2 ? [remove(course), add(course)] : [add(course), remove(course)])
      expect([gone.body.success, made.body.success].filter(Boolean)).toHaveLength(1)
    }
    expectNone(await dangling())
  })
})
