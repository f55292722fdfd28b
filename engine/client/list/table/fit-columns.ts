import sum from 'lodash-es/sum.js'
import { clientField } from '../../../fields/client.ts'
import { isEmpty } from '../../../fields/is-empty.ts'
import type { AnyEntity, WireRow } from '../../../schema/index.ts'
import type { ListColumn } from '../../model/list-model.ts'
import { textWidth } from '../rows/text-width.ts'

/** A column with its current width, and the edge that it stays at while the others scroll. */
export interface FittedColumn extends ListColumn {
  readonly width: number
}
export interface Fit {
  readonly columns: readonly FittedColumn[]
  /** True if they do not all fit side by side. */
  readonly scrolls: boolean
}
interface Room {
  readonly entity: AnyEntity
  /** Pixels for all columns together; 0 while that is not known. */
  readonly room: number
  /** The part of it that ticks and actions use. */
  readonly taken: number
  /** Room on both sides of a cell's content. */
  readonly padding: number
  readonly sortable: boolean
}

const sortMark = 22
/** The least width for the scrolling columns between the fixed ones. */
const leastScrolled = 200

/** Whether a narrow window hides this column last. */
export const isKept = (entity: AnyEntity, { key, field, keep }: ListColumn): boolean =>
  keep === true || entity.states?.some((states) => states.field === key) === true || clientField(field).tellsState?.(field) === true

/** The widest text of each column, in these rows or in earlier ones: columns do not shrink when the user turns pages. */
export function widestTexts(
  columns: readonly ListColumn[],
  rows: readonly WireRow[],
  before: ReadonlyMap<string, number>,
): Map<string, number> {
  return new Map(
    columns.map(({ key }) => {
      const widths = rows.map((row) => (isEmpty(row[key]) ? 0 : textWidth(String(row[`${key}_dictText`] ?? row[key]))))
      return [key, Math.max(before.get(key) ?? 0, ...widths)]
    }),
  )
}

interface Want {
  readonly column: ListColumn
  readonly least: number
  readonly best: number
}

/** The least width of a column, which always fits its heading, and its best width. */
function wantOf(column: ListColumn, content: number, { padding, sortable }: Room): Want {
  if (column.width !== undefined) return { column, least: column.width, best: column.width }
  const { least, most, around = 0 } = clientField(column.field).width
  const head = textWidth(column.field.label) + padding + (sortable ? sortMark : 0)
  const longest = column.ellipsis === undefined ? most : Math.max(most, column.ellipsis * 14 + padding)
  return { column, least: Math.max(head, least), best: Math.max(head, least, Math.min(content + around + padding, longest)) }
}

/** Widths between least and best that fill the room as far as possible. */
function widthsIn(wants: readonly Want[], room: number): number[] {
  const best = sum(wants.map((want) => want.best))
  if (best <= room) {
    const growing = wants.filter(({ column }) => column.width === undefined)
    const share = growing.length > 0 ? (room - best) / sum(growing.map((want) => want.best)) : 0
    return wants.map((want) => Math.floor(want.best * (want.column.width === undefined ? 1 + share : 1)))
  }
  const spare = best - sum(wants.map((want) => want.least))
  const part = spare > 0 ? Math.min(1, (best - room) / spare) : 0
  return wants.map(({ least, best: wide }) => Math.floor(wide - (wide - least) * part))
}

/** The columns at the left edge: all up to the name, if it is one of the first two. */
function namesFirst(entity: AnyEntity, columns: readonly FittedColumn[]): number {
  const index = columns.findIndex(({ key }) => key === entity.label)
  return index === 1 ? 2 : 1
}

/** The columns that stay at the right edge: those that show the state, and those to keep that would be out of sight. */
function keptOf(
  entity: AnyEntity,
  { first, others, room }: { first: readonly FittedColumn[]; others: readonly FittedColumn[]; room: number },
): FittedColumn[] {
  const states = others.filter((column) => !column.keep && isKept(entity, column))
  const free = room - sum(states.map(({ width }) => width))
  let end = sum(first.map(({ width }) => width))
  return others.filter((column) => {
    if (states.includes(column)) return true
    end += column.width
    return column.keep === true && end > free
  })
}

/** If not all columns fit, the name and the row's state stay at the edges and the others scroll between them. */
function pin(columns: readonly FittedColumn[], { entity, room, taken }: Room): FittedColumn[] {
  const first = columns.slice(0, namesFirst(entity, columns))
  const others = columns.slice(first.length)
  const widthOf = (some: readonly FittedColumn[]) => sum(some.map(({ width }) => width))
  const kept = keptOf(entity, { first, others, room: room - taken })
  const left = room - taken - widthOf(kept)
  if (left < leastScrolled) return [...columns]
  const staysLeft = left - widthOf(first) >= leastScrolled
  return [
    ...first.map((column) => (staysLeft ? { ...column, fixed: 'left' as const } : column)),
    ...others.filter((column) => !kept.includes(column)),
    ...kept.map((column) => ({ ...column, fixed: 'right' as const })),
  ]
}

/** The columns as wide as their content, narrower if there is little room, and scrolling if that is not enough. */
export function fitColumns(columns: readonly ListColumn[], content: ReadonlyMap<string, number>, place: Room): Fit {
  const room = place.room - place.taken
  const wants = columns.map((column) => wantOf(column, content.get(column.key) ?? 0, place))
  const isMeasured = place.room > 0
  const scrolls = isMeasured && sum(wants.map((want) => want.least)) > room
  const widths = isMeasured && !scrolls ? widthsIn(wants, room) : wants.map((want) => want.best)
  const fitted = columns.map((column, index) => ({ ...column, width: widths[index] ?? 0 }))
  return { columns: scrolls ? pin(fitted, place) : fitted, scrolls }
}
