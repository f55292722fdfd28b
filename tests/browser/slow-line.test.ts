import type { Page } from 'playwright'
import { beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser } from '../support/browser.ts'
import { accompany, startJourney, type Journey } from './journey.ts'
import { button, dialog, openAddress, question, row, said, signInAt } from './screen.ts'

describe.skipIf(!hasBrowser())('buttons of users and departments on a slow line', () => {
  let journey: Journey
  let page: Page
  /** The writes that were sent; none is answered before `answer`. */
  let sent: string[] = []
  let held: (() => void)[] = []
  let isSlow = true
  const answer = () => held.splice(0).forEach((go) => go())
  beforeAll(async () => {
    journey = await startJourney()
    page = await journey.open()
    await signInAt(page, 'admin', '系统管理员')
    await page.route('**/api/**', async (route) => {
      const [method, { pathname }] = [route.request().method(), new URL(route.request().url())]
      if (isSlow && method !== 'GET') {
        sent.push(`${method} ${pathname}`)
        await new Promise<void>((go) => held.push(go))
      }
      await route.continue()
    })
  })
  accompany(() => journey)

  /** Press once more while the first press is under way; a button that is off or gone cannot be pressed. */
  const pressAgain = (words: string) =>
    page.evaluate((name) => {
      const found = [...document.querySelectorAll<HTMLButtonElement>('button')].filter(
        (one) => one.textContent?.replace(/\s/g, '') === name,
      )
      for (const one of found) one.click()
    }, words)
  const begin = () => {
    sent = []
    held = []
    isSlow = true
  }

  test.each([
    ['/identity/dictionary', '刷新缓存', 'POST /api/sys/dict/refleshCache', '刷新缓存完成！'],
    ['/identity/department/rights', '同步', 'POST /api/sys/sysDepart/doSyncDepart', '未配置第三方部门同步，没有同步任何部门！'],
  ])('%s: %s is sent once while it is under way, and again afterwards', async (address, words, call, sentence) => {
    begin()
    await openAddress(page, address)
    await button(page, words).first().click()
    await expect.poll(() => sent).toEqual([call])
    await pressAgain(words)
    await pressAgain(words)
    expect(sent).toEqual([call])
    answer()
    await said(page, sentence)
    await button(page, words).first().click()
    await expect.poll(() => sent).toEqual([call, call])
    answer()
  })

  test('a form is saved once, however often 保存 is pressed', async () => {
    begin()
    await openAddress(page, '/identity/role')
    await button(page, '新增').first().click()
    const form = dialog(page, '新增角色')
    await form.getByLabel('角色名称').fill('慢线角色')
    await form.getByLabel('角色编码').fill('slow-line')
    await button(form, '保存').dblclick()
    await expect.poll(() => sent).toEqual(['POST /api/sys/role/add'])
    await pressAgain('保存')
    expect(sent).toEqual(['POST /api/sys/role/add'])
    answer()
    await form.waitFor({ state: 'hidden' })
    await row(page, '慢线角色').waitFor()
  })

  test('a question is answered once, however often 确定 is pressed', async () => {
    begin()
    await button(row(page, '慢线角色'), '更多').click()
    await page.getByRole('menuitem', { name: '删除', exact: true }).click()
    await button(question(page), '确定').dblclick()
    await expect.poll(() => sent).toEqual(['DELETE /api/sys/role/delete'])
    await pressAgain('确定')
    expect(sent).toEqual(['DELETE /api/sys/role/delete'])
    answer()
    await row(page, '慢线角色').waitFor({ state: 'hidden' })
  })

  test('rights are saved once, whichever of the two buttons is pressed after the first', async () => {
    begin()
    await button(row(page, '助教'), '授权').click()
    const rights = dialog(page, '角色权限配置')
    await rights.locator('.ant-tree-checkbox').nth(1).click()
    await button(rights, '仅保存').dblclick()
    await expect.poll(() => sent).toEqual(['POST /api/sys/permission/saveRolePermission'])
    await pressAgain('仅保存')
    await pressAgain('保存并关闭')
    expect(sent).toHaveLength(1)
    answer()
    await said(page, '保存成功!')
    isSlow = false
  })
})
