import { describe, expect, test } from 'vitest'
import { choicesOf, isWorkbook, percentOf, stateOf, type ImportJob } from '../../../../engine/client/transfer/import-state.ts'

const job = (part: Partial<ImportJob>): ImportJob => ({
  job: 'j',
  phase: 'ready',
  rows: 10,
  done: 0,
  counts: { add: 0, change: 0, same: 0, bad: 0 },
  errors: [],
  ...part,
})
const counted = (add: number, change: number, bad: number) => job({ counts: { add, change, same: 0, bad } })

describe('an import', () => {
  test('offers everything only when no row is wrong', () => {
    expect(choicesOf(counted(3, 2, 0))).toEqual({ all: true, good: false })
    expect(choicesOf(counted(3, 2, 1))).toEqual({ all: false, good: true })
  })

  test('offers nothing when nothing would change', () => {
    expect(choicesOf(counted(0, 0, 0))).toEqual({ all: false, good: false })
    expect(choicesOf(counted(0, 0, 4))).toEqual({ all: false, good: false })
  })

  test('a failed job goes back to choosing a file, with the reason', () => {
    expect(stateOf(job({ phase: 'failed', message: '文件已损坏' }))).toEqual({ step: 'choose', problem: '文件已损坏' })
  })

  test('waits while the server reads, checks or imports', () => {
    for (const phase of ['reading', 'checking', 'importing'] as const) expect(stateOf(job({ phase })).step).toBe('waiting')
    expect(stateOf(job({ phase: 'done' })).step).toBe('finished')
  })

  test('knows its progress once the rows are counted', () => {
    expect(percentOf(job({ rows: 0 }))).toBeUndefined()
    expect(percentOf(job({ rows: 200, done: 50 }))).toBe(25)
  })

  test('takes .xls and .xlsx alone', () => {
    expect(['a.xlsx', '名单.XLS', 'a.csv', 'xlsx'].map(isWorkbook)).toEqual([true, true, false, false])
  })
})
