import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AnyEntity } from '../../engine/schema/index.ts'
import { asSystem } from '../../src/server/access/system-actor.ts'
import { loaded } from '../schemas/load.ts'
import { testApp, type TestAnswer, type Method, type TestApp } from '../support/build-app.ts'
import { onBothDatabases } from '../support/databases.ts'
import { workbook } from '../engine/server/transfer/workbook-files.ts'
import { RowFactory } from './row-factory.ts'
import { aCourse, aSemester, type CourseWorld } from './teaching-world.ts'
import { addRow, aPerson, auditCount, auditOf, password, stored, type WorldRow } from './world.ts'
import { expectNone } from '../support/expect-none.ts'

/** The rows of all tables of entities that differ between two moments, and the audit rows written between them. */
interface Moment {
  readonly rows: ReadonlyMap<string, string>
  readonly audits: number
}

/** Reports a row that changed without an audit row, or an audit row without a change. */
export function auditProblem(before: Moment, after: Moment): string | undefined {
  const keys = new Set([...before.rows.keys(), ...after.rows.keys()])
  const changed = [...keys].filter((key) => before.rows.get(key) !== after.rows.get(key))
  const audits = after.audits - before.audits
  return audits === changed.length ? undefined : `${changed.length} rows changed, ${audits} audit rows: ${changed.join()}`
}

