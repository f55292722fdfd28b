/** `npm test`: types, unit and API tests, browser journeys; with --long also crash, load and scale runs. Ends with one line of totals. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from './machine.mjs'

interface Totals {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
}

/** The part of vitest's JSON report that is counted. */
interface Report {
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly numPendingTests: number
  readonly numTodoTests: number
  readonly testResults: readonly {
    readonly status: string
    readonly name: string
    readonly assertionResults: readonly { readonly status: string }[]
  }[]
}

const bin = (...path: string[]) => join(root, 'node_modules', ...path)

function checkTypes(): Totals {
  console.log('\n— types')
  const { status, stdout } = spawnSync(process.execPath, [bin('typescript', 'bin', 'tsc'), '-p', root], { cwd: root, encoding: 'utf8' })
  process.stdout.write(stdout)
  if (status === 0) return { passed: 1, failed: 0, skipped: 0 }
  return { passed: 0, failed: Math.max(1, stdout.match(/error TS\d+/g)?.length ?? 0), skipped: 0 }
}

/** A file that cannot be loaded has no tests that could fail, so it counts as one failure itself. */
function brokenFiles(report: Report): number {
  return report.testResults.filter((file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'))
    .length
}

function runProjects(...projects: string[]): Totals {
  console.log(`\n— ${projects.join(', ')}`)
  const folder = mkdtempSync(join(tmpdir(), 'shiyan-report-'))
  const output = join(folder, 'report.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${output}`]
  const chosen = projects.flatMap((project) => ['--project', project])
  const args = [bin('vitest', 'vitest.mjs'), 'run', '--config', 'vite.config.ts', ...reporters, ...chosen]
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' })
  try {
    const report: Report = JSON.parse(readFileSync(output, 'utf8'))
    const failed = report.numFailedTests + brokenFiles(report)
    const skipped = report.numPendingTests + report.numTodoTests
    return { passed: report.numPassedTests, failed: status === 0 ? failed : Math.max(1, failed), skipped }
  } catch (error) {
    console.error(`no report of ${projects.join(', ')}:`, error)
    return { passed: 0, failed: 1, skipped: 0 }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const suites = [checkTypes(), runProjects('unit', 'api'), runProjects('browser')]
if (process.argv.includes('--long')) suites.push(runProjects('long'))

const sum = (count: (totals: Totals) => number) => suites.reduce((total, suite) => total + count(suite), 0)
const failed = sum((totals) => totals.failed)
console.log(`\n${sum((totals) => totals.passed)} passed, ${failed} failed, ${sum((totals) => totals.skipped)} skipped`)
process.exitCode = failed === 0 ? 0 : 1
