import { describe, expect, test, vi } from 'vitest'
import { outcomesOf, withSecondRun, type FileOutcome } from '../../scripts/test-report.ts'

const file = (name: string, failures: readonly string[] = []): FileOutcome => ({
  file: name,
  passed: 3,
  skipped: 0,
  failures,
  unsteady: [],
})

describe('the report of a test run', () => {
  test('names each failed test with what it said, and counts the others', () => {
    const assertionResults = [
      { status: 'passed', fullName: 'a sum' },
      { status: 'pending', fullName: 'a later one' },
      { status: 'failed', fullName: 'a product', failureMessages: ['expected 6\n  at line 3'] },
    ]
    expect(outcomesOf({ testResults: [{ status: 'failed', name: '/x/sums.test.ts', assertionResults }] })).toEqual([
      { file: '/x/sums.test.ts', passed: 1, skipped: 1, failures: ['a product: expected 6'], unsteady: [] },
    ])
  })

  test('counts a file that cannot be loaded as a failure', () => {
    const [outcome] = outcomesOf({
      testResults: [{ status: 'failed', name: '/x/sums.test.ts', message: 'no module', assertionResults: [] }],
    })
    expect(outcome?.failures).toEqual(['could not be run: no module'])
  })
})

describe('a failed file', () => {
  test('that passes when it is run again is told as unsteady', () => {
    const run = vi.fn(() => [file('/x/b.test.ts')])
    expect(withSecondRun([file('/x/a.test.ts'), file('/x/b.test.ts', ['late'])], run)).toEqual([
      file('/x/a.test.ts'),
      { ...file('/x/b.test.ts'), unsteady: ['late'] },
    ])
    expect(run).toHaveBeenCalledExactlyOnceWith(['/x/b.test.ts'])
  })

  test('that fails again, or that the second run does not name, has failed', () => {
    const broken = file('/x/b.test.ts', ['wrong'])
    expect(withSecondRun([broken], () => [broken])).toEqual([broken])
    expect(withSecondRun([broken], () => [])).toEqual([broken])
  })

  test('is not run again among many, nor is what is no file', () => {
    const run = vi.fn(() => [])
    const many = [1, 2, 3, 4].map((n) => file(`/x/${n}.test.ts`, ['wrong']))
    expect(withSecondRun(many, run)).toEqual(many)
    const unexplained = [file('unit,api', ['an error outside the tests'])]
    expect(withSecondRun(unexplained, run)).toEqual(unexplained)
    expect(run).not.toHaveBeenCalled()
  })
})
