import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { crc32, deflateRawSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { readFile } from '../../../../../engine/server/transfer/sheet/read-file.ts'
import { readInWorker } from '../../../../../engine/server/transfer/sheet/read-in-worker.ts'
import { SheetRows } from '../../../../../engine/server/transfer/sheet/sheet-rows.ts'
import { sentences, type SourceRow, type WantedColumn } from '../../../../../engine/server/transfer/sheet/sheet.ts'
import { readSheet } from '../../../../../engine/server/transfer/sheet/workbook.ts'
import { sample, workbook } from '../workbook-files.ts'

const columns: WantedColumn[] = [
  { key: 'no', label: '编号', kind: 'text', needed: true },
  { key: 'name', label: '名称', kind: 'text', needed: true },
  { key: 'day', label: '日期', kind: 'day', needed: false },
  { key: 'count', label: '数量', kind: 'integer', needed: false },
]
const studentColumns: WantedColumn[] = [
  { key: 'username', label: '用户账号', kind: 'text', needed: true },
  { key: 'studyNumber', label: '学号', kind: 'text', needed: true },
  { key: 'phone', label: '手机号码', kind: 'text', needed: false },
]

async function read(bytes: Uint8Array, wanted = columns): Promise<SourceRow[]> {
  const rows: SourceRow[] = []
  await readFile({ bytes, columns: wanted }, (batch) => rows.push(...batch))
  return rows
}

/** A zip archive with one deflated entry whose declared size may be false. */
function zip(name: string, content: Buffer, declared = content.length): Uint8Array {
  const packed = deflateRawSync(content)
  const file = Buffer.from(name)
  const sizes = Buffer.alloc(16)
  sizes.writeUInt32LE(crc32(content), 0)
  sizes.writeUInt32LE(packed.length, 4)
  sizes.writeUInt32LE(declared, 8)
  sizes.writeUInt16LE(file.length, 12)
  const local = Buffer.concat([Buffer.from([0x50, 0x4b, 3, 4, 20, 0, 0, 0, 8, 0, 0, 0, 0, 0]), sizes, file, packed])
  const entry = Buffer.concat([Buffer.from([0x50, 0x4b, 1, 2, 20, 0, 20, 0, 0, 0, 8, 0, 0, 0, 0, 0]), sizes, Buffer.alloc(14), file])
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(1, 8)
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(entry.length, 12)
  end.writeUInt32LE(local.length, 16)
  return new Uint8Array(Buffer.concat([local, entry, end]))
}

describe('files that real programs saved', () => {
  test.each(['students-2000.xlsx', 'students-2000.xls'])('%s gives 2000 students with their numbers as digits', async (name) => {
    const rows: SourceRow[] = []
    await readInWorker({ bytes: sample(name), columns: studentColumns }, (batch) => rows.push(...batch))
    expect(rows).toHaveLength(2000)
    expect(rows[0]).toMatchObject({ row: 2, texts: { username: 's20260001', studyNumber: '20260001', phone: '13800000001' } })
    expect(rows.at(-1)?.row).toBe(2001)
  })

  test('the columns are told first, then the rows in parts, each when the one before is taken', async () => {
    const told: string[] = []
    let isTaking = false
    const take = async (rows: readonly SourceRow[]) => {
      expect(isTaking).toBe(false)
      isTaking = true
      await setImmediate()
      isTaking = false
      told.push(`${rows[0]?.row}–${rows.at(-1)?.row}`)
    }
    const request = { bytes: sample('students-2000.xlsx'), columns: studentColumns }
    await readInWorker(request, take, (found) => told.push(found.flatMap(({ key }) => key ?? []).join()))
    expect(told.slice(0, 3)).toEqual(['username,studyNumber,phone', '2–251', '252–501'])
    expect(told).toHaveLength(9)
  })

  test('a part that cannot be taken ends the reading', async () => {
    const parts: number[] = []
    const take = async (rows: readonly SourceRow[]) => {
      parts.push(rows.length)
      await setImmediate()
      throw new Error('not taken')
    }
    await expect(readInWorker({ bytes: sample('students-2000.xlsx'), columns: studentColumns }, take)).rejects.toThrow('not taken')
    expect(parts).toEqual([250])
  })

  test('rows stay packed, and are found again by their numbers', async () => {
    const sheet = new SheetRows()
    await readInWorker({ bytes: sample('students-2000.xlsx'), columns: studentColumns }, (rows, packed) => sheet.add(rows, packed))
    expect(sheet.count).toBe(2000)
    expect([1, 2, 251, 252, 2001, 2002].map((row) => sheet.find(row)?.texts['username'])).toEqual([
      undefined,
      's20260001',
      's20260250',
      's20260251',
      's20262000',
      undefined,
    ])
    expect(sheet.all().map(({ row }) => row)).toEqual(Array.from({ length: 2000 }, (_, index) => index + 2))
  })

  test('a broken file is refused with a sentence, also by the worker', async () => {
    await expect(readInWorker({ bytes: sample('broken.xlsx'), columns }, () => {})).rejects.toThrow(sentences.broken)
  })
})

describe('files that are not workbooks', () => {
  test.each([
    ['text', Buffer.from('编号,名称\n1,a')],
    ['a picture', Buffer.from('89504e470d0a1a0a0000', 'hex')],
    ['another archive', zip('a.txt', Buffer.from('hello'))],
  ])('%s is refused whatever its name', async (_, bytes) => {
    await expect(read(new Uint8Array(bytes))).rejects.toThrow(sentences.kind)
  })

  test('an archive that would unpack to too much is refused before it is opened', async () => {
    await expect(read(zip('xl/workbook.xml', Buffer.alloc(12 * 1024 * 1024)))).rejects.toThrow(sentences.bomb)
    await expect(read(zip('xl/workbook.xml', Buffer.alloc(1000), 300 * 1024 * 1024))).rejects.toThrow(sentences.bomb)
  })

  test('an archive that does not declare the size of its content is refused', async () => {
    await expect(read(zip('xl/workbook.xml', Buffer.from('x'.repeat(100) + Math.random()), 0))).rejects.toThrow(sentences.bomb)
  })

  test('a file with the signature of an old .xls that is not one', async () => {
    await expect(read(new Uint8Array(Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(2000)])))).rejects.toThrow(
      sentences.broken,
    )
  })
})

