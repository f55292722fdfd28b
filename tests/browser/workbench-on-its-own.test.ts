import { beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser } from '../support/browser.ts'
import { accompany, demoPassword, startJourney, type Journey } from './journey.ts'
import { callAs } from './small-session.ts'
import { openMenu, signInAt } from './screen.ts'

const MANY = 31

describe.skipIf(!hasBrowser())('an open workbench that nobody touches', () => {
  let journey: Journey
  beforeAll(async () => {
    journey = await startJourney()
  })
  accompany(() => journey)

  test('reads the lists of more courses than it follows again on its own, which keeps no login alive', async () => {
    const call = await callAs(journey, 'teacher1', demoPassword)
    const semesters = await call<{ records: { id: string }[] }>('GET', '/inspect/bhSemester/list', { isCurrent: '1' })
    const semester = semesters.records[0]?.id
    for (let n = 0; n < MANY; n++) await call('POST', '/inspect/bhCourse/add', { courseTitle: `课程${n}`, studentType: '2', semester })
    const page = await journey.open()
    await page.clock.install()
    await signInAt(page, 'teacher1')
    const asked: string[] = []
    page.on('request', (request) => {
      const name = /\/(submitList|submitHistoryList|helpList|claims|progress)\?/.exec(request.url())?.[1]
      if (name) asked.push(`${name} by ${request.headers()['x-background'] ? 'page' : 'hand'}`)
    })
    const lists = (by: string) => ['helpList', 'submitHistoryList', 'submitList'].map((name) => `${name} by ${by}`)
    const read = () => [...new Set(asked.filter((one) => !one.startsWith('claims')))].toSorted()
    await openMenu(page, '考察结果管理')
    await page.getByText('部分实时').waitFor()
    // By whoever opened it, and by the page once it follows the courses.
    await expect.poll(read).toEqual([...lists('hand'), ...lists('page')].toSorted())
    asked.length = 0
    await page.clock.fastForward('00:31')
    await expect.poll(read).toEqual(lists('page'))
    expect(asked.filter((one) => one.endsWith('hand'))).toEqual([])
    await page.context().close()
  })

  test('nothing complained', () => journey.expectQuiet())
})
