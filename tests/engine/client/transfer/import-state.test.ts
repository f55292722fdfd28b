import { describe, expect, test } from 'vitest'
import {
  afterCommit,
  afterLook,
  afterNoAnswer,
  importChoices,
  isWorkbook,
  outcomeOf,
  percentOf,
  importStateOf,
  type ImportJobState,
  type Waiting,
} from '../../../../engine/client/transfer/import-state.ts'

const job = (part: Partial<ImportJobState>): ImportJobState => ({
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
  test('offers everything only if no row is wrong', () => {
    expect(importChoices(counted(3, 2, 0))).toEqual({ all: true, good: false })
    expect(importChoices(counted(3, 2, 1))).toEqual({ all: false, good: true })
  })

  test('offers nothing if nothing would change', () => {
    expect(importChoices(counted(0, 0, 0))).toEqual({ all: false, good: false })
    expect(importChoices(counted(0, 0, 4))).toEqual({ all: false, good: false })
  })

  test('a failed job goes back to choosing a file, with the reason', () => {
    expect(importStateOf(job({ phase: 'failed', message: '文件已损坏' }))).toEqual({ step: 'choose', problem: '文件已损坏' })
  })

  test('ends in the colour of its outcome', () => {
    expect([counted(3, 2, 0), counted(3, 0, 1), counted(0, 0, 2)].map((each) => outcomeOf(each))).toEqual([
      { type: 'success', message: '导入完成：新增 3 行，更新 2 行，不变 0 行' },
      { type: 'warning', message: '已导入：新增 3 行，更新 0 行，不变 0 行；1 行有错误未导入' },
      { type: 'error', message: '没有导入任何数据，2 行有错误' },
    ])
  })

  test('waits while the server reads, checks or imports', () => {
    for (const phase of ['reading', 'checking', 'importing'] as const) expect(importStateOf(job({ phase })).step).toBe('waiting')
    expect(importStateOf(job({ phase: 'done' })).step).toBe('finished')
  })

  test('shows its progress once the rows are counted', () => {
    expect(percentOf(job({ rows: 0 }))).toBeUndefined()
    expect(percentOf(job({ rows: 200, done: 50 }))).toBe(25)
  })

  test('accepts only .xls and .xlsx', () => {
    expect(['a.xlsx', '名单.XLS', 'a.csv', 'xlsx'].map(isWorkbook)).toEqual([true, true, false, false])
  })

  describe('with a commit under way', () => {
    const committing: Waiting = { step: 'waiting', job: job({ phase: 'importing' }), committing: true }
    const result = { add: 8, change: 1, same: 1, errorCount: 0, errors: [] }
    const done = job({ phase: 'done', result })

    test('stays finished if a poll is answered after the commit', () => {
      const finished = importStateOf(done)
      expect(afterLook(finished, committing, job({ phase: 'importing', done: 7 }))).toBe(finished)
      expect(afterNoAnswer(finished, committing, { reached: false, sentence: '网络连接失败' })).toBe(finished)
    })

    test('is ignored once another file is chosen', () => {
      const other: Waiting = { ...committing, job: job({ job: 'k', phase: 'importing' }) }
      for (const now of [importStateOf(job({ phase: 'ready' })), other])
        for (const answer of [result, { refused: '网络连接失败' }]) expect(afterCommit(now, committing.job, answer)).toBe(now)
      expect(afterCommit(committing, committing.job, result)).toMatchObject({ step: 'finished', job: { counts: { add: 8 } } })
    })

    test('does not count as refused if a poll was quicker than the commit', () => {
      expect(afterLook(committing, committing, job({ phase: 'ready' }))).toMatchObject({ step: 'waiting', committing: true })
    })

    test('shows what the server did if the answer was lost on the way', () => {
      const asking = afterCommit(committing, committing.job, { refused: '网络连接失败，请检查网络后重试' })
      expect(asking.step).toBe('waiting')
      const still = afterNoAnswer(asking, asking as Waiting, { reached: false, sentence: '网络连接失败' })
      expect(still).toMatchObject({ step: 'waiting', trouble: '网络连接失败' })
      const seen = afterLook(still, still as Waiting, done)
      expect(seen).toMatchObject({ step: 'finished', job: { counts: { add: 8, change: 1, same: 1, bad: 0 } } })
    })

    test('returns to the preview with the reason if the server wrote nothing', () => {
      const asking = afterCommit(committing, committing.job, { refused: '数据已被他人修改' })
      expect(afterLook(asking, asking as Waiting, job({ phase: 'ready' }))).toMatchObject({ step: 'preview', problem: '数据已被他人修改' })
      const lost = afterNoAnswer(asking, asking as Waiting, { reached: true, sentence: '导入任务不存在' })
      expect(lost).toEqual({ step: 'choose', problem: '数据已被他人修改' })
    })
  })
})