describe('the header', () => {
  test('may follow title rows, with stars and blanks in its labels', async () => {
    const rows = await read(await workbook([['设备列表数据'], ['导出人:张三'], [' 编号* ', '名 称＊', '备注'], ['A1', '示波器', 'x']]))
    expect(rows).toEqual([{ row: 4, texts: { no: 'A1', name: '示波器' }, others: { 2: 'x' } }])
  })

  test('without required columns is refused with their names', async () => {
    await expect(
      read(
        await workbook([
          ['编号', '日期'],
          ['A1', '2026-09-01'],
        ]),
      ),
    ).rejects.toThrow('缺少列：名称')
    await expect(read(await workbook([['x'], ['y']]))).rejects.toThrow('没有找到表头，应包含：编号、名称')
  })

  test('with the same column twice is refused', async () => {
    await expect(
      read(
        await workbook([
          ['编号', '名称', '名称'],
          ['A1', 'a', 'b'],
        ]),
      ),
    ).rejects.toThrow('表头“名称”重复')
  })
})

describe('rows', () => {
  test('keep their real numbers if blank rows lie between', async () => {
    const rows = await read(
      await workbook([
        ['编号', '名称'],
        ['A1', 'a'],
        [null, null],
        ['', ' '],
        ['A2', 'b'],
        [null, null],
      ]),
    )
    expect(rows.map((row) => row.row)).toEqual([2, 5])
  })

  test('give dates, long numbers and leading zeros as a person sees them', async () => {
    const bytes = await workbook([
      ['编号', '名称', '日期', '数量'],
      [20260001, '0012', new Date(Date.UTC(2026, 8, 1)), 3],
      [123456789012345, 0.1 + 0.2, 46266, 1e3],
      [13800138000, true, '2026-09-01', '7'],
      [2.026e7, 'x', 20260901, null],
    ])
    expect((await read(bytes)).map((row) => row.texts)).toEqual([
      { no: '20260001', name: '0012', day: '2026-09-01', count: '3' },
      { no: '123456789012345', name: '0.3', day: '2026-09-01', count: '1000' },
      { no: '13800138000', name: 'TRUE', day: '2026-09-01', count: '7' },
      { no: '20260000', name: 'x', day: '2026-09-01', count: '' },
    ])
  })

  test('a file with nothing below its header is refused', async () => {
    await expect(read(await workbook([['编号', '名称']]))).rejects.toThrow(sentences.empty)
    await expect(read(await workbook([]))).rejects.toThrow(sentences.empty)
  })
})

const office = 'soffice'
const dangerous = [
  '=1+1',
  '+1',
  '-1',
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  "'=1",
  '_x0041_',
  '=HYPERLINK("http://x","y")',
  'a\nb',
  ' x ',
  '😀',
  '<&>"',
]

describe('texts that look like formulas', () => {
  test('are text in the file and come back unchanged', async () => {
    const bytes = await workbook(dangerous.map((text) => [text]))
    const back: unknown[] = []
    for await (const row of readSheet(bytes, 'xlsx')) back.push(row.cells[0])
    expect(back).toEqual(dangerous)
  })

  test.skipIf(!hasOffice())(
    'are not calculated by LibreOffice',
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'transfer-'))
      try {
        writeFileSync(
          join(folder, 'a.xlsx'),
          await workbook([
            ['=1+1', '+2', '-3', '@x'],
            ['=A1', 4],
          ]),
        )
        execFileSync(
          office,
          [
            '--headless',
            `-env:UserInstallation=file://${folder}/profile`,
            '--convert-to',
            'csv',
            '--outdir',
            folder,
            join(folder, 'a.xlsx'),
          ],
          { stdio: 'ignore' },
        )
        expect(readFileSync(join(folder, 'a.csv'), 'utf8').trim()).toBe('=1+1,+2,-3,@x\n=A1,4,,')
      } finally {
        rmSync(folder, { recursive: true, force: true })
      }
    },
    60_000,
  )
})

function hasOffice(): boolean {
  try {
    execFileSync(office, ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
