import { afterAll, beforeAll, expect, test } from 'vitest'
import { Interleavings } from '../src/plugins/live-inspection/interleavings.ts'
import { expectNone } from '../support/expect-none.ts'

const rounds = 200
const lessons = new Interleavings()
beforeAll(() => lessons.open())
afterAll(() => lessons.close())

test(`two people mark one list, in ${rounds} interleavings: every score reaches the student it was meant for`, async () => {
  const wrong = []
  for (let seed = 1; seed <= rounds; seed++) wrong.push(...(await lessons.play(1000 + seed)))
  console.info(`two who mark one list, ${rounds} times:`, lessons.counts)
  expectNone(wrong)
  expect(lessons.counts.restarts).toBe(rounds / 10)
  expect(Math.min(...Object.values(lessons.counts)), JSON.stringify(lessons.counts)).toBeGreaterThan(5)
})
