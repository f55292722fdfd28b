import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CellValue } from '../../../../engine/server/transfer/sheet/sheet.ts'
import { writeSheet } from '../../../../engine/server/transfer/sheet/workbook.ts'

/** A file from `tests/files`, saved by LibreOffice unless its name says otherwise. */
export const sample = (name: string): Uint8Array => new Uint8Array(readFileSync(join(import.meta.dirname, '../../../files', name)))

/** A workbook with these rows. */
export async function workbook(rows: readonly (readonly CellValue[])[]): Promise<Uint8Array> {
  async function* each() {
    yield* rows
  }
  return new Uint8Array(await new Response(await writeSheet(each(), { name: '数据', widths: [] })).arrayBuffer())
}
