import type { FaultyRow } from './import-job.ts'
import type { CellValue, SheetColumn } from '../sheet/sheet.ts'
import { writeSheet } from '../sheet/workbook.ts'

const reason = '错误原因'

async function* faultRows(columns: readonly SheetColumn[], rows: readonly FaultyRow[]): AsyncGenerator<CellValue[]> {
  yield [...columns.map(({ label }) => label), reason]
  for (const { source, problems } of rows) {
    const reasons = problems.map(({ column, message }) => (column ? `${column}：${message}` : message))
    const cells = columns.map(({ key, index }) => (key === undefined ? source.others[index] : source.texts[key]) || null)
    yield [...cells, reasons.join('；')]
  }
}

/**
 * The rows that were not imported, in the columns of their file, with the reasons in an additional column; once corrected, the file
 * can be imported again.
 */
export function faultSheet(columns: readonly SheetColumn[], rows: readonly FaultyRow[], name: string): Promise<ReadableStream<Uint8Array>> {
  const shown = columns.filter(({ label }) => label !== reason)
  return writeSheet(faultRows(shown, rows), { name, widths: [...shown.map(() => 20), 50] })
}
