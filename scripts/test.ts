/**
 * `npm test`: types, unit and API tests, browser journeys; with --long also crash, load and scale runs. What failed is named at the
 * end, before one line of totals.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { isAbsolute, join, relative } from 'node:path'
import { root } from './machine.mjs'
import { outcomesOf, withSecondRun, type FileOutcome } from './test-report.ts'

const isLong = process.argv.includes('--long')

const bin = (...path: string[]) => join(root, 'node_modules', ...path)
const nameOf = (file: string): string => (isAbsolute(file) ? relative(root, file) : file)
const nothing = { passed: 0, skipped: 0, failures: [], unsteady: [] }

function checkTypes(): FileOutcome {
  console.log('\n— types')
  const { status, stdout } = spawnSync(process.execPath, [bin('typescript', 'bin', 'tsc'), '-p', root], { cwd: root, encoding: 'utf8' })
  process.stdout.write(stdout)
  if (status === 0) return { ...nothing, file: 'types', passed: 1 }
  const errors = stdout.split('\n').filter((line) => /error TS\d+/.test(line))
  return { ...nothing, file: 'types', failures: errors.length ? errors : ['tsc could not be run'] }
}

/** Run projects, or only some of their files. */
function runProjects(projects: readonly string[], files: readonly string[] = []): FileOutcome[] {
  console.log(`\n— ${projects.join(', ')}`)
  const folder = mkdtempSync(join(tmpdir(), 'shiyan-report-'))
  const output = join(folder, 'report.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${output}`]
  const chosen = projects.flatMap((project) => ['--project', project])
  const args = [bin('vitest', 'vitest.mjs'), 'run', '--config', 'vite.config.ts', ...reporters, ...chosen, ...files]
  const env = isLong ? { ...process.env, TEST_EXTENT: 'whole', NODES: '2' } : process.env
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit', env })
  try {
    const outcomes = outcomesOf(JSON.parse(readFileSync(output, 'utf8')))
    const isUnexplained = status !== 0 && outcomes.every(({ failures }) => failures.length === 0)
    return isUnexplained ? [...outcomes, { ...nothing, file: projects.join(), failures: ['an error outside the tests'] }] : outcomes
  } catch (error) {
    return [{ ...nothing, file: projects.join(), failures: [`no report: ${String(error)}`] }]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const suites = [['unit', 'api'], ['browser'], ...(isLong ? [['long']] : [])]
const ran = suites.flatMap((projects) => {
  const outcomes = runProjects(projects)
  return isLong ? outcomes : withSecondRun(outcomes, (files) => runProjects(projects, files))
})
const all = [checkTypes(), ...ran]

const count = (of: (outcome: FileOutcome) => number) => all.reduce((sum, outcome) => sum + of(outcome), 0)
for (const { file, failures, unsteady } of all) {
  for (const failure of unsteady) console.log(`UNSTEADY, passed when it was run again: ${nameOf(file)} > ${failure}`)
  for (const failure of failures) console.log(`FAILED: ${nameOf(file)} > ${failure}`)
}
const failed = count(({ failures }) => failures.length)
console.log(`\n${count(({ passed }) => passed)} passed, ${failed} failed, ${count(({ skipped }) => skipped)} skipped`)
process.exitCode = failed === 0 ? 0 : 1
