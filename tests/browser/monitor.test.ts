import type { Page } from 'playwright'
import { beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser } from '../support/browser.ts'
import { accompany, startJourney, type Journey } from './journey.ts'
import { address, administratorOn, button, openMenu, row, signInAt } from './screen.ts'

describe.skipIf(!hasBrowser())('the monitor', () => {
  let journey: Journey
  let page: Page
  beforeAll(async () => {
    journey = await startJourney()
    page = await administratorOn(journey, '服务器信息')
  })
  accompany(() => journey)

  /** The lines of the charts as screen readers hear them. */
  const charts = () => page.getByRole('img', { name: /现在/ })

  test('each page has its figures, at the address that front ends of the convention have for it', async () => {
    expect(address(page)).toBe('/monitor/SystemInfo')
    await row(page, '系统 CPU 使用率').waitFor()
    await expect.poll(() => row(page, '应用启动时间点').textContent()).toMatch(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/)
    await openMenu(page, 'JVM信息')
    await expect.poll(() => row(page, '堆已用内存').textContent()).toMatch(/\d+\.\d{3} MB/)
    await openMenu(page, 'Tomcat信息')
    await row(page, '当前登录').waitFor()
    await openMenu(page, '请求追踪')
    await row(page, 'GET').first().waitFor()
    await openMenu(page, '磁盘监控')
    await page
      .getByText(/剩余 [\d.]+ GB/)
      .first()
      .waitFor()
    await openMenu(page, 'Redis监控')
    expect(address(page)).toBe('/monitor/redis/info')
    await expect.poll(() => charts().count()).toBe(2)
    await row(page, 'used_memory').first().waitFor()
    await page.goto('/monitor/redis/info')
    await expect.poll(() => charts().count()).toBe(2)
  })

  test('on a telephone a name breaks between its words alone, and no value breaks', async () => {
    const small = await journey.open({ width: 390, height: 844 })
    await small.goto('/monitor/TomcatInfo')
    await signInAt(small, 'admin', '系统管理员')
    const figure = row(small, '登录峰值')
    await figure.waitFor()
    const heights = await figure.locator('td').evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect().height))
    expect(await small.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    const text = figure.getByText('tomcat.sessions.active.max')
    const heading = small.getByRole('columnheader', { name: '当前值' })
    const [name, head] = [await text.boundingBox(), await heading.boundingBox()]
    expect([(name?.height ?? 99) < 25, (head?.height ?? 99) < 45, Math.max(...heights) < 65]).toEqual([true, true, true])
    await small.context().close()
  })

  test('without a network it says so, asks no more, and goes on when it is asked to', async () => {
    const cut = await journey.open({ losesNetwork: true })
    await cut.goto('/monitor/redis/info')
    await signInAt(cut, 'admin', '系统管理员')
    await row(cut, 'used_memory').first().waitFor()
    await cut.context().setOffline(true)
    await cut.getByRole('alert').filter({ hasText: '获取 Redis 信息失败' }).waitFor()
    await cut.getByText('已停止更新').waitFor()
    await cut.context().setOffline(false)
    await button(cut, '立即更新').click()
    await cut.getByText('上次更新时间').waitFor()
    await cut.context().close()
  })

  test('a request that took too long is marked, and one that nearly did', async () => {
    const traced = (uri: string, timeTaken: number) => ({
      timestamp: '2026-09-01T16:30:00.000Z',
      request: { method: 'GET', uri },
      response: { status: 200 },
      timeTaken,
    })
    const traces = [traced('/quick', 20), traced('/slow', 8100), traced('/late', 9000)]
    await page.route('**/actuator/httptrace**', (route) =>
      route.fulfill({ json: { success: true, code: 200, message: '', result: { node: 'one', traces }, traces } }),
    )
    await openMenu(page, '请求追踪')
    await row(page, '/late').getByText('已超时').waitFor()
    await page.getByText('节点：one', { exact: true }).waitFor()
    expect(await page.getByText('已超时').count()).toBe(1)
    await row(page, '/slow').getByRole('progressbar', { name: '已用时限的 90%' }).waitFor()
    await row(page, '/quick').getByText('2026-09-02 00:30:00').waitFor()
    await page.unroute('**/actuator/httptrace**')
  })

  test('more requests than a page holds are paged, and any page can be jumped to', async () => {
    const traces = Array.from({ length: 25 }, (_, index) => ({
      timestamp: '2026-09-01T16:30:00.000Z',
      request: { method: 'GET', uri: `/page-${index + 1}-` },
      response: { status: 200 },
      timeTaken: 20,
    }))
    await page.route('**/actuator/httptrace**', (route) =>
      route.fulfill({ json: { success: true, code: 200, message: '', result: { node: 'one', traces }, traces } }),
    )
    await openMenu(page, '请求追踪')
    await button(page, '立即更新').click()
    await row(page, '/page-10-').waitFor()
    expect(await row(page, '/page-').count()).toBe(10)
    await page.getByText('共 25 条').waitFor()
    const jump = page.locator('.ant-pagination-options-quick-jumper').getByRole('textbox')
    await jump.fill('3')
    await jump.press('Enter')
    await row(page, '/page-25-').waitFor()
    expect(await row(page, '/page-').count()).toBe(5)
    await page.unroute('**/actuator/httptrace**')
  })

  test.each([
    ['服务器信息', 'sys/actuator/figures', '获取服务器信息失败'],
    ['JVM信息', 'sys/actuator/figures', '获取JVM信息失败'],
    ['Tomcat信息', 'sys/actuator/figures', '获取Tomcat信息失败'],
    ['请求追踪', 'actuator/httptrace', '获取HTTP信息失败'],
    ['Redis监控', 'sys/actuator/cache', '获取 Redis 信息失败'],
  ])('%s: a failure says the sentence of the document and ends the polling until somebody asks again', async (title, call, sentence) => {
    journey.allowRefusals(503)
    const calls = `**/${call}**`
    let asked = 0
    await openMenu(page, title)
    await page.route(calls, (route) => {
      asked += 1
      return route.fulfill({ status: 503, json: { success: false, code: 503, message: sentence, result: null } })
    })
    await page.getByText(sentence).waitFor()
    const before = asked
    await page.waitForTimeout(3500)
    expect(asked).toBe(before)
    await page.unroute(calls)
    await button(page, '立即更新').click()
    await page.getByText(sentence).waitFor({ state: 'detached' })
    await page.waitForResponse(calls)
  })
})
