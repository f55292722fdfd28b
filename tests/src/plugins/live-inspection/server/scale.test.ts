import { afterAll, beforeAll, expect, test } from 'vitest'
import { written } from '../../../../api/teaching-rows.ts'
import type { WorldRow } from '../../../../api/world.ts'
import { testApp, type TestApp } from '../../../../support/build-app.ts'
import { onBothDatabases } from '../../../../support/databases.ts'
import { aCourseDay, type CourseDay } from './course-day.ts'

const SUBMISSIONS = 5000
const FEW = 50
/** Submissions marked during the measurement. */
const MARKS = 40
/** How many times more a call may cost with all of them than with a few: a full scan would cost a hundred times more. */
const MOST = 20

type Calls = 'goOn' | 'small' | 'none' | 'mark' | 'list'
type Costs = Record<Calls, number>

const median = (times: readonly number[]): number => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0

async function timed(call: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await call()
  return performance.now() - start
}

onBothDatabases('5,000 submissions that wait', (database) => {
  let app: TestApp
  let day: CourseDay
  let few: Costs
  let many: Costs
  beforeAll(async () => {
    app = await testApp({ database })
    day = await aCourseDay(app, { students: 10 })
    await submit(FEW)
    few = await costs('few')
    await submit(SUBMISSIONS - FEW + MARKS)
    many = await costs('many')
  })
  afterAll(() => app.close())

  /** Adds waiting submissions. */
  async function submit(rowCount: number): Promise<void> {
    const { courseId, experiId } = day.lab
    const count = rowCount / day.students.length
    const items = Array.from({ length: count }, (_, n) => ({ courseId, experiId, inspectName: `题${rowCount}-${n}`, inspectType: '1' }))
    const ids = await written(app, 'inspectionItem', items)
    const seats = await Promise.all(day.students.map((_, index) => day.result(index)))
    const rows = ids.flatMap((inspectionId, n) =>
      seats.map(({ stuId, seatId, facilityId, experiGroupId }, index) => ({
        courseId,
        experiId,
        experiGroupId,
        inspectionId,
        stuId,
        seatId,
        facilityId,
        submitStatus: 1,
        submitCount: 1,
        submitTime: `2026-10-12 ${String(8 + (n % 4)).padStart(2, '0')}:${String(n % 60).padStart(2, '0')}:${String(index * 5).padStart(2, '0')}`,
      })),
    )
    await written(app, 'inspectionResult', rows)
  }

  /** The cost of a call, measured in reads of one row; both take turns, so that a slow machine slows both. */
  async function inReads(count: number, call: (n: number) => Promise<unknown>): Promise<number> {
    const [as] = day.assistants
    const { id } = await day.result(0)
    const times: number[] = []
    const reads: number[] = []
    for (let n = 0; n < count; n++) {
      times.push(await timed(() => call(n)))
      reads.push(await timed(() => day.get('queryById', as, { id })))
    }
    return median(times) / median(reads)
  }

  async function costs(name: string): Promise<Costs> {
    const [as] = day.assistants
    const { courseId, experiId } = day.lab
    const page = await day.get<{ records: WorldRow[] }>('submitList', as, { courseId, pageSize: '40' })
    let after = ''
    return {
      goOn: await inReads(40, async () => {
        after = (await day.done('next', as, { courseId, after })).id
      }),
      small: await inReads(20, () => day.done('next', as, { courseId, experiId, smallGroup: 2 })),
      none: await inReads(20, () => day.done('next', as, { courseId, smallGroup: 77 })),
      mark: await inReads(MARKS / 2, (n) =>
        day.call('PUT', 'edit', { as, body: { id: page.records[n]?.id, score: 80 }, key: `${name}-${n}` }),
      ),
      list: await inReads(10, () => day.get('submitList', as, { courseId, pageSize: '40' })),
    }
  }

  test('are all counted and listed', async () => {
    const [as] = day.assistants
    const page = await day.get<{ total: number }>('submitList', as, { courseId: day.lab.courseId, pageSize: '1' })
    expect(page.total).toBe(SUBMISSIONS)
  })

  test.each<[Calls, string]>([
    ['goOn', 'the next row'],
    ['small', 'the next row of a filter'],
    ['none', 'the answer that there is no next row'],
    ['mark', 'a mark'],
    ['list', 'the first page of the list'],
  ])('%s: %s costs about as much as with fifty', (call) => {
    console.info(`${database}, in reads of one row:`, few[call], many[call])
    expect(many[call] / few[call]).toBeLessThan(MOST)
  })

  test('marking all of them shows a preview of as many as are written, says how many are left, and continues with those', async () => {
    const { courseId } = day.lab
    const place = { courseId, experiGroupId: day.session.id, mark: 'score', score: 70 }
    const plan = () => day.done<{ rows: WorldRow[]; rowTotal: number; skippedTotal: number }>('planMarks', day.teacher, place)
    const first = await plan()
    expect(first.rows).toHaveLength(1000)
    const most = first.rowTotal + first.skippedTotal
    expect(most).toBe(SUBMISSIONS + MARKS + day.students.length)
    const seen = { ids: first.rows.map(({ id }) => id).join(), versions: first.rows.map(({ version }) => version).join() }
    await day.done('markMany', day.teacher, { ...place, ...seen })
    const then = await plan()
    expect(then.rowTotal).toBe(first.rowTotal - 1000)
    expect(then.rowTotal + then.skippedTotal).toBe(most)
    expect(then.rows.map(({ id }) => id)).not.toContain(first.rows[0]?.id)
  })
})
