import { isAbsolute } from 'node:path'

/** With more failed files than this, the change is at fault, not the hour. */
const MOST_RUN_AGAIN = 3

/** The part of vitest's JSON report that is counted and named. */
export interface Report {
  readonly testResults: readonly FileReport[]
}

interface FileReport {
  readonly status: string
  /** Its whole path. */
  readonly name: string
  readonly message?: string
  readonly assertionResults: readonly { readonly status: string; readonly fullName: string; readonly failureMessages?: readonly string[] }[]
}

/** What came out of one file of tests. */
export interface FileOutcome {
  readonly file: string
  readonly passed: number
  readonly skipped: number
  /** What failed: the name of a test, and the first line of what it said. */
  readonly failures: readonly string[]
  /** What failed at first, and passed when the file was run again. */
  readonly unsteady: readonly string[]
}

const firstLine = (text: string | undefined): string => text?.split('\n')[0]?.trim() ?? ''

/** A file that cannot be loaded has no tests that could fail, so it is one failure itself. */
function outcomeOf({ name, status, message, assertionResults }: FileReport): FileOutcome {
  const withStatus = (wanted: string) => assertionResults.filter((test) => test.status === wanted)
  const passed = withStatus('passed').length
  const failed = withStatus('failed').map((test) => `${test.fullName}: ${firstLine(test.failureMessages?.[0])}`)
  const broken = status === 'failed' && failed.length === 0 ? [`could not be run: ${firstLine(message)}`] : []
  return { file: name, passed, skipped: assertionResults.length - passed - failed.length, failures: [...failed, ...broken], unsteady: [] }
}

export const outcomesOf = (report: Report): FileOutcome[] => report.testResults.map(outcomeOf)

/**
 * Run a few failed files once more, alone (`run` takes their paths). What passes then is told as unsteady: a fault of the test or of the
 * product that shows only at times.
 */
export function withSecondRun(
  outcomes: readonly FileOutcome[],
  run: (files: readonly string[]) => readonly FileOutcome[],
): readonly FileOutcome[] {
  const failed = outcomes.filter(({ failures }) => failures.length > 0)
  const files = failed.map(({ file }) => file)
  if (failed.length === 0 || failed.length > MOST_RUN_AGAIN || !files.every(isAbsolute)) return outcomes
  const again = run(files)
  const second = failed.map((first) => {
    const outcome = again.find(({ file }) => file === first.file)
    return outcome ? { ...outcome, unsteady: outcome.failures.length === 0 ? first.failures : [] } : first
  })
  return [...outcomes.filter(({ failures }) => failures.length === 0), ...second]
}
