import type { ValueKind } from '../../../fields/contract.ts'

/** A cell as the workbook library reads and writes it; times are in UTC and mean local time. */
export type CellValue = string | number | boolean | Date | null

/** One row of a sheet with its real, 1-based number. */
export interface SheetRow {
  readonly row: number
  readonly cells: readonly CellValue[]
}

/** A column that an import looks for. */
export interface WantedColumn {
  readonly key: string
  readonly label: string
  /** Another name that the column may have. */
  readonly also?: string | undefined
  /** Further headers by which it is found. */
  readonly formerLabels?: readonly string[] | undefined
  readonly kind: ValueKind
  /** Without this column no row could be right. */
  readonly needed: boolean
}

/** One data row of an uploaded file: texts by field. Fields without a column in the file are absent. */
export interface SourceRow {
  readonly row: number
  readonly texts: Readonly<Record<string, string>>
  /** Texts of the columns that are ignored, by their position in the sheet. */
  readonly others: Readonly<Record<number, string>>
}

/** A column of an uploaded file; one without a key is ignored. */
export interface SheetColumn {
  readonly index: number
  readonly label: string
  readonly key?: string
}

export const limits = {
  fileBytes: 20 * 1024 * 1024,
  rows: 100_000,
  columns: 300,
  /** What Excel itself allows in a cell. */
  cellText: 32_767,
  headerWithin: 10,
  unpackedBytes: 200 * 1024 * 1024,
  archiveEntries: 2000,
  /** Sheets of identical rows reach about 60, a zip bomb 1000. */
  packingRatio: 250,
  errorsShown: 500,
  exportRows: 1_000_000,
  /** Rows selected one by one; a database takes 32,766 values in one statement. */
  selections: 20_000,
} as const

/** The file cannot be used at all; the message is the sentence for the user. */
export class Unreadable extends Error {}

export const sentences = {
  noFile: '请选择文件',
  noContent: '文件是空的，请重新选择',
  kind: '文件格式不正确，请上传 .xls 或 .xlsx 文件!',
  broken: '文件已损坏，无法读取',
  encrypted: '文件已加密，请去掉密码后再上传',
  bomb: '文件解压后过大，无法导入',
  tooLarge: '文件大小超出20MB限制',
  tooSlow: '文件内容过于复杂，无法读取',
  empty: '文件中没有数据',
  rows: `数据超过${limits.rows}行，请拆分后导入`,
  cell: (row: number): string => `第 ${row} 行的内容过长`,
  header: (labels: readonly string[]): string => `没有找到表头，应包含：${labels.join('、')}`,
  missing: (labels: readonly string[]): string => `缺少列：${labels.join('、')}`,
  twice: (label: string): string => `表头“${label}”重复`,
  nothing: '没有可导出的数据！',
  noFaults: '没有未导入的行！',
  selections: `一次最多导出选中的${limits.selections}行，请改用筛选条件导出`,
  formula: (text: string): string => `单元格的公式有错误（${text}）`,
  repeated: (row: number): string => `与第 ${row} 行重复`,
  other: (text: string, shown: string): string => `“${text}”与“${shown}”不符`,
  unlike: (row: number): string => `与第 ${row} 行不一致`,
  orphan: (row: number): string => `上级在第 ${row} 行，该行不能导入`,
  appeared: '该记录刚刚被他人添加，请重新检查',
  done: (count: number): string => `文件导入成功！数据行数：${count}`,
  partly: (good: number, bad: number): string => `已导入 ${good} 行，${bad} 行有错误未导入`,
}
