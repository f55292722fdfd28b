import { afterAll, beforeAll, expect, test } from 'vitest'
import { written } from '../../../../api/teaching-rows.ts'
import type { Row } from '../../../../api/world.ts'
import { testApp, type TestApp } from '../../../../support/build-app.ts'
import { onBothDatabases } from '../../../../support/databases.ts'
import { aCourseDay, type CourseDay } from './course-day.ts'

const SUBMISSIONS = 5000
const MOST = 50

onBothDatabases('5,000 submissions that wait', (database) => {
  let app: TestApp
  let day: CourseDay
  beforeAll(async () => {
    app = await testApp({ database })
    day = await aCourseDay(app, { students: 10 })
    const { courseId, experiId } = day.lab
    const count = SUBMISSIONS / day.students.length
    const items = Array.from({ length: count }, (_, n) => ({ courseId, experiId, inspectName: `题${n}`, inspectType: '1' }))
    const ids = await written(app, 'inspectionItem', items)
    const seats = await Promise.all(day.students.map((_, at) => day.result(at)))
    const rows = ids.flatMap((inspectionId, n) =>
      seats.map(({ stuId, seatId, facilityId, experiGroupId }, at) => ({
        courseId,
        experiId,
        experiGroupId,
        inspectionId,
        stuId,
        seatId,
        facilityId,
        submitStatus: 1,
        submitCount: 1,
        submitTime: `2026-10-12 ${String(8 + (n % 4)).padStart(2, '0')}:${String(n % 60).padStart(2, '0')}:${String(at * 5).padStart(2, '0')}`,
      })),
    )
    await written(app, 'inspectionResult', rows)
  })
  afterAll(() => app.close())

  /** Milliseconds of the middle of some calls, one after the other. */
  async function middle(count: number, call: (n: number) => Promise<unknown>): Promise<number> {
    const times: number[] = []
    for (let n = 0; n < count; n++) {
      const start = performance.now()
      await call(n)
      times.push(performance.now() - start)
    }
    return times.toSorted((a, b) => a - b)[Math.floor(count / 2)] ?? 0
  }

  test('the next row is given in less than 50 ms, whether one goes on, filters or begins again', async () => {
    const [as] = day.assistants
    let after = ''
    const goOn = await middle(40, async () => {
      after = (await day.done('next', as, { courseId: day.lab.courseId, after })).id
    })
    const small = await middle(20, () => day.done('next', as, { courseId: day.lab.courseId, experiId: day.lab.experiId, smallGroup: 2 }))
    const none = await middle(20, () => day.done('next', as, { courseId: day.lab.courseId, smallGroup: 77 }))
    expect(none).toBeLessThan(MOST)
    expect(goOn).toBeLessThan(MOST)
    expect(small).toBeLessThan(MOST)
  })

  test('a mark, and the first page of the list, cost no more with so many', async () => {
    const [as] = day.assistants
    const page = await day.get<{ records: Row[]; total: number }>('submitList', as, { courseId: day.lab.courseId, pageSize: '100' })
    expect(page.total).toBe(SUBMISSIONS)
    const mark = await middle(20, (n) => day.call('PUT', 'edit', { as, body: { id: page.records[n]?.id, score: 80 }, key: `scale-${n}` }))
    const list = await middle(10, () => day.get('submitList', as, { courseId: day.lab.courseId, pageSize: '100' }))
    expect(mark).toBeLessThan(100)
    expect(list).toBeLessThan(300)
  })

  test('marking all of them is previewed as far as it is written, says how many are left, and goes on with those', async () => {
    const { courseId } = day.lab
    const place = { courseId, experiGroupId: day.session.id, mark: 'score', score: 70 }
    const plan = () => day.done<{ rows: Row[]; rowTotal: number; passedTotal: number }>('planMarks', day.teacher, place)
    const first = await plan()
    expect(first.rows).toHaveLength(1000)
    const most = first.rowTotal + first.passedTotal
    expect(most).toBe(SUBMISSIONS + day.students.length)
    const seen = { ids: first.rows.map(({ id }) => id).join(), versions: first.rows.map(({ version }) => version).join() }
    await day.done('markMany', day.teacher, { ...place, ...seen })
    const then = await plan()
    expect(then.rowTotal).toBe(first.rowTotal - 1000)
    expect(then.rowTotal + then.passedTotal).toBe(most)
    expect(then.rows.map(({ id }) => id)).not.toContain(first.rows[0]?.id)
  })
})
