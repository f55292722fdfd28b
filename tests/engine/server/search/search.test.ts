import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCourse, aSemester, type CourseWorld } from '../../../api/teaching-world.ts'
import { systemActor } from '../../../../src/server/access/system-actor.ts'
import { testApp, type TestApp } from '../../../support/build-app.ts'
import { onBothDatabases } from '../../../support/databases.ts'

interface Found {
  readonly entity: string
  readonly title: string
  readonly rows: readonly { readonly id: string; readonly label: string; readonly beside: string }[]
}

onBothDatabases('the search over everything', (database) => {
  let app: TestApp
  let admin: string
  let optics: CourseWorld
  let other: CourseWorld
  beforeAll(async () => {
    app = await testApp({ database })
    admin = await app.signIn('admin', '1')
    const { id: semester } = await aSemester(app, admin)
    optics = await aCourse(app, { admin, semester, mark: '光学' })
    other = await aCourse(app, { admin, semester, mark: '重力' })
  })
  afterAll(() => app.close())

  const find = async (as: string, keyword: string) =>
    (await app.call<Found[]>('GET', '/sys/search', { as, query: { keyword } })).body.result
  const labels = (found: readonly Found[]) => found.flatMap(({ rows }) => rows.map(({ label }) => label)).sort()

  test('finds rows of many kinds by part of a name, each with the row it belongs to', async () => {
    const found = await find(optics.teacher.token, '光学')
    expect(found.map(({ entity }) => entity)).toEqual(expect.arrayContaining(['course', 'experiment', 'equipment', 'class', 'student']))
    const experiment = found.find(({ entity }) => entity === 'experiment')
    expect(experiment).toMatchObject({ title: '实验', rows: [{ id: optics.experiment.id, label: '光学实验' }] })
    expect(experiment?.rows[0]?.beside).toContain('2026-2027-1')
    expect(labels(await find(admin, '光学01'))).toEqual(['光学学生'])
  })

  test('finds by full pinyin and by initials, also for characters with several readings', async () => {
    for (const words of ['guangxue', 'gxkc', 'GuangXueKe', 'gxkec', 'guangxk'])
      expect([words, labels(await find(optics.teacher.token, words))]).toEqual([words, expect.arrayContaining(['光学课程'])])
    expect(labels(await find(other.teacher.token, 'zhongli'))).toContain('重力课程')
    expect(await find(admin, 'qqqqqqqqqqqqqqqqqqqq')).toEqual([])
  })

  test('finds by pinyin even if many rows are newer', async () => {
    const { engine } = app.app
    const rows = Array.from({ length: 520 }, (_, index) => ({ departName: index ? `新楼${index}` : '理化旧楼', orgCategory: '1' }))
    await engine.write({ entity: 'department', operation: 'add', rows, actor: systemActor, fields: 'all', scope: 'none', guard: 'none' })
    for (const words of ['lihuajiu', 'lhjl']) expect([words, labels(await find(admin, words))]).toEqual([words, ['理化旧楼']])
  })

  test('finds nothing outside the user’s courses, and no kind of row that they may not see', async () => {
    expect(labels(await find(other.teacher.token, '光学')).filter((label) => !label.includes('学生'))).toEqual([])
    const learner = await find(optics.learner, '光学')
    expect(learner.map(({ entity }) => entity)).toEqual(['course'])
    expect((await find(optics.teacher.token, 'admin')).map(({ entity }) => entity)).not.toContain('user')
    expect((await app.call('GET', '/sys/search', { query: { keyword: '光学' } })).status).toBe(401)
  })

  test('wildcards stand for themselves, and an empty search finds nothing', async () => {
    for (const words of ['%', '_', '*', '', '   ', "'; --"]) expect([words, await find(admin, words)]).toEqual([words, []])
    const many = await find(admin, '1')
    for (const { rows } of many) expect(rows.length).toBeLessThanOrEqual(5)
  })
})
