import type { Page } from 'playwright'
import { beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser } from '../support/browser.ts'
import { filledFilters, listScreens, stateHeadings, type ListScreen } from './every-list.ts'
import { accompany, startJourney, type Journey } from './journey.ts'
import { signIn } from './screen.ts'
import { callAs } from './small-session.ts'

const settled = '.ant-table-row, .engine-card, .ant-empty'

/** Headings of which not both ends can be seen: out of the window, or under another column. */
const hiddenOf = (page: Page, headings: readonly string[]): Promise<string[]> =>
  page.evaluate((wanted) => {
    const heads = [...document.querySelectorAll<HTMLElement>('.ant-table-thead th')]
    return wanted.filter((title) => {
      const head = heads.find((one) => one.innerText.trim() === title)
      if (!head) return true
      const { left, right, top, height } = head.getBoundingClientRect()
      return [left + 4, right - 8].some((x) => document.elementFromPoint(x, top + height / 2)?.closest('th') !== head)
    })
  }, headings)

describe.skipIf(!hasBrowser())('every list', () => {
  let journey: Journey
  let screens: ListScreen[]
  let filled: string
  beforeAll(async () => {
    journey = await startJourney()
    const call = await callAs(journey, 'teacher2')
    screens = await listScreens(call)
    filled = await filledFilters(call)
  })
  accompany(() => journey)

  test('1280 px: no column that tells the state is hidden, and the actions are whole', async () => {
    const page = await journey.open({ width: 1280, height: 800 })
    await signIn(page, 'teacher2')
    for (const screen of screens) {
      await page.goto(`${screen.path}?${filled}`)
      await page.locator(settled).first().waitFor()
      await expect.poll(() => hiddenOf(page, stateHeadings(screen)), { message: screen.path }).toEqual([])
      const cut = () =>
        page
          .locator('.ant-table-row > td:last-child .ant-space')
          .evaluateAll((all) =>
            all.some((space) => space.getBoundingClientRect().right > (space.closest('td')?.getBoundingClientRect().right ?? 0)),
          )
      await expect.poll(cut, { message: `${screen.path} 操作` }).toBe(false)
    }
    expect(screens.flatMap(stateHeadings).length).toBeGreaterThan(8)
    await page.close()
  })

  test('nothing complained', () => journey.expectQuiet())
})
