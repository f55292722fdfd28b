import { expect, test } from 'vitest'
import { hasPostgres } from '../support/databases.ts'
import { expectNone } from '../support/expect-none.ts'
import { failingAnyway, outdated, runMutations } from '../mutation/run-mutations.ts'
import { mutations } from '../mutation/mutations.ts'

/** Of a hundred planted faults, the nearest tests must find at least this many. */
const LEAST = 85
/** Some 300 faults, each with the tests closest to it (milliseconds). */
const LONGEST_ALL = 3 * 3_600_000

/** `MUTATIONS=feed` plants only faults whose file or description contains the word. */
const asked = process.env['MUTATIONS'] ?? ''
const chosen = mutations
  .filter(({ file, wrong }) => `${file} ${wrong}`.includes(asked))
  .filter(({ needsPostgres }) => !needsPostgres || hasPostgres())

test('the list of faults matches today’s sources', () => {
  expect(mutations.length).toBeGreaterThanOrEqual(80)
  expectNone(outdated(mutations))
})

test('faults planted one at a time are found by the tests closest to them', { timeout: LONGEST_ALL }, async () => {
  expect(await failingAnyway(chosen)).toBe('')
  const outcomes = await runMutations(chosen, ({ end, mutation, said }) => {
    console.log(`${end}: ${mutation.file}: ${mutation.wrong}${end === 'survived' ? '' : ` (${said.slice(0, 160)})`}`)
  })
  const missed = outcomes.filter(({ end }) => end !== 'found')
  const score = Math.round((100 * (outcomes.length - missed.length)) / outcomes.length)
  const lines = missed.map(({ end, mutation }) => `${end}: ${mutation.file}: ${mutation.wrong} (${mutation.tests.join(', ')})`)
  console.log([`${score} % of ${outcomes.length} planted faults were found`, ...lines].join('\n'))
  expect(score, lines.join('\n')).toBeGreaterThanOrEqual(LEAST)
})
