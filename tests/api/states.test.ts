import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { untypedEngine } from '../../engine/server/index.ts'
import { loaded } from '../schemas/load.ts'
import { testApp, type TestAnswer, type TestApp } from '../support/build-app.ts'
import { onBothDatabases } from '../support/databases.ts'
import { workbook } from '../engine/server/transfer/workbook-files.ts'
import { aCourse, aSemester, type CourseWorld } from './teaching-world.ts'
import { addRow, aPerson, auditCount, auditOf, expectNotFound, stored, type WorldRow } from './world.ts'

/** RULE-033 and the decision on publishing: 0 and 2 may be published (1), 1 may be revoked (2). */
const moves = [
  { from: 0, ask: 1, to: 1, message: '发布成功！' },
  { from: 0, ask: 0, refused: '只有已发布的课程可以撤销发布！' },
  { from: 1, ask: 1, refused: '只有未发布或已撤销的课程可以发布！' },
  { from: 1, ask: 0, to: 2, message: '撤销发布成功！' },
  { from: 2, ask: 1, to: 1, message: '发布成功！' },
  { from: 2, ask: 0, refused: '只有已发布的课程可以撤销发布！' },
] as const

/** How many of several answers to the same request were granted. */
export const granted = (answers: readonly TestAnswer<unknown>[]): number => answers.filter((answer) => answer.body.success).length

