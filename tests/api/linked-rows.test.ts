import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { afterAll, beforeAll, beforeEach, afterEach, describe, expect, test, vi } from 'vitest'
import type { Tx } from '../../engine/server/index.ts'
import { testApp, type TestApp } from '../support/build-app.ts'
import { hasPostgres, onBothDatabases } from '../support/databases.ts'
import { freshDatabase } from '../support/postgres.ts'
import { aCourse, aSemester, type CourseWorld } from './teaching-world.ts'
import { addRow, type WorldRow } from './world.ts'

/** Longer than what was written has to rest before it is kept. */
const LONG = 5000

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

onBothDatabases('labels of rows that others point to', (database) => {
  let app: TestApp
  let admin: string
  let world: CourseWorld
  let semester: string
  beforeAll(async () => {
    app = await testApp({ database })
    admin = await app.signIn('admin', '1')
    semester = (await aSemester(app, admin)).id
    world = await aCourse(app, { admin, semester, mark: '甲' })
  })
  afterAll(() => app.close())

  const answer = async (path: string, query: Record<string, string> = {}) =>
    (await app.call<{ records: WorldRow[] }>('GET', path, { as: admin, query })).body.result
  const equipment = async ({ course, equipment: { id } } = world) => {
    const { records } = await answer('/inspect/bhFacility/list', { courseId: course.id })
    const found = (await app.call<WorldRow>('GET', '/inspect/bhFacility/queryById', { as: admin, query: { id } })).body.result
    expect(records.find((row) => row.id === id)).toEqual(found)
    return found
  }
  /** What is kept takes effect a moment after it was asked for. */
  const rested = async () => {
    vi.advanceTimersByTime(LONG)
    for (let n = 0; n < 3; n++) await equipment()
  }

  test('every list and every row answers the same when they are joined and when they are kept', async () => {
    const pages = [...app.app.engine.models.values()]
    const all = async () => {
      const answers: Record<string, unknown> = {}
      for (const { name, entity } of pages) {
        const { base } = entity.endpoints
        const page = await answer(`${base}/list`, { courseId: world.course.id, pageSize: '20' })
        const rows = page?.records ?? []
        const found = await Promise.all(
          rows.map(async ({ id }) => (await app.call('GET', `${base}/queryById`, { as: admin, query: { id } })).body.result),
        )
        answers[name] = JSON.stringify([page, found])
      }
      return answers
    }
    await addRow(app, '/inspect/bhFacility', {
      as: admin,
      body: { courseId: world.course.id, facilityName: '示波器', facilityNum: '2' },
    })
    // The operation log is written behind the writes that it is about.
    await expect.poll(async () => (await answer('/sys/log/list', { logType: '2' }))?.records[0]?.logContent).toBe('新增实验设备')
    const joined = await all()
    vi.advanceTimersByTime(LONG)
    await all()
    expect(await all()).toEqual(joined)
    expect(Object.keys(joined).length).toBeGreaterThan(20)
  })

  const rename = async (semesterName: string) => {
    const edited = await app.call('POST', '/inspect/bhSemester/edit', { as: admin, body: { id: semester, semesterName } })
    expect(edited.body.success).toBe(true)
  }
  const renameIn = (tx: Tx, name: string) => tx.updateTable('bh_semester').set({ semester_name: name }).where('id', '=', semester).execute()

  test('a renamed semester is read under its new name at once, however it is written', async () => {
    await rested()
    await rename('2027-2028-1')
    expect(await equipment()).toMatchObject({ semester_dictText: '2027-2028-1' })
    await rested()
    await app.app.engine.db.write((tx) => renameIn(tx, '2027-2028-2'))
    expect(await equipment()).toMatchObject({ semester_dictText: '2027-2028-2' })
  })

  test('a write that fails leaves the labels as they are', async () => {
    await rename('2028-2029-1')
    await rested()
    const failing = app.app.engine.db.write(async (tx) => {
      await renameIn(tx, '2028-2029-2')
      expect(await equipment()).toMatchObject({ semester_dictText: '2028-2029-1' })
      throw new Error('undone')
    })
    await expect(failing).rejects.toThrow('undone')
    expect(await equipment()).toMatchObject({ semester_dictText: '2028-2029-1' })
  })

  test('rows that point to ones just made have their labels and what is reached through them', async () => {
    await rested()
    const made = await aSemester(app, admin, '2031-2032-1')
    const other = await aCourse(app, { admin, semester: made.id, mark: '乙' })
    expect(await equipment(other)).toMatchObject({
      courseId_dictText: '乙课程',
      semester: made.id,
      semester_dictText: '2031-2032-1',
    })
  })
})

test('rows that nobody has written for a while are read once and then kept', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'shiyan-linked-'))
  const app = await testApp({ database: 'sqlite', env: { DATA_DIR: folder } })
  const admin = await app.signIn('admin', '1')
  const world = await aCourse(app, { admin, semester: (await aSemester(app, admin)).id, mark: '甲' })
  const label = async () =>
    (await app.call<WorldRow>('GET', '/inspect/bhFacility/queryById', { as: admin, query: { id: world.equipment.id } })).body.result[
      'semester_dictText'
    ]
  vi.advanceTimersByTime(LONG)
  expect(await label()).toBe('2026-2027-1')
  const behind = new BetterSqlite3(join(folder, 'shiyan.db'))
  behind.prepare('update bh_semester set semester_name = ?').run('没有人知道')
  expect(await label()).toBe('2026-2027-1')
  behind.close()
  await app.app.engine.db.write((tx) => tx.updateTable('bh_semester').set({ begin_date: '2026-09-02' }).execute())
  expect(await label()).toBe('没有人知道')
  await app.close()
  rmSync(folder, { recursive: true })
})

describe.skipIf(!hasPostgres())('two servers on one PostgreSQL', () => {
  test('see each other’s labels within seconds', async () => {
    const database = await freshDatabase()
    const node = () => testApp({ database: 'sqlite', env: { DATABASE_URL: database.url } })
    const one = await node()
    const other = await node()
    const admin = await one.signIn('admin', '1')
    const semester = (await aSemester(one, admin)).id
    const world = await aCourse(one, { admin, semester, mark: '甲' })
    const label = async () => {
      const query = { id: world.equipment.id }
      return (await other.call<WorldRow>('GET', '/inspect/bhFacility/queryById', { as: admin, query })).body.result['semester_dictText']
    }
    vi.advanceTimersByTime(LONG)
    await expect.poll(label).toBe('2026-2027-1')
    await one.call('POST', '/inspect/bhSemester/edit', { as: admin, body: { id: semester, semesterName: '2027-2028-1' } })
    vi.advanceTimersByTime(2500)
    expect(await label()).toBe('2027-2028-1')
    await Promise.all([one.close(), other.close()])
    await database.drop()
  })
})
