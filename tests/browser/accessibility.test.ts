import type { Page } from 'playwright'
import { beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser } from '../support/browser.ts'
import { inBothLights, inOneLight, settled } from './lights.ts'
import { accompany, demoPassword, startJourney, type Journey } from './journey.ts'
import { button, dialog, filters, menu, openMenu, row, signInAt } from './screen.ts'
import { expectNone } from '../support/expect-none.ts'
import { isWholeRun } from '../support/extent.ts'

/** Titles of all screens of the menu. */
async function screens(page: Page): Promise<string[]> {
  await menu(page).getByRole('menuitem').first().waitFor()
  return menu(page).locator('.ant-menu-item').allInnerTexts()
}

const people = [
  { username: 'admin', role: '系统管理员' },
  { username: 'teacher1', role: undefined },
  { username: '2025010001', role: undefined },
] as const

describe.skipIf(!hasBrowser())('people who use a screen reader, a keyboard or weak eyes', () => {
  let journey: Journey
  /** Screens that somebody has opened: in a part of the sweep they are not opened by others. */
  const seen = new Set<string>()
  beforeAll(async () => {
    journey = await startJourney()
  })
  accompany(() => journey)

  test.each(people)(
    '$username: axe finds nothing on any screen, nor in its form, light or dark',
    { timeout: isWholeRun ? 1_200_000 : 400_000 },
    async ({ username, role }) => {
      const page = await journey.open()
      await signInAt(page, username, role)
      const faults: string[] = []
      for (const [index, title] of (await screens(page)).entries()) {
        if (!isWholeRun && seen.has(title)) continue
        seen.add(title)
        const look = (name: string, isDark: boolean) => (isWholeRun ? inBothLights(page, name) : inOneLight(page, name, isDark))
        await openMenu(page, title)
        faults.push(...(await look(title, index % 2 === 1)))
        const add = button(page, '新增').filter({ visible: true }).first()
        if (!(await add.isVisible()) || (await add.isDisabled())) continue
        await add.click()
        await page.getByRole('dialog').filter({ visible: true }).first().waitFor()
        faults.push(...(await look(`${title}，新增`, index % 2 === 0)))
        await page.keyboard.press('Escape')
        await page.getByRole('dialog').filter({ visible: true }).first().waitFor({ state: 'hidden' })
      }
      expectNone(faults)
      await page.close()
    },
  )

  test('axe finds nothing in the windows of lists: a bin, one record to read, rows that belong to one', async () => {
    const page = await journey.open()
    await signInAt(page, 'admin', '系统管理员')
    const faults: string[] = []
    const look = async (screen: string, label: string, open: () => Promise<void>) => {
      await openMenu(page, screen)
      await settled(page)
      await open()
      await dialog(page).waitFor()
      faults.push(...(await inBothLights(page, `${screen}，${label}`)))
      await page.keyboard.press('Escape')
      await dialog(page).waitFor({ state: 'hidden' })
    }
    await look('用户管理', '回收站', () => button(page, '回收站').first().click())
    await look('用户管理', '详情', async () => {
      await button(page, '详情').first().click()
      const record = dialog(page).getByRole('region', { name: '查看用户' })
      await expect.poll(() => record.evaluate((one) => one === document.activeElement)).toBe(true)
      const scrolled = () => record.evaluate((one) => [one.scrollTop, one.parentElement?.scrollTop ?? 0])
      expect(await scrolled()).toEqual([0, 0])
      await page.keyboard.press('End')
      await expect.poll(async () => (await scrolled())[0]).toBeGreaterThan(0)
    })
    await look('数据字典', '字典配置', () => button(page, '字典配置').first().click())
    expectNone(faults)
    await page.close()
  })

  test('axe finds nothing on the login page, the account page and the page for unknown addresses', async () => {
    const page = await journey.open()
    await page.goto('/')
    await page.getByLabel('用户名').waitFor()
    const faults = await inBothLights(page, '登录')
    await signInAt(page, 'teacher1')
    const account = ['/account', ...['security', 'personal', 'binding', 'notices'].map((part) => `/account?part=${part}`)]
    for (const place of [...account, '/nowhere', '/identity/user']) {
      await page.goto(place)
      faults.push(...(await inBothLights(page, place)))
    }
    await page.goto('/account?part=security')
    for (const part of ['登录密码', '手机', '邮箱', '两步验证', '通行密钥']) {
      const opens = page.getByRole('region', { name: part, exact: true }).getByRole('button').first()
      await opens.waitFor()
      if (await opens.isDisabled()) continue
      await opens.click()
      await dialog(page).waitFor()
      faults.push(...(await inBothLights(page, part)))
      await page.keyboard.press('Escape')
      await dialog(page).waitFor({ state: 'hidden' })
    }
    expectNone(faults)
    await page.close()
  })

  test('axe finds nothing on the students’ page', async () => {
    const page = await journey.open({ width: 390, height: 844 })
    await page.goto('/m')
    await page.getByRole('button', { name: '登录' }).waitFor()
    const faults = await inBothLights(page, '/m 登录')
    await page.getByLabel('用户名').fill('2025010001')
    await page.getByLabel('密码').fill(demoPassword)
    await page.getByRole('button', { name: '登录' }).click()
    await page.getByRole('heading').first().waitFor()
    faults.push(...(await inBothLights(page, '/m 场次')))
    expectNone(faults)
    await page.close()
  })

  test('axe finds nothing where texts stand in fields that can be emptied, nor where rights are explained', async () => {
    const page = await journey.open()
    await signInAt(page, 'admin', '系统管理员')
    const faults: string[] = []
    await openMenu(page, '用户管理')
    const sought = page.getByLabel('搜索菜单')
    await sought.fill('管理')
    await filters(page).getByLabel('用户账号').fill('teacher1')
    await button(page, '查询').click()
    await row(page, 'teacher2').waitFor({ state: 'detached' })
    faults.push(...(await inBothLights(page, '用户管理，已筛选')))
    await sought.fill('')
    await openMenu(page, '权限查询')
    const choose = async (box: string, words: string) => {
      await page.getByRole('combobox', { name: box, exact: true }).fill(words)
      await page.locator('.ant-select-dropdown:visible .ant-select-item').filter({ hasText: words }).first().click()
    }
    await choose('用户', '罗文峰')
    await choose('数据类型', '学期')
    await page.getByText('不可以', { exact: true }).first().waitFor()
    faults.push(...(await inBothLights(page, '权限查询，答案')))
    expectNone(faults)
    await page.close()
  })
})