onBothDatabases('states', (database) => {
  let app: TestApp
  let admin: string
  let world: CourseWorld
  let semester: WorldRow
  let count = 0
  beforeAll(async () => {
    app = await testApp({ database })
    admin = await app.signIn('admin', '1')
    semester = await aSemester(app, admin)
    world = await aCourse(app, { admin, semester: semester.id, mark: '甲乙丙' })
  })
  afterAll(() => app.close())

  const set = (table: string, idColumn: string, id: string, values: Record<string, number>) =>
    untypedEngine(app.app.engine).db.write((tx) => tx.updateTable(table).set(values).where(idColumn, '=', id).execute())
  const ask = (id: string, status: number, method: 'GET' | 'POST' | 'PUT' = 'POST') =>
    app.call(method, '/inspect/bhCourse/audit', {
      as: world.teacher.token,
      ...(method === 'GET' ? { query: { id, status } } : { body: { id, status } }),
    })
  const courseIn = async (state: number): Promise<string> => {
    const body = { courseTitle: `课程${++count}`, semester: semester.id, studentType: '1' }
    const { id } = await addRow(app, '/inspect/bhCourse', { as: world.teacher.token, body })
    await set('bh_course', 'course_id', id, { pubshed: state })
    return id
  }
  const stateOf = async (id: string) =>
    (await app.call<WorldRow>('GET', '/inspect/bhCourse/queryById', { as: world.teacher.token, query: { id } })).body.result['pubshed']

  describe.for(['GET', 'POST', 'PUT'] as const)('a course asked by %s', (method) => {
    test.for(moves)('from $from with status $ask', async (move) => {
      const id = await courseIn(move.from)
      const audits = await auditCount(app)
      const answer = await ask(id, move.ask, method)
      if ('refused' in move) {
        expect(answer.body).toMatchObject({ success: false, code: 500, message: move.refused })
        expect([await stateOf(id), await auditCount(app)]).toEqual([move.from, audits])
      } else {
        expect(answer.body).toMatchObject({ success: true, message: move.message })
        expect([await stateOf(id), await auditCount(app)]).toEqual([move.to, audits + 1])
        expect(JSON.parse((await auditOf(app, id)).at(-1)?.changes ?? '')).toEqual({ pubshed: [move.from, move.to] })
      }
    })
  })

  test('an unknown status is refused at its field', async () => {
    expect((await ask(await courseIn(0), 7)).body).toMatchObject({ code: 422, details: { status: '参数不识别！' } })
  })

  test('of twenty simultaneous requests for the same move one is granted, and one audit row is written', async () => {
    for (let round = 0; round < 3; round++) {
      const id = await courseIn(0)
      const before = await auditCount(app)
      const answers = await Promise.all(Array.from({ length: 20 }, () => ask(id, 1)))
      expect([granted(answers), await stateOf(id), await auditCount(app)]).toEqual([1, 1, before + 1])
      for (const { status } of answers) expect(status).toBe(200)
    }
  })

  test('a course handed over while a request waits is out of reach for its former owner', async () => {
    const id = await courseIn(0)
    const next = await aPerson(app, admin, '2')
    const opened = Promise.withResolvers<void>()
    const asked = Promise.withResolvers<void>()
    const handover = app.app.engine.db.write(async (tx) => {
      await tx.updateTable('bh_course').set({ teacher_id: next.id }).where('course_id', '=', id).execute()
      opened.resolve()
      await asked.promise
    })
    await opened.promise
    const answer = ask(id, 1)
    setTimeout(asked.resolve, 200)
    await handover
    expectNotFound(await answer)
    expect((await stored(app, 'bh_course')).find((row) => row.id === id)).toMatchObject({ pubshed: 0, version: 1 })
  })

  test('a state cannot be set by add, edit or import', async () => {
    const id = await courseIn(0)
    const edit = await app.call<WorldRow>('PUT', '/inspect/bhCourse/edit', {
      as: world.teacher.token,
      body: { id, pubshed: 1, courseStatus: 2, teacherId: 'x' },
    })
    expect(edit.body.result).toMatchObject({ pubshed: 0, teacherId: world.teacher.id })
  })

  describe('an experiment with inspection results', () => {
    let locked: WorldRow
    beforeEach(async () => {
      const body = { courseId: world.course.id, experiName: `已考察${++count}`, semester: semester.id }
      locked = await addRow(app, '/inspect/bhExperi', { as: world.teacher.token, body })
      await set('bh_experi', 'id', locked.id, { have_inspection_result: 1 })
    })
    const unchanged = async (call: () => Promise<TestAnswer<unknown>>): Promise<TestAnswer<unknown>> => {
      const before = [await stored(app, 'bh_experi'), await auditCount(app)]
      const answer = await call()
      expect([await stored(app, 'bh_experi'), await auditCount(app)]).toEqual(before)
      return answer
    }
    const as = () => world.teacher.token

    test.for(['experiName', 'semester', 'courseId'] as const)('cannot have its %s edited (RULE-011)', async (key) => {
      const other = await aSemester(app, admin, `学期${++count}`)
      const value = { experiName: 'x', semester: other.id, courseId: world.course.id }[key]
      for (const whom of [as(), admin]) {
        const answer = await unchanged(() =>
          app.call('PUT', '/inspect/bhExperi/edit', { as: whom, body: { id: locked.id, [key]: value, haveInspectionResult: 0 } }),
        )
        if (key !== 'courseId') expect(answer.body.success).toBe(false)
      }
    })
    test('cannot be deleted, alone, in a batch, or with its course', async () => {
      const query = { id: locked.id }
      expect((await unchanged(() => app.call('DELETE', '/inspect/bhExperi/delete', { as: as(), query }))).body.success).toBe(false)
      expect(
        (await unchanged(() => app.call('DELETE', '/inspect/bhExperi/deleteBatch', { as: as(), query: { ids: locked.id } }))).body.success,
      ).toBe(false)
      const course = await unchanged(() => app.call('DELETE', '/inspect/bhCourse/delete', { as: as(), query: { id: world.course.id } }))
      expect(course.body.message).toMatch(/^存在关联数据，不能删除：.*实验 \d+ 条/)
    })
    test('a batch deletes the others and says why this one is not deleted', async () => {
      const free = await addRow(app, '/inspect/bhExperi', {
        as: as(),
        body: { courseId: world.course.id, experiName: `未考察${++count}`, semester: semester.id },
      })
      const answer = await app.call<{ id: string; success: boolean; message: string }[]>('DELETE', '/inspect/bhExperi/deleteBatch', {
        as: as(),
        query: { ids: `${locked.id},${free.id}` },
      })
      expect(answer.body.result.map(({ id, success }) => [id, success])).toEqual([
        [locked.id, false],
        [free.id, true],
      ])
      expect(answer.body.result[0]?.message).not.toBe('')
    })
    test('cannot be changed by an import that names it', async () => {
      const other = await aSemester(app, admin, `学期${++count}`)
      const form = new FormData()
      form.append('courseId', world.course.id)
      form.append(
        'file',
        new Blob([
          Uint8Array.from(
            await workbook([
              ['实验名称', '学期'],
              [String(locked['experiName']), String(other['semesterName'])],
            ]),
          ),
        ]),
        'a.xlsx',
      )
      expect((await unchanged(() => app.call('POST', '/inspect/bhExperi/importExcel', { as: as(), body: form }))).body.success).toBe(false)
    })
    test('an edit that was under way when the result came is refused by the statement itself', async () => {
      const free = await addRow(app, '/inspect/bhExperi', {
        as: as(),
        body: { courseId: world.course.id, experiName: `途中${++count}`, semester: semester.id },
      })
      const edits = Array.from({ length: 10 }, (_, n) =>
        app.call('PUT', '/inspect/bhExperi/edit', { as: as(), body: { id: free.id, experiName: `途中${count}-${n}` } }),
      )
      const lock = set('bh_experi', 'id', free.id, { have_inspection_result: 1 })
      const [answers] = [await Promise.all(edits), await lock]
      const [row] = (await stored(app, 'bh_experi')).filter((one) => one.id === free.id)
      const trail = await auditOf(app, free.id)
      expect(trail.length - 1).toBe(granted(answers))
      expect(row?.['version']).toBe(1 + granted(answers))
    })
  })
})

describe('planted', () => {
  test('every state of the schema is in the table of moves, so that a new one is noticed here', () => {
    const states = loaded.flatMap((entity) =>
      (entity.states ?? []).map(({ field, transitions }) => [
        `${entity.name}.${field}`,
        Object.values(transitions)
          .flatMap((one) => one.from.map((from) => `${from}>${one.to}`))
          .sort(),
      ]),
    )
    expect(states).toEqual([
      ['course.pubshed', moves.flatMap((move) => ('to' in move ? [`${move.from}>${move.to}`] : [])).sort()],
      ['experiment.haveInspectionResult', ['0>1']],
      ['session.haveSeat', ['否>是']],
      ['session.haveInspect', ['否>是']],
      ['inspectionItem.haveInspectionResult', ['0>1']],
      ['announcement.sendStatus', ['0>1', '1>2']],
    ])
  })
})
