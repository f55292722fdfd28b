import { setTimeout as pause } from 'node:timers/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser } from '../support/browser.ts'
import { accompany, startJourney, type Journey } from './journey.ts'
import { button, choose, dialog, ground, openMenu, row, signInAt } from './screen.ts'

/** Notes what moves by itself, and whether anything spins; runs in the page. */
function watchMoves(): void {
  const moved: string[] = []
  Object.assign(window, { moved })
  interface Shift extends PerformanceEntry {
    readonly value: number
    readonly sources: readonly { readonly node?: Node | null }[]
  }
  const nameOf = (node?: Node | null) =>
    node instanceof Element ? `${node.tagName}.${node.className}` : (node?.parentElement?.className ?? '')
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as Shift[])
      if (entry.value > 0) moved.push(`${entry.value} ${entry.sources.map(({ node }) => nameOf(node)).join(', ')}`)
  }).observe({ type: 'layout-shift', buffered: true })
  new MutationObserver(() => {
    if (moved.length === 0 && document.querySelector('.ant-spin')) moved.push('something spins')
  }).observe(document, { childList: true, subtree: true })
}

describe.skipIf(!hasBrowser())('dark, and on a telephone', () => {
  let journey: Journey
  beforeAll(async () => {
    journey = await startJourney()
    journey.allowRefusals(422)
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

  test('no page of the sign-in family scrolls sideways on a small telephone', async () => {
    const page = await journey.open({ width: 360, height: 740 })
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    for (const path of ['/user/register', '/user/alteration', '/user/login']) {
      await page.goto(path)
      await page.getByLabel('用户名').waitFor()
      expect([path, await overflow()]).toEqual([path, 0])
    }
    await page.getByRole('tab', { name: '手机号登录' }).click()
    await button(page, '获取验证码').waitFor()
    expect(await overflow()).toBe(0)
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
    const choices = () => page.locator('.offered-panel').boundingBox()
    await expect.poll(async () => (await choices())?.x).toBeGreaterThan(0)
    await expect.poll(async () => ((await choices())?.x ?? 0) + ((await choices())?.width ?? 0)).toBeLessThan(390)
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

  describe('nothing moves while a page is being loaded, however late the answers come', () => {
    test.each([
      { name: 'the login page', path: '/', shown: '.login-form', width: 1440, user: undefined },
      { name: 'a list', path: '/teaching/equipment', shown: '.ant-table-row', width: 1440, user: 'teacher1' },
      { name: 'a list on a telephone', path: '/teaching/equipment', shown: '.engine-card', width: 390, user: 'teacher1' },
      { name: 'the workbench', path: '/teaching/inspectionResult/submitList', shown: '.live-line', width: 1440, user: 'teacher2' },
      { name: 'the login page of students', path: '/m', shown: 'form', width: 390, user: undefined },
      { name: 'the page of a student', path: '/m', shown: '.bar .live', width: 390, user: '2025010001' },
    ])('$name', async ({ path, shown, width, user }) => {
      const page = await journey.open({ width })
      if (user !== undefined) await signInAt(page, user)
      await page.addInitScript(watchMoves)
      await page.route('**/api/**', async (route) => {
        await pause(150)
        await route.continue().catch(() => undefined)
      })
      await page.goto(path)
      await page.locator(shown).first().waitFor()
      await page.waitForTimeout(500)
      expect(await page.evaluate(() => 'moved' in window && window.moved)).toEqual([])
      await page.close()
    })
  })

  test('390 px: the sentence below a counted text has its place beside the counter, and the help too', async () => {
    const page = await journey.open({ width: 390, height: 844 })
    await signInAt(page, 'admin', '系统管理员')
    await page.goto('/identity/permissionRule')
    await button(page, '新增').first().click()
    const form = dialog(page, '新增数据规则')
    await choose(form, '菜单', '学生管理')
    await form.getByLabel('规则名称').fill('本院学生')
    await choose(form, '条件规则', '等于')
    await form.getByLabel('规则字段').fill('createBy')
    await form.getByLabel('规则值').fill('#{nobody}')
    await button(form, '保存').click()
    const field = form.locator('[data-field="ruleValue"]')
    await field.getByText(/^没有变量 #\{nobody\}，可用的变量是/).waitFor()
    const clashes = await field.evaluate((item) => {
      const counter = item.querySelector('.ant-input-data-count')?.getBoundingClientRect()
      const lines = [...item.querySelectorAll('.ant-formily-item-help, .ant-formily-item-extra')].flatMap((words) => {
        const range = document.createRange()
        range.selectNodeContents(words)
        return [...range.getClientRects()]
      })
      if (!counter || lines.length < 2) return ['nothing to compare']
      const meets = ({ left, right, top, bottom }: DOMRect) =>
        left < counter.right && right > counter.left && top < counter.bottom && bottom > counter.top
      return lines.filter((line) => meets(line) || line.right > window.innerWidth).map((line) => JSON.stringify(line))
    })
    expect(clashes).toEqual([])
    await page.close()
  })
})
