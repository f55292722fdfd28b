import type { Locator, Page } from 'playwright'
import { beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser } from '../support/browser.ts'
import { accompany, startJourney, type Journey } from './journey.ts'
import { button, dialog, openAddress, signInAt } from './screen.ts'
import { telephone } from './telephone.ts'

/** What a finger meets. */
const LEAST = 44

describe.skipIf(!hasBrowser())('on a telephone, in the dark, everything is readable and large enough for a finger', () => {
  let journey: Journey
  let page: Page
  beforeAll(async () => {
    journey = await startJourney()
    page = await journey.open({ ...telephone, dark: true })
    await signInAt(page, 'admin', '系统管理员')
  })
  accompany(() => journey)

  const boxes = (of: Locator) => of.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON() as DOMRect))
  const heights = async (of: Locator) => (await boxes(of)).map(({ height }) => Math.round(height))
  const small = async (of: Locator) => (await heights(of)).filter((height) => height < LEAST)
  const more = async (of: Locator, action: string) => {
    await button(of, '更多').click()
    await page.getByRole('menuitem', { name: action, exact: true }).click()
  }

  test('the filters of a list are of one height, and their buttons stand below them', async () => {
    await openAddress(page, '/identity/user')
    await button(page, '筛选').click()
    const sheet = dialog(page, '筛选')
    const inputs = sheet.locator('.ant-input-affix-wrapper, .ant-select-selector')
    await expect.poll(() => heights(inputs)).toEqual([LEAST, LEAST, LEAST, LEAST])
    const [last] = (await boxes(inputs)).slice(-1)
    expect((await button(sheet, '查询').boundingBox())?.y).toBeGreaterThanOrEqual((last?.bottom ?? 0) + 8)
    await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'hidden' })
  })

  test('what a menu unfolds, and what a tree and its buttons offer', async () => {
    await openAddress(page, '/identity/user')
    await button(page.locator('.engine-card').nth(1), '更多').click()
    const entries = page.getByRole('menuitem').filter({ visible: true })
    await entries.first().waitFor()
    expect(await small(entries)).toEqual([])
    await openAddress(page, '/identity/department/rights')
    const nodes = page.locator('.ant-tree-node-content-wrapper')
    await nodes.first().click()
    await page.getByRole('tab', { name: '部门权限', exact: true }).click()
    await page.locator('.grant-tree .ant-tree-node-content-wrapper').nth(3).waitFor()
    expect(await small(nodes)).toEqual([])
    expect(await small(page.getByRole('toolbar', { name: '树操作' }).getByRole('button'))).toEqual([])
  })

  test('a long title ends with dots, not in the middle of a character', async () => {
    await openAddress(page, '/identity/department/rights')
    const title = page.locator('.shell-trail li').last()
    expect(await title.evaluate((one) => [one.scrollWidth > one.clientWidth, getComputedStyle(one).textOverflow])).toEqual([
      true,
      'ellipsis',
    ])
  })

  test('what a role sees is a table whose first column has room for its words', async () => {
    await openAddress(page, '/identity/role')
    await more(page.locator('.engine-card').filter({ hasText: '教师' }).first(), '可见记录')
    const first = dialog(page, '可见记录').locator('.ant-table-row td:first-child')
    await first.first().waitFor()
    expect((await heights(first)).filter((height) => height > 48)).toEqual([])
    await page.keyboard.press('Escape')
  })

  test('a number stands below its label in a form that is only read', async () => {
    await openAddress(page, '/identity/department')
    await button(page.locator('.engine-card').first(), '详情').click()
    const field = dialog(page, '查看部门').locator('[data-field="departOrder"]')
    await field.waitFor()
    const left = (of: Locator) =>
      of.evaluate((one) => {
        const range = document.createRange()
        range.selectNodeContents(one)
        return Math.round(range.getBoundingClientRect().left)
      })
    expect(await left(field.getByText(/^\d+$/))).toBe(await left(dialog(page, '查看部门').getByText('A01').first()))
  })

  test('the fields and links of the sign-in family', async () => {
    const stranger = await journey.open({ ...telephone, dark: true })
    await stranger.goto('/user/login')
    await stranger.getByLabel('用户名').waitFor()
    expect(await small(stranger.locator('.login-line :is(a, label)'))).toEqual([])
    await stranger.goto('/user/register')
    await stranger.getByLabel('用户名').waitFor()
    const inputs = stranger.locator('.public-form :is(input:not(.ant-input-affix-wrapper input), .ant-input-affix-wrapper, .code-button)')
    expect(new Set(await heights(inputs))).toEqual(new Set([40]))
    expect(await small(stranger.locator('.public-links a'))).toEqual([])
    await stranger.close()
  })
})
