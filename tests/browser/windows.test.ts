import type { Page } from 'playwright'
import { beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser } from '../support/browser.ts'
import { accompany, startJourney, type Journey } from './journey.ts'
import { button, dialog, openMenu, row, signIn } from './screen.ts'

describe.skipIf(!hasBrowser())('what a list opens', () => {
  let journey: Journey
  let page: Page
  beforeAll(async () => {
    journey = await startJourney()
    page = await journey.open({ height: 560 })
    await signIn(page, 'admin', '系统管理员')
  })
  accompany(() => journey)

  test('a form higher than the window scrolls, its long text grows, and the page’s policy has nothing to refuse', async () => {
    await openMenu(page, '部门管理')
    await row(page, '江城理工大学').waitFor()
    await button(page, '新增').click()
    const form = dialog(page, '新增部门')
    const memo = form.getByLabel('备注')
    await memo.scrollIntoViewIfNeeded()
    const height = async () => (await memo.boundingBox())?.height ?? 0
    const low = await height()
    await memo.fill('一\n二\n三\n四\n五\n六')
    expect(await height()).toBeGreaterThan(low + 40)
    await button(form, '取消').click()
    await page
      .locator('.ant-modal-confirm')
      .getByRole('button', { name: /放\s*弃/ })
      .click()
    await form.waitFor({ state: 'hidden' })
  })

  test('nothing complained', () => journey.expectQuiet())
})
