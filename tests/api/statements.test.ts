import { DefaultQueryCompiler } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { testApp, type TestApp } from '../support/build-app.ts'
import { onBothDatabases } from '../support/databases.ts'
import { aCourse, aSemester, type CourseWorld } from './teaching-world.ts'

onBothDatabases('what a save costs', (database) => {
  let app: TestApp
  let world: CourseWorld
  const built = vi.spyOn(DefaultQueryCompiler.prototype, 'compileQuery')
  beforeAll(async () => {
    app = await testApp({ database })
    const admin = await app.signIn('admin', '1')
    world = await aCourse(app, { admin, semester: (await aSemester(app, admin)).id, mark: '甲' })
  })
  afterAll(async () => {
    await app.close()
    vi.restoreAllMocks()
  })

  let device = 1
  const add = () => {
    const body = { courseId: world.course.id, facilityName: '示波器', facilityNum: `N${++device}` }
    return app.call<{ id: string }>('POST', '/inspect/bhFacility/add', { as: world.teacher.token, body })
  }
  const edit = () =>
    app.call('PUT', '/inspect/bhFacility/edit', {
      as: world.teacher.token,
      body: { id: world.equipment.id, property1: `第 ${++device} 排` },
    })

  test.each([
    ['an added row', add],
    ['an edited row', edit],
  ])('the second time nothing is put together anew: %s', async (_what, save) => {
    expect((await save()).body.message).toMatch(/成功/)
    built.mockClear()
    expect((await save()).body.message).toMatch(/成功/)
    expect(built.mock.calls.length).toBe(0)
  })

  test('of saves that arrive together each is recorded under its own request', async () => {
    const ids = (await Promise.all([add(), add(), add()])).map(({ body }) => body.result.id)
    const rows = await app.app.engine.db.read.selectFrom('sys_audit').select('request_id').where('row_id', 'in', ids).execute()
    expect(new Set(rows.map((row) => row['request_id'])).size).toBe(3)
  })
})
