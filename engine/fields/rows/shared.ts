import type { CodedPart, FieldOf, SharedField, WireRow } from '../contract.ts'
import { isEmpty } from '../is-empty.ts'
import { listText, readListInRow, type ListValue } from './columns/list.ts'
import { messages } from '../messages.ts'
import { sharedColumn } from './columns/shared.ts'
import type { RowColumn } from './columns/options.ts'

type RowsField = FieldOf<'rows'>

/** What is wrong in one cell. */
interface CellProblem {
  readonly index: number
  readonly key: string
  readonly message: string
}

const isRow = (item: unknown): item is WireRow => typeof item === 'object' && item !== null && !Array.isArray(item)

/** The rows of a value, as they were sent or stored; undefined if it is no list of rows. */
export function parseRows(value: unknown): readonly WireRow[] | undefined {
  if (typeof value !== 'string') return Array.isArray(value) && value.every(isRow) ? value : undefined
  try {
    const parsed: unknown = JSON.parse(value)
    return Array.isArray(parsed) && parsed.every(isRow) ? parsed : undefined
  } catch {
    return undefined
  }
}

/** The value of one cell, or its sentence. */
function readCell(column: RowColumn, raw: unknown): { value: string | number | ListValue | null } | { message: string } {
  if (column.type === 'list') return readListInRow(column, raw)
  const half = sharedColumn(column)
  const reading = half.read(raw, column)
  if ('message' in reading) return reading
  if (reading.value === null) return column.required === undefined ? reading : { message: column.required }
  const message = half.check?.(reading.value, column)
  return message === undefined ? reading : { message }
}

/** What is wrong with the value of a cell, if anything. */
export function cellProblem(column: RowColumn, raw: unknown): string | undefined {
  const cell = readCell(column, raw)
  return 'message' in cell ? cell.message : undefined
}

/** Every wrong cell, row by row. */
function cellProblems(rows: readonly WireRow[], { columns }: RowsField): CellProblem[] {
  return rows.flatMap((row, index) =>
    Object.entries(columns).flatMap(([key, column]) => {
      const cell = readCell(column, row[key])
      return 'message' in cell ? [{ index, key, message: cell.message }] : []
    }),
  )
}

const numbered = ({ index, message }: CellProblem): string => `第${index + 1}行：${message}`

/** A row in the one spelling in which it is stored: its columns in their order, without empty ones. */
const spelt = (row: WireRow, { columns }: RowsField): WireRow =>
  Object.fromEntries(
    Object.entries(columns).flatMap(([key, column]) => {
      const cell = readCell(column, row[key])
      return 'value' in cell && cell.value !== null ? [[key, cell.value]] : []
    }),
  )

/** A row as one line of text. */
export const rowText = (row: WireRow, { columns }: RowsField): string =>
  Object.entries(columns)
    .flatMap(([key, column]) => {
      const value = row[key]
      if (column.type === 'list') return listText(value)
      return typeof value === 'string' || typeof value === 'number' ? [sharedColumn(column).toText(value, column)] : []
    })
    .join(' ')

export const rows: SharedField<'rows'> = {
  title: '多行内容',
  matches: [],
  coded: ({ columns }) =>
    Object.entries(columns).flatMap(([key, column]) =>
      (column.type === 'list' ? [] : (sharedColumn(column).coded?.(column) ?? [])).map((part): CodedPart => ({
        code: part.code,
        strayIn(value, isKnown) {
          const strays = (parseRows(value) ?? []).map((row) => (isEmpty(row[key]) ? undefined : part.strayIn(row[key], isKnown)))
          const index = strays.findIndex((message) => message !== undefined)
          const message = strays[index]
          return message === undefined ? undefined : numbered({ index, key, message })
        },
      })),
    ),
  read(value, field) {
    if (isEmpty(value)) return { value: null }
    const given = parseRows(value)
    if (!given) return { message: messages.rows(field.label) }
    if (given.length === 0) return { value: null }
    const [wrong] = cellProblems(given, field)
    return wrong ? { message: numbered(wrong) } : { value: JSON.stringify(given.map((row) => spelt(row, field))) }
  },
  check(value, { min, max }) {
    const count = parseRows(value)?.length ?? 0
    if (min && count < min.is) return min.message
    return max && count > max.is ? max.message : undefined
  },
  toText: (value) => value,
}
