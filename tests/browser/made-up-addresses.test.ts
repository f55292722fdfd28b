import type { Page } from 'playwright'
import { beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser } from '../support/browser.ts'
import { accompany, startJourney, type Journey } from './journey.ts'
import { address, button, dialog, openAddress, signInAt } from './screen.ts'

const missing = /抱歉，您访问的页面不存在或无权访问|数据不存在或已被删除/
const refused = '抱歉，您没有权限访问该页面'

describe.skipIf(!hasBrowser())('addresses that somebody types', () => {
  let journey: Journey
  let page: Page
  beforeAll(async () => {
    journey = await startJourney()
    page = await journey.open()
    await signInAt(page, 'teacher2')
  })
  accompany(() => journey)

  const state = () => page.locator('.status-page')

  test.each([
    '/nosuch',
    '/identity/nosuch',
    '/identity/user/nosuch',
    '/identity/department/nosuch',
    '/identity/department/rights/nosuch',
    '/teaching/course/xyz',
    '/teaching/course/audit',
    '/platform/course',
    '/identity/user/nosuch/1',
  ])('%s is no page, and nobody is asked for a permission that does not exist', async (address) => {
    await openAddress(page, address)
    await state().getByText('404', { exact: true }).waitFor()
    await state().getByText(missing).waitFor()
    expect(await button(page, '为什么？').count()).toBe(0)
    await button(page, '返回首页').waitFor()
  })

  test.each([
    ['/identity/user', '用户管理'],
    ['/identity/user/1000000000000000001', '用户管理'],
    ['/identity/department/rights', '部门管理（含部门权限）'],
    ['/identity/role', '角色管理'],
    ['/identity/viewing/permissionQuery', '权限查询'],
  ])('%s is a page that a teacher may not see, and they are told by its name what it takes', async (address, title) => {
    await openAddress(page, address)
    await state().getByText('403', { exact: true }).waitFor()
    await state().getByText(refused).waitFor()
    await button(page, '为什么？').click()
    const why = dialog(page, '为什么？')
    await why.getByText(title).waitFor()
    expect(await why.innerText()).not.toContain('identity:')
    await button(why, '关闭').click()
    await why.waitFor({ state: 'hidden' })
  })

  test.each(['/login', '/login/', '/user/login'])('%s leads who is signed in to their first page', async (typed) => {
    await openAddress(page, typed)
    await page.waitForURL('**/dashboard/analysis')
    expect(address(page)).toBe('/dashboard/analysis')
    expect(await state().count()).toBe(0)
  })
})
