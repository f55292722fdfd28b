import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { beforeAll, describe, expect, test } from 'vitest'
import { prepareCourse } from '../../scripts/bench/prepare-course.ts'
import { accompany, startJourney, type Journey } from '../browser/journey.ts'
import { button, dialog, row, said, signInAt } from '../browser/screen.ts'
import { hasBrowser } from '../support/browser.ts'
import { serverPassword } from '../support/start-server.ts'

/** The longest time in which a key or a click may take effect, even if other programs use the same cores. */
const LONGEST_TASK = 2000

interface Window {
  longTasks?: number[]
}

/** The page's long tasks since the last call, in milliseconds, longest first. */
const busyWith = (page: Page): Promise<number[]> =>
  page.evaluate(() => {
    const tasks = (window as Window).longTasks ?? []
    return tasks.splice(0).sort((one, other) => other - one)
  })

describe.skipIf(!hasBrowser())('a plan for 5,000 students in a browser', () => {
  let journey: Journey
  let page: Page
  const told: string[] = []
  const dataDir = mkdtempSync(join(tmpdir(), 'shiyan-plan-'))

  beforeAll(async () => {
    const size = { classes: 50, classSize: 100, devices: 3000, rooms: 5, experiments: 1 }
    const { courseId, classIds, experiIds } = await prepareCourse({ DATA_DIR: dataDir, ADMIN_PASSWORD: serverPassword }, size)
    journey = await startJourney({ dataDir, env: { DEMO: 'off' } })
    page = await journey.open()
    await page.addInitScript(() => {
      const tasks: number[] = []
      Object.assign(window, { longTasks: tasks })
      const note = (list: PerformanceObserverEntryList) => tasks.push(...list.getEntries().map(({ duration }) => duration))
      new PerformanceObserver(note).observe({ type: 'longtask', buffered: true })
    })
    await page.goto(`/teaching/session?courseId=${courseId}&experiId=${experiIds[0]}&classIds=${classIds.join(',')}`)
    await signInAt(page, 'admin', '系统管理员')
    await page.getByText('待分配 5000 人').waitFor()
    await busyWith(page)
  }, 120_000)
  accompany(() => journey)

  /** Do the work, wait until it shows, and answer the longest time in which the page did not respond. */
  const longest = async (what: string, work: () => Promise<unknown>): Promise<number> => {
    const start = performance.now()
    await work()
    const whole = performance.now() - start
    await page.waitForTimeout(300)
    const [most = 0] = await busyWith(page)
    told.push(`${what}: ${Math.round(whole)} ms, longest task ${Math.round(most)} ms`)
    return most
  }

  test('the page stays responsive while opening, unfolding, choosing, moving and setting times', async () => {
    const drawer = dialog(page, '场次方案')
    const first = drawer.getByRole('listbox', { name: '第1场的学生' })
    const noTimes = drawer.getByRole('status').filter({ hasText: '时间未定' })
    const times: number[] = []
    const step = async (what: string, work: () => Promise<unknown>) => times.push(await longest(what, work))
    await page.getByLabel('小组人数').fill('2')
    await step('typing the number of a session', () => page.getByLabel('每场次学生人数').fill('30'))
    await step('opening the plan', async () => {
      await button(page, '预览方案').click()
      await noTimes.waitFor()
    })
    for (const name of ['第1场', '第2场', '第3场'])
      await step(`unfolding ${name}`, () => drawer.getByRole('button', { name: `${name}学生` }).click())
    await step('choosing one', async () => {
      await first.getByRole('option').first().focus()
      await page.keyboard.press('Space')
      await drawer.getByText('已选 1 人').waitFor()
    })
    await step('moving him along', async () => {
      await page.keyboard.press('ArrowRight')
      await drawer.getByText('手工调整 1 人').waitFor()
    })
    await step('the check of the plan', () => noTimes.waitFor())
    await step('filling all times', async () => {
      const fill = drawer.getByRole('group', { name: '批量填写时间' })
      await fill.getByLabel('首场开始时间').fill('2026-11-23 08:00')
      await fill.getByLabel('首场开始时间').press('Enter')
      await button(fill, '填充时间').click()
      await drawer.getByText('2026-11-30 08:00 ~ 10:00').waitFor()
      await drawer.getByText('没有时间冲突').waitFor()
    })
    await step('scrolling to the end', () => drawer.getByRole('region', { name: '待安排' }).scrollIntoViewIfNeeded())
    await step('committing', async () => {
      await button(drawer, '确认分配').click()
      await said(page, '分配成功！')
      await drawer.waitFor({ state: 'hidden' })
      await row(page, '第1场').first().waitFor()
    })
    console.log(told.join('\n'))
    expect(Math.max(...times)).toBeLessThan(LONGEST_TASK)
  }, 120_000)
})
