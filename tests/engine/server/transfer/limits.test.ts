import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { readFile } from '../../../../engine/server/transfer/sheet/read-file.ts'
import { limits, type SourceRow } from '../../../../engine/server/transfer/sheet/sheet.ts'
import { aPerson } from '../../../api/world.ts'
import type { TestAnswer } from '../../../support/build-app.ts'
import { onBothDatabases } from '../../../support/databases.ts'
import { openSchool, type School } from './school.ts'
import { sample, workbook } from './workbook-files.ts'

const DEVICES = 3000
const base = '/inspect/bhFacility'

async function numbersIn(answer: TestAnswer<unknown>): Promise<string[]> {
  const rows: SourceRow[] = []
  const columns = [{ key: 'no', label: '设备编号', kind: 'text' as const, needed: true }]
  await readFile({ bytes: new Uint8Array(answer.raw), columns }, (batch) => rows.push(...batch))
  return rows.map((row) => row.texts.no ?? '')
}

onBothDatabases('limits of import and export', (database) => {
  let school: School
  let ids: readonly string[]
  beforeAll(async () => {
    school = await openSchool(database)
    const { engine } = school.app.app
    const rows = Array.from({ length: DEVICES }, (_, n) => ({ courseId: school.courseId, facilityNum: `N${n}`, facilityName: '示波器' }))
    const actor = { id: '1', username: 'admin', realname: '', role: '1', orgCode: '', permissions: new Set<string>() }
    ids = (await engine.write({ entity: 'equipment', operation: 'add', rows, actor, scope: 'none' })).map(({ id }) => id)
  })
  afterAll(() => school.close())

  const exported = (as: string, body: Record<string, unknown>) =>
    school.app.call('POST', `${base}/exportXls`, { as, body: { courseId: school.courseId, ...body } })

  test('3,000 selected rows are sent by POST, with the list’s filters', async () => {
    const chosen = ids.slice(0, -1)
    expect(await numbersIn(await exported(school.teacher, { selections: chosen.join(',') }))).toHaveLength(DEVICES - 1)
    expect(await numbersIn(await exported(school.teacher, { selections: chosen, facilityNum: 'N7' }))).toEqual(['N7'])
    expect(
      await numbersIn(await exported(school.teacher, { selections: `${ids[5]},x\u0000y`, column: 'facilityNum', order: 'asc' })),
    ).toEqual(['N5'])
  })

  test('an export ends with a sentence after as many rows as it may have', async () => {
    const most = vi.spyOn<{ readonly exportRows: number }, 'exportRows'>(limits, 'exportRows', 'get').mockReturnValue(250)
    const numbers = await numbersIn(await exported(school.teacher, { column: 'facilityNum', order: 'asc' }))
    most.mockRestore()
    expect(numbers).toHaveLength(251)
    expect(numbers.at(-1)).toBe('仅导出前 250 行')
  })

  test('an export leaves room for other work all the time', async () => {
    let turns = 0
    let waiting = true
    const count = () => {
      turns++
      if (waiting) setImmediate(count)
    }
    setImmediate(count)
    await exported(school.teacher, { selections: ids })
    waiting = false
    expect(turns).toBeGreaterThan(DEVICES / 100)
  })

  test('POST exports nothing that GET would not: scope, permission and login are checked alike', async () => {
    const stranger = await aPerson(school.app, school.admin, '2')
    const student = await aPerson(school.app, school.admin, '4')
    const selections = ids.join(',')
    const nothing = await exported(stranger.token, { selections })
    expect(nothing.status).toBe(200)
    expect(await numbersIn(nothing).catch(() => [])).toEqual([])
    expect((await exported(student.token, { selections })).body).toMatchObject({ success: false, code: 510 })
    expect((await school.app.call('POST', `${base}/exportXls`, { body: { selections } })).status).toBe(401)
  })

  test('more selected rows than one statement takes are answered with a sentence', async () => {
    const selections = Array.from({ length: 20_001 }, (_, n) => n).join(',')
    expect((await exported(school.teacher, { selections })).body.message).toBe('一次最多导出选中的20000行，请改用筛选条件导出')
  })

  test('both import calls report an empty file as empty, and a missing one as missing', async () => {
    for (const door of ['importExcel', 'importCheck']) {
      const send = (file?: Uint8Array<ArrayBuffer>) => {
        const body = new FormData()
        body.append('courseId', school.courseId)
        if (file) body.append('file', new Blob([file]), '设备.xlsx')
        return school.app.call('POST', `${base}/${door}`, { as: school.teacher, body })
      }
      expect((await send(new Uint8Array())).body).toMatchObject({ code: 422, details: { file: '文件是空的，请重新选择' } })
      expect((await send()).body).toMatchObject({ code: 422, details: { file: '请选择文件' } })
    }
  })

  test('direct imports share the places of checked ones, and release them', async () => {
    const file = await workbook([['设备编号', '设备名称'], ...Array.from({ length: 500 }, (_, n) => [`D${n}`, '电源'])])
    const answers = await Promise.all(Array.from({ length: 6 }, () => school.devices(file, school.otherCourse)))
    const refused = answers.filter((answer) => answer.body.message === '正在导入的文件过多，请稍后再试')
    expect(refused).toHaveLength(3)
    const broken = sample('broken.xlsx')
    for (let n = 0; n < 4; n++) expect((await school.devices(broken, school.otherCourse)).body.success).toBe(false)
    expect((await school.devices(file, school.otherCourse)).body.result).toMatchObject({ same: 500 })
  })
})
