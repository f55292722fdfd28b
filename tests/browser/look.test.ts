import { beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser } from '../support/browser.ts'
import { accompany, startJourney, type Journey } from './journey.ts'
import { button, dialog, ground, openMenu, row, signInAt } from './screen.ts'

describe.skipIf(!hasBrowser())('dark, and on a telephone', () => {
  let journey: Journey
  beforeAll(async () => {
    journey = await startJourney()
  })
  accompany(() => journey)

  test('dark is chosen once and kept', async () => {
    const page = await journey.open()
    await signInAt(page, 'teacher1')
    await openMenu(page, '课程管理')
    await row(page, '数字电路实验').waitFor()
    expect(await ground(page)).toBeGreaterThan(200)
    await button(page, '主题设置').click()
    await dialog(page, '主题设置').getByText('深色').click()
    await expect.poll(() => ground(page)).toBeLessThan(60)
    await page.reload()
    await row(page, '数字电路实验').waitFor()
    expect(await ground(page)).toBeLessThan(60)
    await page.close()
  })

  test('390 px: the menu is a drawer, a list is cards, and the page never scrolls sideways', async () => {
    const page = await journey.open({ width: 390, height: 844 })
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    await page.goto('/')
    await page.getByLabel('用户名').waitFor()
    expect(await overflow()).toBe(0)
    await signInAt(page, 'teacher1')
    expect(await page.getByRole('navigation', { name: '主菜单' }).count()).toBe(0)
    await page.getByRole('button', { name: /^当前选择/ }).click()
    const choices = await page.locator('.offered-panel').boundingBox()
    expect(choices?.x).toBeGreaterThan(0)
    expect((choices?.x ?? 0) + (choices?.width ?? 0)).toBeLessThan(390)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: '展开菜单' }).click()
    await openMenu(page, '课程管理')
    await page.getByRole('navigation', { name: '主菜单' }).waitFor({ state: 'hidden' })
    await page.locator('.engine-card').filter({ hasText: '数字电路实验' }).waitFor()
    expect(await overflow()).toBe(0)
    await button(page, '新增').click()
    const form = dialog(page, '新增')
    await form.getByLabel('课程名称').waitFor()
    const size = await form.boundingBox()
    expect(size?.width).toBeLessThanOrEqual(390)
    expect(await overflow()).toBe(0)
    await page.close()
  })

  test('nothing complained', () => journey.expectQuiet())
})
