import type { Page } from 'playwright'
import { beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser } from '../support/browser.ts'
import { accompany, startJourney, type Journey } from './journey.ts'
import { administratorOn, button, dialog, filters, openMenu, row } from './screen.ts'

describe.skipIf(!hasBrowser())('the log page', () => {
  let journey: Journey
  let page: Page
  beforeAll(async () => {
    journey = await startJourney()
    page = await administratorOn(journey, '职务管理')
  })
  accompany(() => journey)

  const header = (name: string) => page.getByRole('columnheader', { name })

  test('sign-ins and operations stand in two tabs; a row of the second unfolds what was sent', async () => {
    await button(page, '新增').click()
    const form = dialog(page, '新增职务')
    await form.getByLabel('职务编码').fill('journey')
    await form.getByLabel('职务名称').fill('日志员')
    await button(form, '保存').click()
    await form.waitFor({ state: 'hidden' })
    await openMenu(page, '日志管理')
    await row(page, '登录成功').first().waitFor()
    expect(await header('操作类型').count()).toBe(0)
    await page.getByRole('tab', { name: '操作日志' }).click()
    await header('操作类型').waitFor()
    await expect
      .poll(async () => {
        await button(page, '查询').click()
        return row(page, '新增职务').count()
      })
      .toBe(1)
    await row(page, '新增职务').getByRole('button', { name: '展开行' }).click()
    await page.getByText('POST /api/sys/position/add').waitFor()
    await page.getByText('"name": "日志员"').waitFor()
  })

  test('on a telephone each line says when it was', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    for (const tab of ['登录日志', '操作日志']) {
      await page.getByRole('tab', { name: tab }).click()
      const first = page.getByRole('listitem').filter({ hasText: '创建时间' }).first()
      await expect.poll(() => first.innerText()).toMatch(/创建时间\s+\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/)
    }
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  test('a search stays in its tab, and so does a reload, which asks for the rows of that tab and for no others', async () => {
    const asked: (string | null)[] = []
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url())
      if (pathname === '/api/sys/log/list') asked.push(searchParams.get('logType'))
    })
    await filters(page).getByLabel('日志内容').fill('没有这样的操作')
    await button(page, '查询').click()
    await row(page, '新增职务').waitFor({ state: 'detached' })
    asked.length = 0
    await page.reload()
    await header('操作类型').waitFor()
    await page.getByText('没有符合筛选条件的数据').waitFor()
    expect(asked).toEqual(['2'])
    expect(new URL(page.url()).searchParams.get('logType')).toBe('2')
    await page.getByRole('tab', { name: '登录日志' }).click()
    await row(page, '登录成功').first().waitFor()
  })
})