onBothDatabases('the write path', (database) => {
  let app: TestApp
  let admin: string
  let teacher: string
  let rows: RowFactory
  let world: CourseWorld
  beforeAll(async () => {
    app = await testApp({ database })
    admin = await app.signIn('admin', '1')
    teacher = await app.signIn('admin', '2')
    rows = new RowFactory({ app, entities: loaded, from: 5000, tokenFor: (entity) => (entity.name === 'course' ? teacher : admin) })
    world = await aCourse(app, { admin, semester: (await aSemester(app, admin)).id, mark: '甲乙丙' })
  })
  afterAll(() => app.close())

  async function moment(): Promise<Moment> {
    const tables = new Set(loaded.filter(({ source }) => !source).map((entity) => app.app.engine.model(entity.name).table))
    const all = new Map<string, string>()
    for (const table of tables) for (const row of await stored(app, table)) all.set(`${table}/${row.id}`, JSON.stringify(row))
    return { rows: all, audits: await auditCount(app) }
  }
  /** The requests named by audit rows; `none` if some name none, apart from the server's own. */
  async function namedRequests(): Promise<Set<string>> {
    const rows = await app.app.engine.db.read
      .selectFrom('sys_audit')
      .select('request_id')
      .distinct()
      .where('username', '<>', 'system')
      .execute()
    return new Set(rows.map((row) => String(row['request_id'] ?? 'none')))
  }
  const form = async (cells: (string | number)[][], fields: Record<string, string>): Promise<FormData> => {
    const data = new FormData()
    for (const [key, value] of Object.entries(fields)) data.append(key, value)
    data.append('file', new Blob([Uint8Array.from(await workbook(cells))]), 'a.xlsx')
    return data
  }

  test('every acknowledged write leaves one audit row for each changed row, naming the request, on whichever route it came', async () => {
    const problems: string[] = []
    const count = async (name: string, run: () => Promise<TestAnswer<unknown>>): Promise<TestAnswer<unknown>> => {
      const before = await moment()
      const requests = await namedRequests()
      const answer = await run()
      const fresh = [...(await namedRequests())].filter((id) => id === 'none' || !requests.has(id))
      if (fresh.length > 1 || fresh.includes('none')) problems.push(`${name}: audit rows of requests ${fresh.join()}`)
      if (!answer.body.success) problems.push(`${name} was refused: ${answer.body.message} ${JSON.stringify(answer.body.details)}`)
      const problem = auditProblem(before, await moment())
      if (problem) problems.push(`${name}: ${problem}`)
      return answer
    }
    const idOf = (answer: TestAnswer<unknown>): string => String(Object(answer.body.result)['id'])
    const to = (method: Method, path: string, as: string, given: { query?: Record<string, string>; body?: unknown }) =>
      count(`${method} ${path}`, () => app.call(method, path, { as, ...given }))
    for (const entity of loaded.filter((one) => !one.endpoints.disable?.includes('add'))) {
      const { base } = entity.endpoints
      const as = rows.tokenFor(entity)
      const body = await rows.row(entity)
      const id = idOf(await to('POST', `${base}/add`, as, { body }))
      const key =
        Object.entries(entity.fields).find(
          ([, { type, readonly, ...field }]) => (type === 'text' || type === 'number') && !readonly && !('pattern' in field),
        )?.[0] ?? ''
      const offers = (verb: 'edit' | 'delete' | 'deleteBatch') => !entity.endpoints.disable?.includes(verb)
      if (offers('edit'))
        await to('PUT', `${base}/edit`, as, { body: { id, [key]: typeof body[key] === 'number' ? 77 : `${String(body[key])}z` } })
      if (offers('delete')) await to('DELETE', `${base}/delete`, as, { query: { id } })
      if (!offers('deleteBatch')) continue
      const two = [await rows.added(entity), await rows.added(entity)]
      await to('DELETE', `${base}/deleteBatch`, as, { query: { ids: two.map((row) => row.id).join() } })
    }
    await to('PUT', '/sys/user/putRecycleBin', admin, { query: { userIds: (await binned('sys_user')).join() } })
    const dictionary = (await binned('sys_dict'))[0] ?? ''
    await to('PUT', `/sys/dict/back/${dictionary}`, admin, {})
    await app.call('DELETE', '/sys/dict/delete', { as: admin, query: { id: dictionary } })
    await to('DELETE', `/sys/dict/deletePhysic/${dictionary}`, admin, {})
    const course = world.course.id
    const mine = world.teacher.token
    await to('POST', '/inspect/bhCourse/audit', mine, { body: { id: course, status: 0 } })
    await to('GET', '/inspect/bhCourse/audit', mine, { query: { id: course, status: '1' } })
    await to('PUT', '/sys/user/frozenBatch', admin, { body: { ids: `${world.helper.id},${world.student.id}`, status: 2 } })
    await to('PUT', '/sys/user/frozenBatch', admin, { body: { ids: `${world.helper.id},${world.student.id}`, status: 1 } })
    await to('PUT', '/sys/user/changePassword', admin, {
      body: { username: 'stu甲乙丙', password: 'Other-1!', confirmpassword: 'Other-1!' },
    })
    await to('POST', '/jw/tea/addAssistant', mine, {
      body: { courseId: course, username: 'made1', password, confirmpassword: password, realname: '新', idNumber: '11010519491231002X' },
    })
    const assistant = (await stored(app, 'bh_course_teacher')).find((row) => row['user_id'] !== world.helper.id)?.id
    await to('PUT', '/jw/tea/editAssistant', mine, { body: { id: assistant, realname: '改', idNumber: '11010519491231002X' } })
    await to('PUT', '/jw/tea/changePassword', mine, { body: { id: assistant, password: 'Other-1!', confirmpassword: 'Other-1!' } })
    await to('DELETE', '/jw/tea/delete', mine, { query: { id: String(assistant) } })
    const fresh = await rows.added(rows.entity('student'))
    await to('GET', '/jw/bhClassStu/addClass', mine, { query: { classId: world.class.id, ids: fresh.id } })
    await to('POST', '/inspect/bhFacility/importExcel', mine, {
      body: await form(
        [
          ['设备编号', '设备名称'],
          ['甲乙丙1', '改名'],
          ['K2', '二'],
          ['K3', '三'],
        ],
        { courseId: course },
      ),
    })
    const given = await rows.added(rows.entity('course'))
    await to('POST', '/inspect/bhCourse/handover', admin, { body: { id: given.id, teacherId: (await aPerson(app, admin, '2')).id } })
    expectNone(problems)

    async function binned(table: string): Promise<string[]> {
      return (await stored(app, table)).filter((row) => row['del_flag'] === 1).map((row) => row.id)
    }
  })

  test('an edit that changes nothing, or a refused write, leaves no audit row and no new version', async () => {
    const row = await rows.added(rows.entity('comment'))
    const before = await moment()
    const same = await app.call<WorldRow>('PUT', '/inspect/bhInspectionComment/edit', {
      as: admin,
      body: { id: row.id, comment: row['comment'] },
    })
    expect(same.body).toMatchObject({ success: true, result: { version: 1 } })
    await app.call('PUT', '/inspect/bhInspectionComment/edit', { as: admin, body: { id: row.id, comment: '', commentLeve: 0 } })
    await app.call('POST', '/inspect/bhInspectionComment/add', { as: admin, body: {} })
    expect(await moment()).toEqual(before)
  })

  const uniques = loaded.flatMap((entity) =>
    entity.endpoints.disable?.includes('add')
      ? []
      : Object.entries(entity.fields).flatMap(([key, field]): [string, AnyEntity, string, string][] =>
          field.unique && field.readonly !== true
            ? [[`${entity.name}.${key}`, entity, key, typeof field.unique === 'string' ? field.unique : field.unique.message]]
            : [],
        ),
  )
  test.for(uniques)(
    '%s: of five simultaneous adds one succeeds and the others get the sentence at the field',
    async ([, entity, key, sentence]) => {
      const as = rows.tokenFor(entity)
      const field = entity.fields[key]
      /** A field that is kept while the form hides it has no value of its own. */
      const first = { [key]: 'the:same', ...(await rows.row(entity)) }
      const shared = [key, ...(typeof field?.unique === 'object' ? field.unique.within : [])]
      const bodies = await Promise.all(
        Array.from({ length: 5 }, async () => ({
          ...(await rows.row(entity)),
          ...Object.fromEntries(shared.map((name) => [name, first[name]])),
        })),
      )
      const answers = await Promise.all(bodies.map((body) => app.call<WorldRow>('POST', `${entity.endpoints.base}/add`, { as, body })))
      expect(answers.filter((answer) => answer.body.success)).toHaveLength(1)
      for (const answer of answers)
        if (!answer.body.success) expect([answer.status, answer.body.details]).toEqual([422, { [key]: sentence }])
    },
  )

  test('a double click on 新增 adds the row once', async () => {
    const body = { courseId: world.course.id, className: '双击', classTime: '星期一上午', studentType: '1' }
    const answers = await Promise.all([1, 2].map(() => app.call('POST', '/jw/bhClass/add', { as: admin, body })))
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 422])
    expect((await stored(app, 'bh_class')).filter((row) => row['class_name'] === '双击')).toHaveLength(1)
  })

  test('calls that add accounts or people answer a double click with a sentence, never with a fault', async () => {
    const course = await addRow(app, '/inspect/bhCourse', { as: teacher, body: await rows.row(rows.entity('course')) })
    const room = await addRow(app, '/jw/bhClass', {
      as: teacher,
      body: { courseId: course.id, className: '一班', classTime: '星期一上午', studentType: '1' },
    })
    const made = {
      courseId: course.id,
      username: 'twice',
      password,
      confirmpassword: password,
      realname: '新',
      idNumber: '11010519491231002X',
    }
    const assistants = await Promise.all([1, 2, 3].map(() => app.call('POST', '/jw/tea/addAssistant', { as: teacher, body: made })))
    expect(assistants.map((answer) => answer.status).sort()).toEqual([200, 422, 422])
    for (const answer of assistants) if (answer.status === 422) expect(answer.body.details).toEqual({ username: '用户名已存在!' })
    const person = await aPerson(app, admin, '4')
    const seats = await Promise.all(
      [1, 2, 3].map(() => app.call('POST', '/jw/bhClassStu/addClass', { as: teacher, body: { classId: room.id, ids: person.id } })),
    )
    expect(seats.filter((answer) => answer.body.success).length).toBeGreaterThan(0)
    for (const answer of seats) expect([200, 422]).toContain(answer.status)
    expect((await stored(app, 'bh_class_stu')).filter((row) => row['stu_id'] === person.id)).toHaveLength(1)
    const helpers = await Promise.all(
      [1, 2, 3].map(() => app.call('POST', '/jw/tea/addCourseTea', { as: teacher, body: { courseId: course.id, ids: person.id } })),
    )
    expect(helpers.every((answer) => answer.body.success)).toBe(true)
  })

  test('departments created at once get different codes', async () => {
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        app.call<WorldRow>('POST', '/sys/sysDepart/add', { as: admin, body: { departName: `部门${n}`, orgCategory: '1' } }),
      ),
    )
    expect(answers.every((answer) => answer.body.success)).toBe(true)
    expect(new Set(answers.map((answer) => answer.body.result['orgCode'])).size).toBe(12)
  })

  test('the rows that a row points to must belong together, on add and on edit', async () => {
    const mine = world.teacher.token
    const other = await aSemester(app, admin, '1999-2000-1')
    const second = await addRow(app, '/inspect/bhCourse', {
      as: mine,
      body: { courseTitle: '另一门', semester: other.id, studentType: '1' },
    })
    const far = await addRow(app, '/inspect/bhExperi', { as: mine, body: { courseId: second.id, semester: other.id, experiName: '远' } })
    const newcomer = await rows.added(rows.entity('student'))
    const wrong = [
      await app.call('POST', '/inspect/bhExperi/add', {
        as: mine,
        body: { courseId: world.course.id, semester: other.id, experiName: '错' },
      }),
      await app.call('POST', '/jw/bhClassStu/add', {
        as: mine,
        body: { classId: world.class.id, stuId: newcomer.id, experiId: far.id },
      }),
    ]
    expect(wrong.map((answer) => [answer.body.code, answer.body.details])).toEqual([
      [422, { courseId: '所选课程与上级选择不一致' }],
      [422, { experiId: '所选实验与上级选择不一致' }],
    ])
    const seat = await app.call('PUT', '/jw/bhClassStu/edit', { as: mine, body: { id: world.seat.id, experiId: far.id } })
    expect(seat.body).toMatchObject({ code: 422, details: { experiId: '所选实验与上级选择不一致' } })
    expect(
      (await app.call('PUT', '/jw/bhClassStu/edit', { as: mine, body: { id: world.seat.id, experiId: world.experiment.id } })).body.success,
    ).toBe(true)
  })

  test('a secret is hashed before a transaction is opened, never inside', async () => {
    const { engine } = app.app
    const row = { ...(await rows.row(rows.entity('user'))), password, confirmpassword: password }
    const request = { ...asSystem, entity: 'user' as const, operation: 'add' as const, rows: [row] }
    await expect(engine.db.write((tx) => engine.write(request, tx))).rejects.toThrow('prepared before the transaction')
    const prepared = await engine.prepare(request)
    const [made] = await engine.db.write((tx) => engine.write(prepared, tx))
    expect((await stored(app, 'sys_user')).find(({ id }) => id === made?.id)?.['password']).toMatch(/^\$argon2id\$/)
  })

  test('a row that others depend on cannot be deleted: the refusal names them, and nothing is deleted', async () => {
    const before = await moment()
    const refusals: [string, string, RegExp][] = [
      ['/jw/bhClass', world.class.id, /班级学生 \d+ 条/],
      ['/inspect/bhSemester', String(world.course['semester']), /课程 \d+ 条/],
      ['/sys/role', '1000000000000000003', /./],
    ]
    for (const [base, id, says] of refusals) {
      const answer = await app.call('DELETE', `${base}/delete`, { as: admin, query: { id } })
      expect(answer.body).toMatchObject({ success: false, code: 500, message: expect.stringMatching(says) })
    }
    expect(await moment()).toEqual(before)
    expect((await auditOf(app, world.class.id)).map((entry) => entry.operation)).toEqual(['add'])
  })
})

describe('planted', () => {
  test('a writer that forgets the audit row is noticed', () => {
    const before = { rows: new Map([['t/1', 'a']]), audits: 5 }
    expect(auditProblem(before, { rows: new Map([['t/1', 'b']]), audits: 5 })).toContain('1 rows changed, 0 audit rows')
    expect(auditProblem(before, { rows: new Map([['t/1', 'a']]), audits: 6 })).toContain('0 rows changed, 1 audit')
    expect(auditProblem(before, { rows: new Map(), audits: 6 })).toBeUndefined()
  })
})
