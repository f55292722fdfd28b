import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from '../machine.mjs'
import type { BenchDatabase } from './bench-servers.ts'
import { median } from './compare.ts'

/** One measured figure: the middle of its runs and their range. */
export interface BenchLine {
  readonly database: BenchDatabase
  readonly what: string
  readonly value: number
  readonly range?: readonly [least: number, most: number]
  readonly unit: 'ratio' | 'ms' | 'µs' | 's' | 'MB' | '%'
  readonly wanted?: string
}

export interface BenchKept {
  readonly at: string
  readonly machine: string
  readonly rows: number
  readonly lines: readonly BenchLine[]
}

/** The line of a figure that was measured some times. */
export const lineOf = (figure: Pick<BenchLine, 'database' | 'what' | 'unit' | 'wanted'>, values: readonly number[]): BenchLine => ({
  ...figure,
  value: median(values),
  range: [Math.min(...values), Math.max(...values)],
})

const fileOf = (name: string): string => join(root, 'data/bench', `${name}.json`)

/** The figures of the last whole run of this name. */
export function lastKept(name: string): BenchKept | undefined {
  const file = fileOf(name)
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
}

export function keep(name: string, figures: BenchKept): void {
  mkdirSync(dirname(fileOf(name)), { recursive: true })
  writeFileSync(fileOf(name), `${JSON.stringify(figures, null, 2)}\n`)
}

const spell = (value: number, unit: BenchLine['unit']): string =>
  unit === 'ratio' || unit === 's' ? value.toFixed(2) : unit === 'ms' || unit === 'µs' || unit === '%' ? value.toFixed(1) : value.toFixed(0)

const columns = [12, 36, 10, 18, 8, 14, 10] as const
const row = (...cells: readonly string[]): string => cells.map((cell, index) => cell.padEnd(columns[index] ?? 0)).join('')

/** The lines as a table, each beside what it was when figures were last kept. */
export function linesTable(lines: readonly BenchLine[], before: BenchKept | undefined): string {
  const was = new Map(before?.lines.map((line) => [`${line.database} ${line.what}`, line]))
  const shown = lines.map((line) => {
    const { database, what, value, range, unit, wanted = '' } = line
    const last = was.get(`${database} ${what}`)
    const change = last ? `${value < last.value ? '−' : '+'}${Math.abs((value / last.value - 1) * 100).toFixed(0)} %` : ''
    const spread = range ? `${spell(range[0], unit)} – ${spell(range[1], unit)}` : ''
    return row(database, what, spell(value, unit), spread, unit, wanted, last ? spell(last.value, unit) : '', change)
  })
  const head = row('database', 'figure', 'middle', 'range', 'unit', 'wanted', before ? 'before' : '', before ? 'change' : '')
  return [...(before ? [`before: ${before.at}, ${before.rows} rows, ${before.machine}`] : []), head, ...shown].join('\n')
}
