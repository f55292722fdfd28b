import type { Locator, Page } from 'playwright'
import { beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser } from '../support/browser.ts'
import { expectNone } from '../support/expect-none.ts'
import { isWholeRun } from '../support/extent.ts'
import { violations } from './axe.ts'
import { accompany, startJourney, type Journey } from './journey.ts'
import { button, ground, openAddress, question, signInAt } from './screen.ts'

const school = '江城理工大学'

/** What is pressed after another on a page: a button, an entry of the open menu, a tab, or a node of a tree. `right: ` is the other mouse button. */
const ways: readonly (readonly [address: string, ...presses: string[]])[] = [
  ['/identity/user', '新增'],
  ['/identity/user', '编辑', '选择部门', '树操作'],
  ['/identity/user', '更多'],
  ['/identity/user', '更多', '密码'],
  ['/identity/user', '更多', '可见记录'],
  ['/identity/user', '更多', '代理人'],
  ['/identity/user', '导入'],
  ['/identity/user', '回收站'],
  ['/identity/student', '编辑'],
  ['/identity/student', '密码'],
  ['/identity/role', '授权', '树操作'],
  ['/identity/role', '授权', '学生管理'],
  ['/identity/role', '更多', '用户', '已有用户'],
  ['/identity/department', '更多', '用户', '新增'],
  ['/identity/department', '新增', '选择部门负责人'],
  ['/identity/department', '详情'],
  ['/identity/department', '更多', '用户', '添加已有用户'],
  ['/identity/department', '更多', '用户', '部门角色'],
  ['/identity/department/manage', `right: ${school}`],
  ['/identity/department/manage', school, '添加下级'],
  ['/identity/department/manage', school, '树操作'],
  ['/identity/department/rights', school, '部门权限', '学生管理'],
  ['/identity/department/mine'],
  ['/identity/department/addressBook', school],
  ['/identity/permission', '新增', '菜单图标'],
  ['/identity/permission', '更多', '数据规则', '新增'],
  ['/identity/permission', '详情'],
  ['/identity/dictionary', '字典配置', '新增'],
  ['/identity/dictionary', '回收站'],
  ['/identity/category', '添加下级'],
  ['/identity/position', '新增'],
  ['/identity/userAgent', '新增'],
  ['/identity/onlineUser', '强退'],
  ['/identity/viewing/permissionQuery'],
  ['/identity/viewing'],
]

describe.skipIf(!hasBrowser())('every window and menu of users, roles and departments', () => {
  let journey: Journey
  let page: Page
  beforeAll(async () => {
    journey = await startJourney()
    page = await journey.open()
    await signInAt(page, 'admin', '系统管理员')
  })
  accompany(() => journey)

  /** What lies in front: an open menu, a window, or else the page. Windows stand in the page in the order of their first use. */
  async function front(): Promise<Locator> {
    const open = page.locator('.ant-dropdown:not(.ant-dropdown-hidden)').filter({ visible: true })
    if (await open.count()) return open.last()
    const dialogs = page.locator('[role="dialog"]')
    const index = await dialogs.evaluateAll((all) =>
      all.findLastIndex((one) => {
        const { left, top, width, height } = one.getBoundingClientRect()
        return one.contains(document.elementFromPoint(left + width / 2, Math.min(top + height / 2, innerHeight - 1)))
      }),
    )
    return index < 0 ? page.locator('main') : dialogs.nth(index)
  }

  const settled = (): Promise<void> => page.locator('.ant-spin-spinning, .ant-skeleton-active').first().waitFor({ state: 'hidden' })

  async function press(words: string): Promise<void> {
    const label = words.replace('right: ', '')
    const name = new RegExp(`^(\\S+ )?${[...label].join('\\s*')}( \\S+)?$`)
    const found = async () => {
      const place = await front()
      const byRole = (['menuitem', 'tab', 'button'] as const).map((role) => place.getByRole(role, { name }))
      const node = place.locator('.ant-tree-node-content-wrapper').getByText(label, { exact: true })
      return byRole.reduce((all, one) => all.or(one), node).filter({ visible: true })
    }
    await expect.poll(async () => (await found()).count(), { message: words }).toBeGreaterThan(0)
    await (await found()).first().click({ button: words === label ? 'left' : 'right' })
    await settled()
  }

  /** Close everything, as somebody does who wants nothing of it. */
  async function leave(): Promise<void> {
    const open = page.locator('.ant-dropdown:not(.ant-dropdown-hidden), [role="dialog"]').filter({ visible: true })
    const close = async () => {
      const giveUp = button(question(page, '确定放弃编辑？').filter({ visible: true }), '放弃')
      if (await giveUp.count()) await giveUp.click()
      else if (await open.count()) await page.keyboard.press('Escape')
      return open.count()
    }
    await expect.poll(close, { interval: 200, timeout: 10_000 }).toBe(0)
  }

  async function inLight(isDark: boolean): Promise<void> {
    await page.emulateMedia({ colorScheme: isDark ? 'dark' : 'light' })
    const brightness = expect.poll(() => ground(page))
    await (isDark ? brightness.toBeLessThan(90) : brightness.toBeGreaterThan(160))
    await page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)))
  }

  test.each(isWholeRun ? [false, true] : [false])('axe finds nothing in any of them (dark: %s)', { timeout: 400_000 }, async (isDark) => {
    const faults = new Set<string>()
    await inLight(isDark)
    for (const [address, ...presses] of ways) {
      await openAddress(page, address)
      await settled()
      const name = [address, ...presses].join(' › ')
      for (const words of presses) await press(words)
      for (const fault of await violations(page)) faults.add(`${name}: ${fault}`)
      await leave()
    }
    expectNone([...faults])
  })
})
