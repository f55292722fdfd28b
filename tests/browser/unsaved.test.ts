import type { Page } from 'playwright'
import { beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser } from '../support/browser.ts'
import { accompany, startJourney, type Journey } from './journey.ts'
import { address, button, dialog, filters, openMenu, row, signInAt } from './screen.ts'

describe.skipIf(!hasBrowser())('unsaved input', () => {
  let journey: Journey
  let page: Page
  const question = () => page.locator('.ant-modal-confirm').filter({ hasText: '确定放弃编辑？' })
  const form = () => dialog(page, '新增课程')
  beforeAll(async () => {
    journey = await startJourney()
    page = await journey.open()
    await signInAt(page, 'teacher1')
    await openMenu(page, '课程管理')
    await row(page, '数字电路实验').waitFor()
  })
  accompany(() => journey)

  test('Back asks before it leaves a form with changes, and goes on after confirmation', async () => {
    await button(page, '新增').click()
    await form().getByLabel('课程名称').fill('未保存的课程')
    await page.goBack()
    await question().getByText('新增课程：课程名称').waitFor()
    await expect.poll(() => button(question(), '继续编辑').evaluate((safe) => safe === document.activeElement)).toBe(true)
    expect(address(page)).toBe('/teaching/course')
    await button(question(), '继续编辑').click()
    await question().waitFor({ state: 'hidden' })
    expect(await form().getByLabel('课程名称').inputValue()).toBe('未保存的课程')
    await page.goBack()
    await button(question(), '放弃').click()
    await page.waitForURL(/dashboard/)
    expect(await form().count()).toBe(0)
  })

  test('Back to another search of the same list also asks, and closes the form', async () => {
    await openMenu(page, '课程管理')
    await filters(page).getByLabel('课程名称').fill('电路')
    await filters(page).getByLabel('课程名称').press('Enter')
    await page.waitForURL(/courseTitle=/)
    await button(page, '新增').click()
    await form().getByLabel('课程名称').fill('未保存的课程')
    await page.goBack()
    await button(question(), '放弃').click()
    await form().waitFor({ state: 'hidden' })
    await page.waitForURL((url) => !url.search.includes('courseTitle'))
  })

  test('Back leaves a form without changes at once', async () => {
    await button(page, '新增').click()
    await form().getByLabel('课程名称').waitFor()
    await page.goBack()
    await page.waitForURL(/dashboard/)
    expect(await question().count()).toBe(0)
  })

  test('a tab with changes asks before it closes, one without does not', async () => {
    const isHeld = () =>
      page.evaluate(() => {
        const event = new Event('beforeunload', { cancelable: true })
        window.dispatchEvent(event)
        return event.defaultPrevented
      })
    await openMenu(page, '课程管理')
    await button(page, '新增').click()
    await form().getByLabel('课程名称').waitFor()
    expect(await isHeld()).toBe(false)
    await form().getByLabel('课程名称').fill('未保存的课程')
    expect(await isHeld()).toBe(true)
    await page.keyboard.press('Escape')
    await button(question(), '放弃').click()
    await form().waitFor({ state: 'hidden' })
    expect(await isHeld()).toBe(false)
  })
})
