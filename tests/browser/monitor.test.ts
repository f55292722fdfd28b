import type { Page } from 'playwright'
import { beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser } from '../support/browser.ts'
import { accompany, startJourney, type Journey } from './journey.ts'
import { administratorOn, button, row } from './screen.ts'

describe.skipIf(!hasBrowser())('the monitor', () => {
  let journey: Journey
  let page: Page
  beforeAll(async () => {
    journey = await startJourney()
    page = await administratorOn(journey, '性能监控')
  })
  accompany(() => journey)

  const open = (name: string) => page.getByRole('tab', { name }).click()
  /** The lines of the charts as screen readers hear them. */
  const charts = () => page.getByRole('img', { name: /现在/ })

  test('each tab has its figures', async () => {
    await row(page, '系统 CPU 使用率').waitFor()
    await expect.poll(() => row(page, '应用启动时间点').textContent()).toMatch(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/)
    await open('JVM信息')
    await expect.poll(() => row(page, '堆已用内存').textContent()).toMatch(/\d+\.\d{3} MB/)
    await open('Tomcat信息')
    await row(page, '当前登录').waitFor()
    await open('请求追踪')
    await row(page, 'GET').first().waitFor()
    await open('磁盘监控')
    await page
      .getByText(/剩余 [\d.]+ GB/)
      .first()
      .waitFor()
    await open('Redis监控')
    await expect.poll(() => charts().count()).toBe(2)
    await row(page, 'used_memory').first().waitFor()
  })

  test('a failure says the sentence of the document and ends the polling until somebody asks again', async () => {
    journey.allowRefusals(503)
    let asked = 0
    await page.route('**/actuator/redis/keysSize**', (route) => {
      asked += 1
      return route.fulfill({ status: 503, json: { success: false, code: 503, message: '获取 Redis 信息失败', result: null } })
    })
    await page.getByText('获取 Redis 信息失败').waitFor()
    const before = asked
    await page.waitForTimeout(3500)
    expect(asked).toBe(before)
    await page.unroute('**/actuator/redis/keysSize**')
    await button(page, '立即更新').click()
    await page.getByText('获取 Redis 信息失败').waitFor({ state: 'detached' })
    await page.waitForResponse('**/actuator/redis/keysSize**')
  })
})
