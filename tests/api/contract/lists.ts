import type { Row } from '../world.ts'
import { compareText, compareValues, type Value } from './evaluate-filter.ts'

/** A cell as filters and sorts see it. */
export function cell(row: Row, key: string): Value {
  const value = row[key]
  return typeof value === 'string' || typeof value === 'number' ? value : null
}

export const idsOf = (rows: readonly Row[]): string[] => rows.map((row) => row.id)

/** What a list must answer: rows in order, ties by id in the same direction. */
export function ordered(rows: readonly Row[], key: string, order: 'asc' | 'desc'): string[] {
  const sign = order === 'asc' ? 1 : -1
  return idsOf([...rows].sort((a, b) => sign * (compareValues(cell(a, key), cell(b, key)) || compareText(a.id, b.id))))
}
