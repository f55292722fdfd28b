import { Worker } from 'node:worker_threads'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { RowChecker } from '../../../../engine/server/transfer/check/check-rows.ts'
import { BATCH } from '../../../../engine/server/transfer/check/import-plan.ts'
import { stored } from '../../../api/world.ts'
import { onBothDatabases } from '../../../support/databases.ts'
import { openTransaction } from '../../../support/two-nodes.ts'
import { errorsOf, openSchool, type School } from './school.ts'
import { workbook } from './workbook-files.ts'

const ROWS = 1500

onBothDatabases('an import that is written while its file is read', (database) => {
  let school: School
  beforeAll(async () => {
    school = await openSchool(database)
  })
  afterEach(() => vi.restoreAllMocks())
  afterAll(() => school.close())

  /** Devices of which those at some places have another name. */
  const deviceFile = (mark: string, names: Readonly<Record<number, string>>, rows = ROWS) =>
    workbook([['设备编号', '设备名称'], ...Array.from({ length: rows }, (_, n) => [`${mark}${n}`, names[n] ?? `示波器 ${n}`])])
  const devicesNamed = async (mark: string) =>
    (await stored(school.app, 'bh_facility')).filter((row) => String(row['facility_num']).startsWith(mark))

  /** How many transactions that import begin. On SQLite, where one keeps all other writers waiting, none before the whole file is checked. */
  const imports = () => {
    const { db } = school.app.app.engine
    const write = vi.spyOn(db, 'write')
    return () => write.mock.calls.filter(([, lock]) => lock?.startsWith('import:')).length
  }
  const early = database === 'postgres' ? 1 : 0

  /** Do something before the check of the rows that follow so many others. */
  function beforeChecks(work: Readonly<Record<number, () => Promise<unknown>>>): void {
    const { check } = RowChecker.prototype
    vi.spyOn(RowChecker.prototype, 'check').mockImplementation(async function (this: RowChecker, rows) {
      await work[this.plan.adds.length]?.()
      return check.call(this, rows)
    })
  }

  /** How many sets of rows the write has answered, and whether all of them were staged. */
  const writes = () => {
    const write = vi.spyOn(school.app.app.engine, 'write')
    return {
      answered: () => write.mock.settledResults.filter(({ type }) => type !== 'incomplete').length,
      areStaged: () => write.mock.calls.every(([request]) => 'staged' in request && request.staged !== undefined),
    }
  }

  /** The thread that reads the next file. */
  function nextReader(): () => Worker | undefined {
    const on = vi.spyOn(Worker.prototype, 'on')
    return () => on.mock.contexts.find((one) => one instanceof Worker)
  }

  test('has its first rows checked by the write before its last are read', async () => {
    const { answered } = writes()
    beforeChecks({ 1000: () => expect.poll(answered, { timeout: 10_000 }).toBeGreaterThan(0) })
    expect((await school.devices(await deviceFile('W', {}))).body.result).toMatchObject({ add: ROWS, errorCount: 0 })
    expect(await devicesNamed('W')).toHaveLength(ROWS)
  })

  test('is undone by a row that is wrong further below, and every such row is told', async () => {
    const begun = imports()
    const said = await school.devices(await deviceFile('A', { 900: '', 1490: '' }))
    expect(errorsOf(said).map(({ row, message }) => [row, message])).toEqual([
      [902, '请输入设备名称!'],
      [1492, '请输入设备名称!'],
    ])
    expect(begun()).toBe(early)
    expect(await devicesNamed('A')).toEqual([])
  })

  test('tells every wrong row, also if the first is read before anything is written', async () => {
    const said = await school.devices(await deviceFile('D', { 3: '', 1490: '' }))
    expect(errorsOf(said).map(({ row }) => row)).toEqual([5, 1492])
    expect(said.body.details).toMatchObject({ errorTotal: 2 })
    expect(await devicesNamed('D')).toEqual([])
  })

  test('is undone if the file cannot be read to its end', async () => {
    const begun = imports()
    const said = await school.devices(await deviceFile('B', { 1300: '长'.repeat(32_768) }))
    expect(said.body.message).toBe('第 1302 行的内容过长')
    expect(begun()).toBe(early)
    expect(await devicesNamed('B')).toEqual([])
    expect((await school.devices(await deviceFile('B', {}))).body.result).toMatchObject({ add: ROWS, errorCount: 0 })
  })

  test('is rehearsed for a preview in the same way', async () => {
    const file = await deviceFile('C', { 700: '', 1490: '' })
    const begun = imports()
    let begunBefore = -1
    beforeChecks({ 700: async () => (begunBefore = begun()) })
    const { counts, errors, job } = await school.checked('/inspect/bhFacility', file, { courseId: school.courseId })
    expect(begunBefore).toBe(early)
    expect(counts).toEqual({ add: ROWS - 2, change: 0, same: 0, bad: 2 })
    expect(errors.map(({ row }) => row)).toEqual([702, 1492])
    expect(await devicesNamed('C')).toEqual([])
    const body = { job, mode: 'good' }
    await school.app.call('POST', '/inspect/bhFacility/importCommit', { as: school.teacher, body })
    expect(await devicesNamed('C')).toHaveLength(ROWS - 2)
  })

  test('is undone if the thread that reads it ends while rows are checked, and the next import is none the wiser', async () => {
    const { engine } = school.app.app
    const write = engine.write.bind(engine)
    const later = Promise.withResolvers<undefined>()
    vi.spyOn(engine, 'write').mockImplementation(async (request, tx) => {
      if (tx) await later.promise
      return write(request, tx)
    })
    const reader = nextReader()
    beforeChecks({
      600: async () => {
        await reader()?.terminate()
        setTimeout(later.resolve, 100)
      },
    })
    const said = await school.devices(await deviceFile('T', {}, 2 * ROWS))
    expect(said.body.message).toBe('文件已损坏，无法读取')
    expect(await devicesNamed('T')).toEqual([])
    vi.restoreAllMocks()
    expect((await school.devices(await deviceFile('T', {}))).body.result).toMatchObject({ add: ROWS, errorCount: 0 })
  })

  // On PostgreSQL whoever adds such a row, changes the course or imports into the same table waits for the import.
  describe.skipIf(database === 'postgres')('with rows that wait', () => {
    const editCourse = async () => {
      const body = { id: school.courseId, courseTitle: `电子测量 ${Math.random()}` }
      expect((await school.app.call('POST', '/inspect/bhCourse/edit', { as: school.teacher, body })).body.success).toBe(true)
    }

    test('holds no short import', async () => {
      const short = await workbook([
        ['设备编号', '设备名称'],
        ['short', '示波器'],
      ])
      beforeChecks({
        1000: async () => {
          expect((await school.devices(short, school.otherCourse)).body.result).toMatchObject({ add: 1 })
        },
      })
      expect((await school.devices(await deviceFile('H', {}))).body.result).toMatchObject({ add: ROWS, errorCount: 0 })
    })

    test('has none of them among those of another large file', async () => {
      const { answered, areStaged } = writes()
      const other = Promise.withResolvers<unknown>()
      let isBegun = false
      beforeChecks({
        1000: async () => {
          if (isBegun) return
          isBegun = true
          other.resolve(school.devices(await deviceFile('N', {}), school.otherCourse))
          await expect.poll(answered, { timeout: 10_000 }).toBeGreaterThan(1000 / BATCH)
        },
      })
      expect((await school.devices(await deviceFile('M', {}))).body.result).toMatchObject({ add: ROWS, errorCount: 0 })
      expect(await other.promise).toMatchObject({ body: { result: { add: ROWS, errorCount: 0 } } })
      const courses = async (mark: string) => (await devicesNamed(mark)).map((row) => row['course_id'])
      expect(await courses('M')).toEqual(Array.from({ length: ROWS }, () => school.courseId))
      expect(await courses('N')).toEqual(Array.from({ length: ROWS }, () => school.otherCourse))
      expect(areStaged()).toBe(true)
    })

    test('refuses a row that somebody adds after its check', async () => {
      const { answered } = writes()
      beforeChecks({
        700: async () => {
          await expect.poll(answered, { timeout: 10_000 }).toBe(700 / BATCH)
          await school.add('/inspect/bhFacility', { courseId: school.courseId, facilityNum: 'F650', facilityName: '示波器' })
        },
      })
      const said = await school.devices(await deviceFile('F', {}))
      expect(errorsOf(said).map(({ row, message }) => [row, message])).toEqual([[652, '该记录刚刚被他人添加，请重新检查']])
      expect(await devicesNamed('F')).toHaveLength(1)
    })

    test('has them wait once more if their course is edited meanwhile, instead of keeping all writers waiting', async () => {
      const { areStaged } = writes()
      const begun = imports()
      beforeChecks({ 1000: editCourse })
      expect((await school.devices(await deviceFile('G', {}))).body.result).toMatchObject({ add: ROWS, errorCount: 0 })
      expect(begun()).toBe(2)
      expect(areStaged()).toBe(true)
    })

    test('writes them without waiting if it is edited again', async () => {
      const { db } = school.app.app.engine
      const { areStaged } = writes()
      const write = db.write.bind(db)
      const begun: string[] = []
      vi.spyOn(db, 'write').mockImplementation(async (inside, lock) => {
        if (lock?.startsWith('import:') && begun.push(lock) < 3) await editCourse()
        return write(inside, lock)
      })
      expect((await school.devices(await deviceFile('I', {}))).body.result).toMatchObject({ add: ROWS, errorCount: 0 })
      expect(begun).toHaveLength(3)
      expect(areStaged()).toBe(false)
      expect(await devicesNamed('I')).toHaveLength(ROWS)
    })

    test('has no changes checked of a file that is refused anyway', async () => {
      await school.devices(await deviceFile('J', {}))
      const { answered } = writes()
      const file = await workbook([
        ['设备编号', '设备名称'],
        ...Array.from({ length: 500 }, (_, n) => [`JN${n}`, '示波器']),
        ...Array.from({ length: 500 }, (_, n) => [`J${n}`, '频谱仪']),
        ['JX', ''],
      ])
      expect(errorsOf(await school.devices(file)).map(({ row }) => row)).toEqual([1002])
      expect(answered()).toBeLessThanOrEqual(500 / BATCH)
    })
  })

  // On SQLite nothing is stored before all is checked.
  test.skipIf(database === 'sqlite')('refuses a row whose value somebody took meanwhile, however long the next rows take', async () => {
    await school.add('/inspect/bhFacility', { courseId: school.courseId, facilityNum: 'OTHER', facilityName: '示波器' })
    const held = await openTransaction(school.app, (tx) =>
      sql`update bh_facility set facility_num = 'E650' where facility_num = 'OTHER'`.execute(tx),
    )
    const { answered } = writes()
    beforeChecks({
      600: () => expect.poll(answered, { timeout: 10_000 }).toBe(600 / BATCH),
      700: async () => {
        await held.commit()
        await expect.poll(answered, { timeout: 10_000 }).toBe(700 / BATCH)
      },
    })
    const said = await school.devices(await deviceFile('E', {}))
    expect(errorsOf(said).map(({ row, message }) => [row, message])).toEqual([[652, '该记录刚刚被他人添加，请重新检查']])
    expect(await devicesNamed('E')).toHaveLength(1)
  })
})
