import type { Page } from 'playwright'
import { beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser } from '../support/browser.ts'
import { filledFilters, listScreens, stateHeadings, type ListScreen } from './every-list.ts'
import { accompany, startJourney, type Journey } from './journey.ts'
import { address, button, choose, filters, openAddress, signInAt } from './screen.ts'
import { callAs } from './small-session.ts'
import { expectNone } from '../support/expect-none.ts'

const settled = '.ant-table-row, .engine-card, .ant-empty'

/** Headings that are not entirely visible: outside the window, or under another column. */
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

/** What is wrong with a list on a telephone: a first card too low, a target too small, a page wider than the window. */
function faultsOnPhone(): string[] {
  const faults: string[] = []
  const first = document.querySelector('.engine-card')
  if (first && first.getBoundingClientRect().top > window.innerHeight / 3) faults.push('first card')
  if (document.documentElement.scrollWidth > window.innerWidth) faults.push('wider than the window')
  const targets =
    '.engine-phone :is(.engine-toolbar, .engine-card, .engine-cards-pages, .engine-cards-head) :is(button, .ant-checkbox-wrapper, .engine-card-name a)'
  for (const target of document.querySelectorAll<HTMLElement>(targets)) {
    const { height, width } = target.getBoundingClientRect()
    if (height > 0 && (height < 44 || width < 44)) faults.push(`${target.innerText || target.className} ${width}x${height}`)
  }
  return faults
}

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

  test('1280 px: no column that shows the state is hidden, and the actions are complete', async () => {
    const page = await journey.open({ width: 1280, height: 800 })
    await signInAt(page, 'teacher2')
    for (const screen of screens) {
      await openAddress(page, `${screen.path}?${filled}`)
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

  test('390 px: every list is cards, the first one in the upper third, and each target is large enough for a finger', async () => {
    const page = await journey.open({ width: 390, height: 844 })
    await signInAt(page, 'teacher2')
    const faults: string[] = []
    let cards = 0
    for (const { path } of screens) {
      await openAddress(page, `${path}?${filled}`)
      await page.locator(settled).first().waitFor()
      expect(await page.locator('.ant-table').count(), path).toBe(0)
      for (const fault of await page.evaluate(faultsOnPhone)) faults.push(`${path} ${fault}`)
      cards += await page.locator('.engine-card').count()
    }
    expectNone(faults)
    expect(cards).toBeGreaterThan(screens.length)
    await page.close()
  })

  test('390 px: filters are behind one button that counts them; ticking and paging work', async () => {
    const page = await journey.open({ width: 390, height: 844 })
    await signInAt(page, 'teacher2')
    await page.goto('/identity/student')
    const card = (words: string) => page.locator('.engine-card').filter({ hasText: words })
    await page.getByText('共 300 条').waitFor()
    await button(page, '筛选').click()
    await filters(page).getByLabel('学号').fill('202501')
    await button(filters(page), '查询').click()
    await page.getByText('共 50 条').waitFor()
    await page.getByRole('button', { name: '筛选，已设 1 个条件' }).waitFor()
    const first = await page.locator('.engine-card').first().innerText()
    await page.getByRole('listitem', { name: '下一页' }).getByRole('button').click()
    await expect.poll(() => page.locator('.engine-card').first().innerText()).not.toBe(first)
    const named = page.locator('.engine-card').first().getByRole('link')
    const name = await named.innerText()
    await named.click()
    await page.getByRole('heading', { name }).waitFor()
    await page.goBack()
    await card(name).first().waitFor()
    await page.goto(`/teaching/equipment?${filled}`)
    await page.locator('.engine-card').first().getByRole('checkbox').check()
    await page.getByText('已选择 1 项').waitFor()
    await page.close()
  })

  test('an empty list says why, and offers what helps', async () => {
    const page = await journey.open()
    await signInAt(page, 'teacher2')
    await page.goto('/identity/student?studyNumber=nobody')
    await page.getByText('没有符合筛选条件的数据').waitFor()
    await button(page, '清除筛选条件').click()
    await page.getByText('共 300 条').waitFor()
    expect(address(page)).toBe('/identity/student')
    await page.goto(`/teaching/courseTeacher?${filled}`)
    await page.getByText(/还没有数据/).waitFor()
    await page.close()
  })

  test('between what a list waits for and its first rows there is an outline of rows, never a table without any', async () => {
    const page = await journey.open()
    await signInAt(page, 'teacher1')
    await page.goto('/teaching/equipment?courseId=')
    await page.locator('.ant-empty').filter({ hasText: '请选择课程！' }).waitFor()
    await page.evaluate(() => {
      const seen: string[] = []
      Object.assign(window, { seen })
      const look = () => {
        const bare = document.querySelector('main .ant-table-placeholder')
        if (bare && !bare.textContent?.includes('请选择课程')) seen.push(bare.innerHTML)
      }
      new MutationObserver(look).observe(document.body, { childList: true, subtree: true, characterData: true })
    })
    await choose(filters(page), '课程', '数字电路实验')
    await button(page, '查询').click()
    await page.locator('.ant-table-row').first().waitFor()
    expect(await page.evaluate(() => (window as { seen?: readonly string[] }).seen)).toEqual([])
    await page.close()
  })
})
