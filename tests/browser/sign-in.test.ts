import type { Page } from 'playwright'
import { beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser } from '../support/browser.ts'
import { expectNone } from '../support/expect-none.ts'
import { serverPassword } from '../support/start-server.ts'
import { violations } from './axe.ts'
import { accompany, demoPassword, startJourney, type Journey } from './journey.ts'
import { address, agree, button, choose, dialog, filters, openMenu, putAway, row, said, signInAt, switchRole } from './screen.ts'

describe.skipIf(!hasBrowser())('signing in, choosing a role, and signing out', () => {
  let journey: Journey
  let page: Page
  beforeAll(async () => {
    journey = await startJourney()
    journey.allowRefusals(400, 401, 403)
    page = await journey.open()
  })
  accompany(() => journey)

  test('empty fields and a wrong password are explained', async () => {
    await page.goto('/')
    await button(page, '登录').click()
    await page.getByText('请输入用户名', { exact: true }).waitFor()
    await page.getByText('请输入密码', { exact: true }).waitFor()
    await page.getByLabel('用户名').fill('admin')
    await page.getByLabel('密码').fill('Wrong-12345')
    await page.getByLabel('密码').press('Enter')
    await said(page, '登录失败')
    await said(page, '用户名或密码错误')
    expect(address(page)).toBe('/user/login')
    const cross = page.locator('.ant-notification-notice').getByRole('button', { name: '关闭', exact: true })
    await cross.locator('svg').waitFor()
    expectNone(await violations(page))
    await cross.click()
    await page.locator('.ant-notification-notice').waitFor({ state: 'hidden' })
  })

  test('a user who is quicker than the picture code signs in once it turns out that none is required', async () => {
    const quick = await journey.open()
    let answer = () => {}
    const held = new Promise<void>((release) => (answer = release))
    await quick.route('**/randomImage/**', async (route) => {
      await held
      await route.continue()
    })
    // A page that was sent while the server still asked for codes.
    await quick.route('**/', async (route) => {
      const page = await route.fetch()
      await route.fulfill({
        response: page,
        body: (await page.text()).replace('name="captcha" content="off"', 'name="captcha" content="on"'),
      })
    })
    await quick.goto('/')
    await quick.getByLabel('用户名').fill('teacher1')
    await quick.getByLabel('密码').fill(demoPassword)
    await button(quick, '登录').click()
    await quick.getByText('请输入验证码').waitFor()
    answer()
    await quick.waitForURL('**/dashboard/**')
    await quick.close()
  })

  test('a user with two roles chooses one and can change it', async () => {
    await page.getByLabel('密码').fill(serverPassword)
    await button(page, '登录').click()
    await dialog(page).getByRole('radio', { name: '教师', exact: true }).waitFor()
    await dialog(page).getByRole('radio', { name: '系统管理员', exact: true }).check()
    await button(dialog(page), '确定').click()
    await said(page, '欢迎回来')
    await page.getByRole('button', { name: /^用户菜单/ }).click({ timeout: 3500 })
    await page.getByRole('menuitem', { name: '退出登录' }).click({ trial: true, timeout: 2000 })
    await page.keyboard.press('Escape')
    await putAway(page, '欢迎回来')
    await page.getByRole('menuitem', { name: '用户管理' }).waitFor()
    await switchRole(page, '教师')
    await openMenu(page, '课程管理')
    expect(await page.getByRole('menuitem', { name: '用户管理' }).count()).toBe(0)
  })

  test('a role changed in another tab is reported, and an open form stays until the user follows the change or reverts it', async () => {
    const other = await page.context().newPage()
    // A page that is not visible paints nothing, and its notices stay.
    const switchHere = async (role: string) => {
      await page.bringToFront()
      await switchRole(page, role)
    }
    await other.goto('/teaching/course')
    await button(other, '新增').click()
    const name = dialog(other, '新增').getByLabel('课程名称')
    await name.fill('写到一半的课程')
    await switchHere('系统管理员')
    const told = other.locator('.ant-notification-notice').filter({ hasText: '另一个标签页已切换为“系统管理员”' })
    await told.waitFor()
    expect(await name.inputValue()).toBe('写到一半的课程')
    await button(told, '换回“教师”').click()
    await told.waitFor({ state: 'hidden' })
    expect(await name.inputValue()).toBe('写到一半的课程')
    const back = page.locator('.ant-notification-notice').filter({ hasText: '另一个标签页已切换为“教师”' })
    await button(back, '跟随切换').click()
    await page.getByRole('menuitem', { name: '用户管理' }).waitFor({ state: 'hidden' })
    await switchHere('系统管理员')
    await button(told, '跟随切换').click()
    const lost = other.locator('.ant-modal-confirm').filter({ hasText: '确定放弃编辑？' })
    await lost.getByText('新增课程：课程名称').waitFor()
    await button(lost, '放弃').click()
    await other.getByRole('menuitem', { name: '用户与权限' }).waitFor()
    await switchHere('教师')
    await other.close()
  })

  test('logging out ends the session here and on the server', async () => {
    await page.getByRole('button', { name: /^用户菜单/ }).click()
    await page.getByRole('menuitem', { name: '退出登录' }).click()
    await agree(page, '确定要退出登录吗')
    await page.getByLabel('用户名').waitFor()
    await page.goto('/teaching/course')
    await page.getByLabel('用户名').waitFor()
    expect(address(page)).toBe(`/user/login?redirect=${encodeURIComponent('/teaching/course')}`)
  })

  test('an expired login asks once and returns to the same place', async () => {
    await page.goto('/')
    await signInAt(page, 'teacher1')
    await openMenu(page, '课程管理')
    await filters(page).getByLabel('课程名称').fill('电路')
    await filters(page).getByLabel('课程名称').press('Enter')
    await page.waitForURL(/courseTitle=/)
    const place = address(page)
    await page.evaluate(() => {
      for (const key of Object.keys(localStorage)) {
        const held = localStorage.getItem(key) ?? ''
        if (held.includes('"token"')) localStorage.setItem(key, held.replace(/("token":")[^"]+/, '$1gone'))
      }
    })
    await page.reload()
    const asked = dialog(page)
    await asked.getByText('登录已过期', { exact: true }).waitFor()
    await asked.getByLabel('密码').fill(demoPassword)
    await button(asked, '登录').click()
    await page.getByText('数字电路实验').first().waitFor()
    expect(address(page)).toBe(place)
  })

  test('a form that meets an expired login is saved after the password, and nothing typed is lost', async () => {
    await page.goto('/teaching/course')
    await button(page, '新增').click()
    const form = dialog(page, '新增课程')
    await form.getByLabel('课程名称').fill('过期时的课程')
    await choose(form, '学生类型', '本科生')
    await page.evaluate(async () => {
      const held = Object.values(localStorage).find((value: unknown) => typeof value === 'string' && value.includes('"token"'))
      const token = /"token":"([^"]+)/.exec(String(held))?.[1] ?? ''
      await fetch('/api/sys/logout', { method: 'POST', headers: { 'X-Access-Token': token } })
    })
    // The page may have heard of it by itself: then the question lies over the button.
    await button(form, '保存').dispatchEvent('click')
    const asked = dialog(page, '登录已过期')
    await asked.getByLabel('密码').fill('Wrong-12345')
    await asked.getByLabel('密码').press('Enter')
    await asked.getByText('用户名或密码错误').waitFor()
    expect(await page.locator('.ant-message-notice').count()).toBe(0)
    expect(await form.getByLabel('课程名称').inputValue()).toBe('过期时的课程')
    await asked.getByLabel('密码').fill(demoPassword)
    await asked.getByLabel('密码').press('Enter')
    await asked.waitFor({ state: 'hidden' })
    await form.waitFor({ state: 'hidden' })
    await row(page, '过期时的课程').waitFor()
  })

  test.each([
    ['/user/register', 'FamilyPage', '注册账户'],
    ['/user/alteration', 'FamilyPage', '找回密码'],
    ['/user/login', 'PhoneLogin', ''],
  ])('%s: what a slow line has not brought yet has an outline in its place', async (path, part, title) => {
    const slow = await journey.open({ width: 390, height: 844 })
    let answer = () => {}
    const held = new Promise<void>((release) => (answer = release))
    await slow.route(`**/assets/${part}-*.js`, async (route) => {
      await held
      await route.continue()
    })
    await slow.goto(path)
    if (title === '') await slow.getByRole('tab', { name: '手机号登录' }).click()
    await slow.locator('.login-form').getByRole('status', { name: '加载中' }).waitFor()
    answer()
    if (title === '') await slow.getByLabel('手机号').last().waitFor()
    else await slow.getByRole('heading', { name: title }).waitFor()
    expect(await slow.getByRole('status', { name: '加载中' }).count()).toBe(0)
    await slow.close()
  })

  test('everything that an account lacks is reported, not only the last thing', async () => {
    const bare = await journey.open()
    await bare.route('**/api/sys/login', async (route) => {
      const answer = await route.fetch()
      const body: { result: object } = await answer.json()
      await route.fulfill({ response: answer, json: { ...body, result: { ...body.result, roles: [], departs: [] } } })
    })
    await bare.goto('/')
    await bare.getByLabel('用户名').fill('teacher1')
    await bare.getByLabel('密码').fill(demoPassword)
    await button(bare, '登录').click()
    await said(bare, '您尚未选择角色,请确认账号信息')
    await said(bare, '您尚未归属部门,请确认账号信息')
    await bare.close()
  })
})
