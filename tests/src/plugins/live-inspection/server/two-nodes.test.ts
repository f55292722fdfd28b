import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auditOf } from '../../../../api/world.ts'
import type { TestApp } from '../../../../support/build-app.ts'
import { hasPostgres } from '../../../../support/databases.ts'
import { twoNodes, type TwoNodes } from '../../../../support/two-nodes.ts'
import { aCourseDay, base, type CourseDay } from './course-day.ts'

describe.skipIf(!hasPostgres())('live inspection on two servers', () => {
  let nodes: TwoNodes
  let day: CourseDay
  beforeAll(async () => {
    nodes = await twoNodes()
    day = await aCourseDay(nodes.one, { students: 4 })
  })
  afterAll(() => nodes.close())
  /** The same call at the same moment on both servers, by one assistant each. */
  const race = (path: string, body: object) =>
    Promise.all(
      [nodes.one, nodes.other].map((app: TestApp, index) =>
        app.call<{ id: string }>('POST', `${base}/${path}`, { as: day.assistants[index === 0 ? 0 : 1].token, body }),
      ),
    )
  const wins = (answers: Awaited<ReturnType<typeof race>>) => answers.map(({ status }) => status).sort()

  test('if two assistants take a request at the same moment, one goes', async () => {
    for (let round = 0; round < 10; round++) {
      const result = await day.result(0)
      const { id } = await day.done('help', day.students[0] ?? day.teacher, { id: result.id })
      expect(wins(await race('takeHelp', { id }))).toEqual([200, 409])
      await day.done('solveHelp', day.teacher, { id })
    }
  })

  test('if two open a row, one holds it, and next gives them two different rows', async () => {
    for (const index of [0, 1, 2]) await day.submitted(index)
    const { id } = await day.result(0)
    expect(wins(await race('claim', { id }))).toEqual([200, 409])
    for (const as of day.assistants) await day.done('release', as, { id })
    for (let round = 0; round < 5; round++) {
      const rows = (await race('next', { courseId: day.lab.courseId })).map(({ body }) => body.result.id)
      expect(new Set(rows).size).toBe(2)
      for (const as of day.assistants) for (const row of rows) await day.done('release', as, { id: row })
    }
  })

  test('a student who presses help on two devices asks once', async () => {
    const { id } = await day.result(2)
    const as = day.students[2]?.token ?? ''
    const answers = await Promise.all(
      [nodes.one, nodes.other].map((app) => app.call<{ id: string }>('POST', `${base}/help`, { as, body: { id } })),
    )
    expect(new Set(answers.map(({ body }) => body.result.id)).size).toBe(1)
  })

  test('a save sent again to the other server has one effect', async () => {
    const { id, version } = await day.result(1)
    const given = { as: day.teacher.token, body: { id, version, score: 64 }, headers: { 'idempotency-key': 'failover' } }
    const save = (app: TestApp) => app.call('PUT', `${base}/edit`, given)
    const answers = await Promise.all([save(nodes.one), save(nodes.other), save(nodes.other)])
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    expect(
      (await auditOf(nodes.one, id)).filter(({ changes }) => changes.includes('"score"') && !changes.includes('"courseId"')),
    ).toHaveLength(1)
  })
})
