import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { RowChecker } from '../../../../engine/server/transfer/check/check-rows.ts'
import { BATCH } from '../../../../engine/server/transfer/commit/planned-write.ts'
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
  const deviceFile = (mark: string, names: Readonly<Record<number, string>>) =>
    workbook([['设备编号', '设备名称'], ...Array.from({ length: ROWS }, (_, n) => [`${mark}${n}`, names[n] ?? `示波器 ${n}`])])
  const devicesNamed = async (mark: string) =>
    (await stored(school.app, 'bh_facility')).filter((row) => String(row['facility_num']).startsWith(mark))

  /** How many transactions that import begin; on SQLite, where one keeps others waiting, none before all is checked: rows wait. */
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

  /** How many sets of rows the write has answered. */
  const answers = () => {
    const write = vi.spyOn(school.app.app.engine, 'write')
    return () => write.mock.settledResults.filter(({ type }) => type !== 'incomplete').length
  }

  test('has its first rows checked by the write before its last are read', async () => {
    const answered = answers()
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

  // On PostgreSQL whoever adds such a row waits for the import.
  test.skipIf(database === 'postgres')('refuses a row that somebody adds after its check, while the next are read', async () => {
    const answered = answers()
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

  // On SQLite nothing is stored before all is checked.
  test.skipIf(database === 'sqlite')('refuses a row whose value somebody took meanwhile, however long the next rows take', async () => {
    await school.add('/inspect/bhFacility', { courseId: school.courseId, facilityNum: 'OTHER', facilityName: '示波器' })
    const held = await openTransaction(school.app, (tx) =>
      sql`update bh_facility set facility_num = 'E650' where facility_num = 'OTHER'`.execute(tx),
    )
    const answered = answers()
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
