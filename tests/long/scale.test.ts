import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeXlsx } from 'hucre'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readSheet } from '../../engine/server/transfer/sheet/workbook.ts'
import type { WorldRow } from '../api/world.ts'
import { prepareData, type BenchData } from '../../scripts/bench/prepare-data.ts'
import { onBothDatabases } from '../support/databases.ts'
import { freshDatabase } from '../support/postgres.ts'
import { serverPassword, startServer, type RunningServer } from '../support/start-server.ts'
import { callsTo, type ServerCalls } from './server-calls.ts'
import { watchMemory } from './watch-memory.ts'
import { expectNone } from '../support/expect-none.ts'

const ROWS = 100_000
const PART = 20_000
const base = '/inspect/bhFacility'
const columns = ['设备编号', '设备名称', '属性一', '属性二', '属性三']

interface Page {
  readonly records: readonly WorldRow[]
  readonly total: number
}

onBothDatabases(`${ROWS} rows`, (database) => {
  let server: RunningServer
  let calls: ServerCalls
  let data: BenchData
  let as: string
  const folder = mkdtempSync(join(tmpdir(), 'shiyan-scale-'))
  let place: Awaited<ReturnType<typeof freshDatabase>> | undefined

  beforeAll(async () => {
    place = database === 'postgres' ? await freshDatabase() : undefined
    const url: Record<string, string> = place ? { DATABASE_URL: place.url } : {}
    data = await prepareData({ DATA_DIR: folder, ADMIN_PASSWORD: serverPassword, ...url }, ROWS)
    server = await startServer({
      database,
      dataDir: folder,
      ...(place ? { databaseUrl: place.url } : {}),
      env: { DEMO: '0', LOG_LEVEL: 'warn' },
    })
    calls = callsTo(server)
    as = await calls.signIn('admin', '1')
  }, 600_000)
  afterAll(async () => {
    await server.stop()
    await place?.drop()
    rmSync(folder, { recursive: true, force: true })
  })

  const course = (n: number): string => data.courseIds[n] ?? ''
  async function page(query: Record<string, string | number>): Promise<Page> {
    const answer = await calls.call<Page>('GET', `${base}/list`, { as, query })
    expect(answer.body).toMatchObject({ success: true })
    return answer.body.result
  }
  const everything = { courseId: '*' } as const

  test('can be paged to the end, sorted and filtered', async () => {
    const size = 1000
    const first = await page({ ...everything, pageSize: size, column: 'facilityNum', order: 'asc' })
    expect(first).toMatchObject({ total: ROWS })
    const deep = await page({ ...everything, pageNo: ROWS / size, pageSize: size, column: 'facilityNum', order: 'asc' })
    expect(deep.records).toHaveLength(size)
    const numbers = deep.records.map((row) => String(row['facilityNum']))
    expect(numbers).toEqual(numbers.toSorted())
    expect(numbers.at(-1)).toBe(`SB${String(data.perCourse).padStart(5, '0')}`)
    expect(await page({ ...everything, pageNo: ROWS, pageSize: size })).toMatchObject({ records: [] })
    const spare = await page({ ...everything, property2: '备用', pageSize: size })
    expect(spare.total).toBe(Math.ceil(ROWS / 15))
    expect(new Set(spare.records.map((row) => row['property2']))).toEqual(new Set(['备用']))
    expect((await page({ courseId: course(3), facilityNum: '*00999*' })).total).toBe(1)
  })

  const sheet = async (mark: string, rows: number): Promise<FormData> => {
    const cells = Array.from({ length: rows }, (_, n) => [`${mark}${n}`, '直流电源', `第 ${n % 12} 排`, '正常', ''])
    const form = new FormData()
    form.set('courseId', course(1))
    form.set('file', new Blob([new Uint8Array(await writeXlsx({ sheets: [{ name: '设备', rows: [columns, ...cells] }] }))]), 'a.xlsx')
    return form
  }
  const imported = async (form: FormData): Promise<unknown> => (await calls.call('POST', `${base}/importExcel`, { as, body: form })).body

  test.skipIf(process.platform !== 'linux')(
    `an import of ${PART} rows uses little more memory than one of a fifth, and so does the export`,
    async () => {
      const memory = watchMemory(server.pid)
      const few = PART / 5
      const forms = { warm: await sheet('W', few), few: await sheet('F', few), many: await sheet('M', PART) }
      const take = (form: FormData, rows: number) =>
        memory.peakDuring(async () => expect(await imported(form)).toMatchObject({ success: true, result: { successCount: rows } }))
      await take(forms.warm, few)
      const importPeaks = [await take(forms.few, few), await take(forms.many, PART)] as const

      const exported = (query: Record<string, string>, rows: number) =>
        memory.peakDuring(async () => {
          const answer = await calls.call('GET', `${base}/exportXls`, { as, query })
          let read = -1
          for await (const row of readSheet(new Uint8Array(answer.raw), 'xlsx')) if (row) read++
          expect(read).toBe(rows)
        })
      const exportPeaks = [
        await exported({ courseId: course(1), facilityNum: 'F*' }, few),
        await exported({ courseId: course(1), facilityNum: 'M*' }, PART),
      ] as const
      console.log(`${database}: import ${importPeaks.map(Math.round).join(' → ')} MB, export ${exportPeaks.map(Math.round).join(' → ')} MB`)
      expect(importPeaks[1] / importPeaks[0]).toBeLessThan(2)
      expect(exportPeaks[1] / exportPeaks[0]).toBeLessThan(1.5)
      expectNone(server.errorLines())
    },
  )
})
