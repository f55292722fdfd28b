import { afterAll, beforeAll, expect, test } from 'vitest'
import { Interleavings } from './interleavings.ts'
import { expectNone } from '../../../support/expect-none.ts'

const rounds = 25
const lessons = new Interleavings()
beforeAll(() => lessons.open())
afterAll(() => lessons.close())

test('two people mark one list with takeovers and breaks: every score reaches the student it was meant for', async () => {
  const wrong = []
  for (let seed = 1; seed <= rounds; seed++) wrong.push(...(await lessons.play(seed)))
  expectNone(wrong)
  expect(lessons.counts).toMatchObject({ restarts: 2 })
  expect(lessons.counts.scores, JSON.stringify(lessons.counts)).toBeGreaterThan(rounds)
})
