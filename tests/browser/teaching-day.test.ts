import { readFileSync } from 'node:fs'
import type { Page } from 'playwright'
import { beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser } from '../support/browser.ts'
import { accompany, type Journey } from './journey.ts'
import { startSameDay, UNTIL_TOMORROW } from './same-day.ts'
import { filters, openMenu, row, signInAt } from './screen.ts'
import { callAs } from './small-session.ts'

const base = '/inspect/bhInspectionResult'

describe.skipIf(!hasBrowser())('a day from the home page', () => {
  let journey: Journey
  let page: Page
  beforeAll(async () => {
    journey = await startSameDay()
    page = await journey.open()
    await signInAt(page, 'teacher2')
  }, UNTIL_TOMORROW)
  accompany(() => journey)

  const panel = (place: Page, title: string) => place.locator('.home-panel').filter({ has: place.getByRole('heading', { name: title }) })
  const count = async (place: Page, title: string) => Number(await panel(place, title).locator('.home-count').innerText())
  const home = (place: Page) => openMenu(place, '首页')
  /** The value of a filter that nobody has touched. */
  const chosen = (label: string) =>
    filters(page)
      .locator('.engine-filter')
      .filter({ has: page.getByText(label, { exact: true }) })
      .locator('.ant-select-selection-item')

  test('shows today’s lesson, the submissions to mark and the students who wait for help, but no visits', async () => {
    const lesson = panel(page, '今天的课').locator('.home-lesson')
    await lesson.getByText(/^(08:00–22:00|00:00–23:59)$/).waitFor()
    expect(await lesson.innerText()).toMatch(/单管共射放大电路 · 第1场[\s\S]*模拟电子技术实验[\s\S]*电子楼 301[\s\S]*16 人/)
    expect([await count(page, '未评分'), await count(page, '等待帮助')]).toEqual([8, 3])
    expect(await page.getByText('最近七天访问').count()).toBe(0)
  })

  test('a request for help appears without a reload', async () => {
    const student = await callAs(journey, '2025010011')
    const mine = await student<{ records: { id: string; inspectionId_dictText: string }[] }>('GET', `${base}/stuList`)
    const second = mine.records.find((each) => each.inspectionId_dictText === '电压放大倍数测量')
    await student('POST', `${base}/help`, { id: second?.id, content: '请看一下接线' })
    await panel(page, '等待帮助').getByText('请看一下接线').waitFor()
    expect(await count(page, '等待帮助')).toBe(4)
  })

  test('leads to the seats and the workbench of the lesson, for a mark and the grade sheet, without choosing a course', async () => {
    await panel(page, '今天的课').getByRole('link', { name: '座 位' }).click()
    await row(page, '第1场').first().waitFor()
    expect(await chosen('课程').innerText()).toBe('模拟电子技术实验')
    expect(await chosen('场次').innerText()).toMatch(/^第1场（星期.+）$|^第1场/)
    await home(page)
    await panel(page, '今天的课').getByRole('link', { name: '工作台' }).click()
    const line = page.locator('.live-line[aria-selected=true]')
    await line.waitFor()
    expect(await chosen('课程').innerText()).toBe('模拟电子技术实验')
    await page.getByRole('status', { name: '连接状态：已连接' }).waitFor()
    await page.locator('.live-rows').focus()
    await page.keyboard.type('88')
    await page.keyboard.press('Enter')
    await expect.poll(() => page.locator('.live-count').first().innerText()).toBe('7')
    const waiting = page.waitForEvent('download')
    await page.getByRole('button', { name: '导出成绩单' }).click()
    const file = await waiting
    expect(file.suggestedFilename()).toContain('成绩单')
    expect(readFileSync(await file.path()).length).toBeGreaterThan(2000)
    await home(page)
    await expect.poll(() => count(page, '未评分')).toBe(7)
    await openMenu(page, '考察项管理')
    await row(page, '静态工作点测量').waitFor()
    expect(await chosen('课程').innerText()).toBe('模拟电子技术实验')
  })

  test('a student sees the next lesson with seat and device, and the latest score; an administrator sees the figures', async () => {
    const student = await journey.open({ width: 390, height: 844 })
    await signInAt(student, '2025010011')
    const next = panel(student, '下一次课')
    for (const words of ['电子楼 301', '1-01', 'B001']) await next.getByText(words).waitFor()
    await panel(student, '最近的成绩').getByText('92 分').waitFor()
    await panel(student, '待提交').getByText('没有要交的').waitFor()
    const admin = await journey.open()
    await signInAt(admin, 'admin', '系统管理员')
    await admin.getByText('最近七天访问').waitFor()
    await admin.locator('.figure-course strong').getByText('8').waitFor()
    for (const each of [student, admin]) await each.close()
  })
})
