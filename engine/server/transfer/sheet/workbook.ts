import type { DataValidation, WriteSheet } from 'hucre'
import type { CellValue, SheetRow } from './sheet.ts'

/** The only file that knows the spreadsheet library, which is loaded when the first sheet is read or written. */
const library = () => import('hucre')

/** Rows of the first sheet, top to bottom; on .xlsx the sheet is never held whole. */
export async function* readSheet(bytes: Uint8Array, kind: 'xlsx' | 'xls'): AsyncGenerator<SheetRow> {
  const { readXls, streamXlsxRows } = await library()
  if (kind === 'xlsx') {
    for await (const { index, values } of streamXlsxRows(bytes)) yield { row: index + 1, cells: values }
    return
  }
  const { sheets } = await readXls(bytes)
  for (const [index, cells] of (sheets[0]?.rows ?? []).entries()) {
    if (cells?.length) yield { row: index + 1, cells: cells.map((value) => value ?? null) }
  }
}

/** OOXML reads `_x0041_` in a text as an escape; text written by users must stay as it is. */
const literal = (value: CellValue): CellValue => (typeof value === 'string' ? value.replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_') : value)

export interface SheetLayout {
  readonly name: string
  readonly widths: readonly number[]
}

/** Sheet names allow neither these characters nor more than 31 characters. */
export const sheetName = (title: string): string =>
  title
    .replace(/[\\/?*[\]:']/g, ' ')
    .slice(0, 31)
    .trim() || '数据'

/**
 * A workbook as bytes, produced while `rows` are pulled. Texts become inline strings, never formulas, so `=…` stays text and reads
 * back unchanged. The first row is frozen.
 */
export async function writeSheet(rows: AsyncIterable<readonly CellValue[]>, layout: SheetLayout): Promise<ReadableStream<Uint8Array>> {
  const { writeXlsxStream } = await library()
  async function* safe(): AsyncGenerator<CellValue[]> {
    for await (const row of rows) yield row.map(literal)
  }
  const columns = layout.widths.map((width) => ({ width }))
  return writeXlsxStream(safe(), { name: sheetName(layout.name), columns, freezePane: { rows: 1 } })
}

export interface TemplateColumn {
  readonly header: string
  readonly note: string
  readonly width: number
  readonly required: boolean
  /** Texts to choose from. */
  readonly choices?: readonly string[]
  /** Offer the choices, but accept other texts as well (lists of several). */
  readonly open?: boolean
}

const optionsSheet = '选项'
const lastRow = 10_000

function letter(index: number): string {
  const high = Math.floor(index / 26)
  return (high ? letter(high - 1) : '') + String.fromCharCode(65 + (index % 26))
}

/** Drop-downs point to a hidden sheet, because a list inside the rule may not exceed 255 characters. */
function validationsOf(columns: readonly TemplateColumn[]): DataValidation[] {
  const listed = columns.filter((column) => column.choices?.length)
  return listed.map((column, index) => {
    const own = letter(columns.indexOf(column))
    return {
      type: 'list' as const,
      formula1: `${optionsSheet}!$${letter(index)}$1:$${letter(index)}$${column.choices?.length ?? 1}`,
      range: `${own}3:${own}${lastRow}`,
      allowBlank: true,
      showErrorMessage: !column.open,
      errorStyle: column.open ? ('information' as const) : ('stop' as const),
      errorTitle: column.header.replace('*', ''),
      errorMessage: '请从下拉列表中选择',
    }
  })
}

function optionRows(columns: readonly TemplateColumn[]): CellValue[][] {
  const lists = columns.map((column) => column.choices ?? []).filter((list) => list.length > 0)
  const longest = Math.max(0, ...lists.map((list) => list.length))
  return Array.from({ length: longest }, (_, row) => lists.map((list) => literal(list[row] ?? null)))
}

/** An empty sheet to fill in: row 1 notes, row 2 headers, drop-downs below. */
export async function writeTemplate(name: string, columns: readonly TemplateColumn[]): Promise<Uint8Array> {
  const { writeXlsx } = await library()
  const cells: WriteSheet['cells'] = new Map()
  for (const [index, column] of columns.entries()) {
    const fill = { type: 'pattern' as const, pattern: 'solid' as const, fgColor: { rgb: column.required ? 'FDE9D9' : 'F2F2F2' } }
    cells.set(`0,${index}`, {
      value: literal(column.note),
      type: 'string',
      style: { font: { color: { rgb: '808080' }, size: 9 }, alignment: { wrapText: true, vertical: 'top' } },
    })
    cells.set(`1,${index}`, { value: literal(column.header), type: 'string', style: { font: { bold: true }, fill } })
  }
  const sheet: WriteSheet = {
    name: sheetName(name),
    columns: columns.map(({ width }) => ({ width })),
    rows: [columns.map(({ note }) => literal(note)), columns.map(({ header }) => literal(header))],
    cells,
    rowDefs: new Map([[0, { height: 48 }]]),
    freezePane: { rows: 2 },
    dataValidations: validationsOf(columns),
  }
  const options: WriteSheet = { name: optionsSheet, rows: optionRows(columns), hidden: true }
  return writeXlsx({ sheets: options.rows?.length ? [sheet, options] : [sheet] })
}
