import { spawn } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../../scripts/machine.mjs'
import { clusterVariable } from '../support/postgres.ts'
import type { Mutation } from './mutation.ts'

/** Tests that take longer than this are stopped: the fault prevents them from ending (milliseconds). */
const LONGEST = 180_000
/** All tests of all faults together, without a fault. */
const LONGEST_WHOLE = 2_400_000
/** What a test file needs: sources, tests and their settings. */
const parts = ['src', 'engine', 'schemas', 'scripts', 'tests', 'package.json', 'tsconfig.json', 'README.md']

export interface MutationOutcome {
  readonly mutation: Mutation
  /**
   * `broken` if the faulty source cannot even be loaded, and `timeout` if its tests were stopped before one failed: both show nothing about
   * the tests, and neither counts as found.
   */
  readonly end: 'found' | 'survived' | 'broken' | 'timeout'
  readonly said: string
}

/** A copy of the project in a separate folder, with the same packages. */
function copyTree(): string {
  const copy = mkdtempSync(join(tmpdir(), 'shiyan-mutation-'))
  for (const part of parts) cpSync(join(root, part), join(copy, part), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  return copy
}

interface TestRun {
  readonly failed: boolean
  readonly stopped: boolean
  readonly said: string
}

interface ChosenTests extends Pick<Mutation, 'tests' | 'needsPostgres'> {
  /** Milliseconds after which they are stopped. */
  readonly longest?: number
}

/** Run test files in a copy until one of their tests fails. */
function runTests(copy: string, { tests, needsPostgres = false, longest = LONGEST }: ChosenTests): Promise<TestRun> {
  const vitest = join(copy, 'node_modules', 'vitest', 'vitest.mjs')
  const args = [vitest, 'run', '--config', 'tests/mutation/vitest.config.ts', '--reporter=dot', ...tests]
  const env = { ...process.env, NO_COLOR: '1', ...(needsPostgres ? {} : { [clusterVariable]: '' }) }
  return new Promise((done) => {
    const child = spawn(process.execPath, args, { cwd: copy, env, detached: true })
    let said = ''
    child.stdout.on('data', (text) => (said += String(text)))
    child.stderr.on('data', (text) => (said += String(text)))
    let stopped = false
    const stop = setTimeout(() => {
      stopped = true
      process.kill(-(child.pid ?? 0), 'SIGKILL')
    }, longest)
    child.once('close', (status) => {
      clearTimeout(stop)
      done({ failed: status !== 0, stopped, said })
    })
  })
}

/** A source that does not parse, or a missing test file, does not count as found. */
const brokenBy = (said: string): boolean => /SyntaxError|PARSE_ERROR|Transform failed|No test files found/.test(said)
export function endOf({ failed, stopped, said }: TestRun): MutationOutcome['end'] {
  if (stopped) return 'timeout'
  if (!failed) return 'survived'
  return brokenBy(said) ? 'broken' : 'found'
}
const lineOf = (said: string): string => /^.*(?:Error: .*)$/m.exec(said)?.[0]?.trim() ?? ''

async function plant(copy: string, mutation: Mutation): Promise<MutationOutcome> {
  const path = join(copy, mutation.file)
  const whole = readFileSync(path, 'utf8')
  writeFileSync(
    path,
    whole.replace(mutation.text, () => mutation.becomes),
  )
  try {
    const run = await runTests(copy, mutation)
    return { mutation, end: endOf(run), said: lineOf(run.said) }
  } finally {
    writeFileSync(path, whole)
  }
}

/** Mutations whose text does not occur exactly once in their file, or whose test files are gone: the project has changed since. */
export const outdated = (mutations: readonly Mutation[]): string[] =>
  mutations.flatMap(({ file, text, tests }) => {
    const path = join(root, file)
    const times = existsSync(path) ? readFileSync(path, 'utf8').split(text).length - 1 : 0
    const gone = tests.filter((test) => !existsSync(join(root, test))).map((test) => `${test} is not there`)
    return times === 1 ? gone : [...gone, `${file}: ${times} times ${text}`]
  })

/** Test files that fail even without a fault, from which nothing could be learned. */
export async function failingAnyway(mutations: readonly Mutation[]): Promise<string> {
  const copy = copyTree()
  const said: string[] = []
  for (const needsPostgres of [false, true]) {
    const there = mutations.filter((mutation) => (mutation.needsPostgres ?? false) === needsPostgres)
    const tests = [...new Set(there.flatMap((mutation) => mutation.tests))]
    const run = tests.length ? await runTests(copy, { tests, needsPostgres, longest: LONGEST_WHOLE }) : undefined
    if (run?.failed) said.push(run.said.slice(-3000))
  }
  rmSync(copy, { recursive: true, force: true })
  return said.join('\n')
}

/** Plant one mutation after the other, in one copy per processor. */
export async function runMutations(
  mutations: readonly Mutation[],
  told: (outcome: MutationOutcome) => void,
): Promise<readonly MutationOutcome[]> {
  const waiting = [...mutations]
  const outcomes: MutationOutcome[] = []
  const work = async () => {
    const copy = copyTree()
    try {
      for (let mutation = waiting.shift(); mutation; mutation = waiting.shift()) {
        const outcome = await plant(copy, mutation)
        outcomes.push(outcome)
        told(outcome)
      }
    } finally {
      rmSync(copy, { recursive: true, force: true })
    }
  }
  await Promise.all(Array.from({ length: Math.min(availableParallelism(), 4) }, work))
  return outcomes
}
