import type { Page } from 'playwright'
import { beforeAll, describe, expect, test } from 'vitest'
import { workbook } from '../engine/server/transfer/workbook-files.ts'
import { hasBrowser } from '../support/browser.ts'
import { violations } from './axe.ts'
import { accompany, type Journey } from './journey.ts'
import { startSameDay, UNTIL_TOMORROW } from './same-day.ts'
import { administratorOn, button, checkFile, dialog, openMenu, row, signInAt } from './screen.ts'

describe.skipIf(!hasBrowser())('the home page', () => {
  let journey: Journey
  beforeAll(async () => {
    journey = await startSameDay()
  }, UNTIL_TOMORROW)
  accompany(() => journey)

  const choose = (page: Page, style: string) =>
    page
      .getByLabel('首页样式')
      .locator('label')
      .filter({ hasText: new RegExp(`^${style}$`) })
      .click()
  const tab = (page: Page, name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`) })

  test('has three styles; the choice follows the user to another browser', async () => {
    const page = await journey.open()
    await signInAt(page, 'admin', '系统管理员')
    await page.getByText('快捷入口').first().waitFor()
    await choose(page, '统计图表2')
    for (const title of ['最近七天提交与评分', '各课程评分进度', '最近七天访问', '各角色人数', '最近七天定时任务', '存储空间'])
      await page.getByRole('heading', { name: title }).waitFor()
    await page.getByRole('img', { name: /^各角色人数：.*学生 用户 300 人/ }).waitFor()
    expect(await violations(page)).toEqual([])
    await choose(page, '任务表格')
    await tab(page, '我的待办').waitFor()
    const other = await journey.open()
    await signInAt(other, 'admin', '系统管理员')
    await tab(other, '我的待办').waitFor()
    expect(await violations(other)).toEqual([])
    await other.context().close()
  })

  test('the chart of visits fills its card beside the shortcuts, and has its own height above them on a telephone', async () => {
    const page = await journey.open({ width: 1280, height: 800 })
    await signInAt(page, 'admin', '系统管理员')
    await choose(page, '统计图表')
    const chart = page.getByRole('img', { name: /^最近七天访问/ })
    const card = page.locator('.ant-card').filter({ has: chart })
    const bottomOf = async (part: typeof chart) => part.boundingBox().then((box) => (box?.y ?? 0) + (box?.height ?? 0))
    await expect.poll(async () => (await bottomOf(card)) - (await bottomOf(chart))).toBeLessThanOrEqual(25)
    await page.setViewportSize({ width: 390, height: 844 })
    await expect.poll(async () => (await chart.boundingBox())?.height).toBe(280)
    await page.context().close()
  })

  test('its table leads to where the work waits', async () => {
    const page = await journey.open({ width: 390, height: 844 })
    await signInAt(page, 'teacher2')
    await choose(page, '任务表格')
    await page.locator('.ant-tag').filter({ hasText: '今天' }).first().waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    const ways = page.getByRole('link', { name: /^处理 / })
    for (const way of await ways.all()) {
      const { x, width, height } = await way.evaluate((link) => link.getBoundingClientRect().toJSON())
      expect([x + width < 390, height >= 44], (await way.getAttribute('aria-label')) ?? '').toEqual([true, true])
    }
    for (const style of await page.getByLabel('首页样式').locator('label').all()) expect((await style.boundingBox())?.height).toBe(44)
    expect(await ways.count()).toBeGreaterThan(1)
    for (const name of ['我的在办', '我的挂账', '我的督办']) {
      // The tabs slide, and a place where another one has come to stand is not pressed at once.
      const press = async () => {
        await tab(page, name).click()
        return tab(page, name).getAttribute('aria-selected')
      }
      await expect.poll(press).toBe('true')
      await page.getByRole('tabpanel').filter({ visible: true }).locator('table').first().waitFor()
    }
    await page.getByText('没有要督办的事项：到期还没有办的会列在这里').waitFor()
    await page.reload()
    await page
      .getByRole('link', { name: /^处理 单管共射/ })
      .first()
      .click()
    await page.waitForURL(/inspectionWorkbench|inspect/)
    await page.context().close()
  })

  test('its table shows 5 rows a page, or 10, 20 or 30', async () => {
    const page = await journey.open()
    await signInAt(page, 'teacher2')
    await choose(page, '任务表格')
    const size = page.locator('.ant-pagination-options .ant-select')
    const offered = page.locator('.ant-select-dropdown:visible .ant-select-item-option')
    await expect.poll(() => size.innerText()).toBe('5 条/页')
    await size.click()
    await offered.filter({ hasText: '10 条/页' }).click()
    await size.click()
    await expect.poll(() => offered.allInnerTexts()).toEqual(['10 条/页', '20 条/页', '30 条/页'])
    await page.context().close()
  })

  test('a file that was checked and not imported waits in the table, to be imported or given up there', async () => {
    const page = await administratorOn(journey, '职务管理')
    const leave = async (code: string) => {
      await openMenu(page, '职务管理')
      const sheet = await workbook([
        ['职务编码', '职务名称'],
        [code, `职务${code}`],
      ])
      const panel = await checkFile(page, page, { name: '职务.xlsx', mimeType: 'application/octet-stream', buffer: Buffer.from(sheet) })
      await button(panel, '关闭').click()
      await page.getByText('文件尚未导入，两小时内可在首页“任务表格”的“我的待办”中继续').first().waitFor()
      await panel.waitFor({ state: 'hidden' })
      await openMenu(page, '首页')
      await choose(page, '任务表格')
      await page.getByRole('button', { name: '处理 职务待确认' }).click()
      const resumed = dialog(page, '导入职务')
      await resumed.locator('.ant-statistic').first().waitFor()
      return resumed
    }
    const resumed = await leave('home_1')
    await button(resumed, '全部导入').click()
    await resumed.locator('.ant-alert-success').waitFor()
    await button(resumed, '完成').click()
    const task = page.getByRole('button', { name: '处理 职务待确认' })
    await expect.poll(() => task.count()).toBe(0)
    await button(await leave('home_2'), '放弃导入').click()
    await expect.poll(() => task.count()).toBe(0)
    await openMenu(page, '职务管理')
    await row(page, 'home_1').waitFor()
    expect(await row(page, 'home_2').count()).toBe(0)
    await page.context().close()
  })

  test('a student’s next lesson is the next one after it has ended, too, on a page that stays open', async () => {
    const page = await journey.open()
    const moment = (minutes: number) => new Date(Date.now() + (8 * 60 + minutes) * 60_000).toISOString().slice(0, 19).replace('T', ' ')
    const lesson = (name: string, from: number, to: number) => ({
      courseTitle: '数字电路实验',
      experiName: name,
      experiGroupId: name,
      groupName: '第1场',
      startTime: moment(from),
      endTime: moment(to),
      items: [],
    })
    const result = [lesson('门电路', -60, 1), lesson('触发器', 120, 240)]
    await page.route('**/bhInspectionResult/mySessions**', (route) =>
      route.fulfill({ json: { success: true, code: 200, message: '', result } }),
    )
    await page.clock.install()
    await signInAt(page, '2025010001')
    await page.getByText('门电路 · 第1场（数字电路实验）').waitFor()
    await page.clock.fastForward('02:00')
    await page.getByText('触发器 · 第1场（数字电路实验）').waitFor()
    await page.context().close()
  })
})
