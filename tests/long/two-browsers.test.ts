import { beforeAll, describe, expect, test } from 'vitest'
import { accompany, startJourney, type Journey } from '../browser/journey.ts'
import { MarkedLesson } from '../browser/marked-lesson.ts'
import { hasBrowser } from '../support/browser.ts'
import { expectNone } from '../support/expect-none.ts'

const rounds = 20
const firstSeed = Number(process.env['MARKS_SEED'] ?? 2000)

describe.skipIf(!hasBrowser())(`two people mark one list in two browsers, in ${rounds} interleavings from seed ${firstSeed}`, () => {
  let journey: Journey
  let lesson: MarkedLesson
  beforeAll(async () => {
    journey = await startJourney()
    journey.allowRefusals(409)
    lesson = await MarkedLesson.open(journey)
  })
  accompany(() => journey)

  test('every score reaches the student it was meant for, and every mark reported as saved is saved', async () => {
    const wrong: string[] = []
    for (let round = 0; round < rounds; round++) wrong.push(...(await lesson.play(firstSeed + round, { kill: round % 5 === 4 })))
    console.info(`two browsers, ${rounds} interleavings:`, lesson.counts)
    expectNone(wrong)
    expect(lesson.counts.kills).toBe(rounds / 5)
    expect(Math.min(...Object.values(lesson.counts)), JSON.stringify(lesson.counts)).toBeGreaterThan(0)
  })
})
