import type { Page } from 'playwright'
import { beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser } from '../support/browser.ts'
import { accompany, startJourney, type Journey } from './journey.ts'
import { address, agree, button, choose, dialog, filters, menu, menuItem, openMenu, openTab, row, said, signInAt } from './screen.ts'

const rowTexts = (page: Page) => page.locator('.ant-table-row').allInnerTexts()

describe.skipIf(!hasBrowser())('lists and pages', () => {
  let journey: Journey
  let page: Page
  beforeAll(async () => {
    journey = await startJourney()
    page = await journey.open()
    await signInAt(page, 'teacher1')
  })
  accompany(() => journey)

  test('filter, sort, page and page size survive a reload and a copied link', async () => {
    await openMenu(page, '学生管理')
    await page.getByText('共 300 条').waitFor()
    await filters(page).getByLabel('学号').fill('202501')
    await filters(page).getByLabel('学号').press('Enter')
    await page.getByText('共 50 条').waitFor()
    await page.getByRole('columnheader', { name: '学号' }).click()
    await page.waitForURL(/order=asc/)
    await page.locator('.ant-pagination-options .ant-select').click()
    await page.locator('.ant-select-item-option').filter({ hasText: '20 条/页' }).click()
    await page.getByRole('listitem', { name: '2', exact: true }).click()
    await row(page, '2025010021').waitFor()
    const [place, rows] = [address(page), await rowTexts(page)]
    expect(new URLSearchParams(place.split('?')[1]).toString()).toBe('studyNumber=202501&pageNo=2&pageSize=20&column=studyNumber&order=asc')
    expect(rows).toHaveLength(20)
    await page.reload()
    await row(page, '2025010021').waitFor()
    expect(await rowTexts(page)).toEqual(rows)
    expect(await filters(page).getByLabel('学号').inputValue()).toBe('202501')

    const elsewhere = await journey.open()
    await elsewhere.goto(place)
    await signInAt(elsewhere, 'teacher1')
    await row(elsewhere, '2025010021').waitFor()
    expect(address(elsewhere)).toBe(place)
    expect(await rowTexts(elsewhere)).toEqual(rows)
    await elsewhere.close()
  })

  test('a tab keeps its list; resetting shows the whole list again', async () => {
    await openMenu(page, '课程管理')
    await row(page, '数字电路实验').waitFor()
    await page.getByRole('tab', { name: '学生管理' }).click()
    await row(page, '2025010021').waitFor()
    await button(page, '重置').click()
    await page.getByText('共 300 条').waitFor()
    expect(await filters(page).getByLabel('学号').inputValue()).toBe('')
  })

  test('a page that does not exist becomes the last one, and Back works from there', async () => {
    await page.goto('/dashboard/analysis')
    await page.goto('/teaching/course?pageNo=9')
    await page.waitForURL((url) => !url.searchParams.has('pageNo'))
    await row(page, '数字电路实验').waitFor()
    await page.goBack()
    await page.waitForURL('**/dashboard/analysis')
    await openMenu(page, '课程管理')
    await row(page, '数字电路实验').waitFor()
  })

  test('Back to a search also restores its words', async () => {
    const field = filters(page).getByLabel('课程名称')
    const search = async (words: string) => {
      await field.fill(words)
      await field.press('Enter')
    }
    await search('数字')
    await page.waitForURL(/courseTitle=/)
    await search('')
    await page.waitForURL((url) => !url.searchParams.get('courseTitle'))
    await page.goBack()
    await page.waitForURL(/courseTitle=/)
    await expect.poll(() => field.inputValue()).toBe('数字')
  })

  test('a required filter is named before any call', async () => {
    const calls: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/bhFacility/list')) calls.push(request.url())
    })
    await page.goto('/teaching/equipment?courseId=')
    await page.locator('.ant-empty').filter({ hasText: '请选择课程！' }).waitFor()
    await button(page, '查询').click()
    await said(page, '请选择课程！')
    expect(calls).toEqual([])
  })

  test('a name leads to the row, whose address can be reloaded and copied; Back shows the list as it was', async () => {
    await page.goto('/teaching/course?courseTitle=数字&column=courseTitle&order=asc')
    await row(page, '数字电路实验').getByRole('link', { name: '数字电路实验', exact: true }).first().click()
    await page.waitForURL(/\/teaching\/course\/[^/?]+$/)
    const place = address(page)
    const tab = (name: string) => page.getByRole('tab', { name, exact: true, selected: true })
    await tab('数字电路实验').waitFor()
    await expect.poll(() => page.title()).toMatch(/^数字电路实验 - /)
    await page
      .getByRole('rowheader', { name: '授课教师' })
      .or(page.locator('.ant-descriptions-item-label', { hasText: '授课教师' }))
      .first()
      .waitFor()
    await page.reload()
    await tab('数字电路实验').waitFor()
    await page.goBack()
    await row(page, '数字电路实验').first().waitFor()
    expect(new URLSearchParams(address(page).split('?')[1]).get('courseTitle')).toBe('数字')
    await page.goForward()
    await page.getByRole('navigation', { name: '面包屑' }).or(page.locator('.shell-trail')).getByRole('link', { name: '课程管理' }).click()
    await page.waitForURL(/courseTitle=/)

    const elsewhere = await journey.open()
    await elsewhere.goto(place)
    await signInAt(elsewhere, 'teacher1')
    await elsewhere.getByRole('heading', { name: '数字电路实验' }).waitFor()
    expect(address(elsewhere)).toBe(place)
    await elsewhere.close()
  })

  test('the page of a row offers the same actions as the list, and shows its child rows on tabs', async () => {
    await page.goto('/teaching/course?courseTitle=数字')
    await row(page, '数字电路实验').getByRole('link', { name: '数字电路实验', exact: true }).first().press('Enter')
    await page.getByRole('heading', { name: '数字电路实验' }).waitFor()
    await button(page, '编辑').click()
    await dialog(page, '编辑').getByLabel('课程名称').waitFor()
    await button(dialog(page, '编辑'), '取消').click()
    const here = address(page)
    await button(page, '删除').click()
    await agree(page, '确定删除吗?')
    await said(page, '不能删除')
    expect(address(page)).toBe(here)
    await button(page, '编辑').waitFor()
    await page.getByRole('tab', { name: '任课教师' }).click()
    await page.waitForURL(/tab=courseTeacher/)
    await button(page, '添加任课教师').waitFor()
    await page.getByRole('tab', { name: '详情' }).click()
    await page.locator('.ant-descriptions').getByRole('link', { name: '2026-2027-1' }).click()
    await page.waitForURL(/\/teaching\/semester\/[^/]+$/)
    await page.getByRole('heading', { name: '2026-2027-1' }).waitFor()
  })

  test('any field can become a column: found, added and removed again', async () => {
    await page.goto('/teaching/course?courseTitle=数字')
    const heads = () => page.locator('.ant-table-thead th').allInnerTexts()
    await row(page, '数字电路实验').first().waitFor()
    const before = await heads()
    expect(before).not.toContain('开始日期')
    await button(page, '列设置').click()
    await page.getByLabel('搜索字段').fill('开始')
    await page.getByRole('checkbox', { name: '开始日期' }).check()
    await expect.poll(heads).toContain('开始日期')
    await row(page, '2026-09-07').first().waitFor()
    await button(page, '恢复默认').click()
    await expect.poll(heads).toEqual(before)
    await page.keyboard.press('Escape')
  })

  test('a repeated refusal is shown only once', async () => {
    await page.goto('/teaching/session')
    const sentence = await page.locator('.ant-empty-description').filter({ hasText: '请选择' }).innerText()
    for (let times = 0; times < 5; times++) await button(page, '查询').click()
    await said(page, sentence)
    expect(await page.locator('.ant-message-notice').count()).toBe(1)
  })

  test('a printed list is the whole table with its title, its filters in words and the day, and nothing around it', async () => {
    await page.goto('/identity/student?studyNumber=202501&pageSize=30&column=studyNumber&order=asc')
    await row(page, '2025010001').waitFor()
    await page.emulateMedia({ media: 'print' })
    const sheet = page.locator('.engine-print')
    await sheet.waitFor()
    expect(await sheet.getByRole('heading').innerText()).toBe('学生管理')
    expect(await sheet.innerText()).toMatch(/学号：\s*202501/)
    expect(await sheet.innerText()).toMatch(/打印时间：\d{4}-\d{2}-\d{2}/)
    expect(await sheet.locator('tbody tr').count()).toBe(30)
    expect(await sheet.locator('thead').evaluate((head) => getComputedStyle(head).display)).toBe('table-header-group')
    expect(await page.getByRole('navigation', { name: '主菜单' }).isVisible()).toBe(false)
    await page.emulateMedia({ media: 'screen' })
    await row(page, '2025010001').waitFor()
    await sheet.waitFor({ state: 'detached' })
  })

  test('a course is chosen once: other screens, browsers and new rows start with it, and a copied address does not change it', async () => {
    const admin = await journey.open()
    await signInAt(admin, 'admin', '系统管理员')
    await admin.getByRole('button', { name: '当前选择：2026-2027-1 · 选择课程' }).waitFor()
    await openMenu(admin, '设备管理')
    await choose(filters(admin), '课程', '通信原理实验')
    await row(admin, '通信原理实验').first().waitFor()
    const copied = address(admin)
    await openMenu(admin, '实验管理')
    await row(admin, '数字基带传输').waitFor()
    await button(admin, '新增').click()
    await dialog(admin, '新增').getByText('通信原理实验').waitFor()
    // Escape before the window has the cursor would be the page's.
    await button(dialog(admin, '新增'), '取消').click()

    await admin.getByRole('button', { name: '当前选择：2026-2027-1 · 通信原理实验' }).click()
    await choose(admin.locator('.offered-panel'), '课程', '大学物理实验')
    await row(admin, '霍尔效应').waitFor()
    await openTab(admin, '设备管理')
    await row(admin, '物理实验台').first().waitFor()

    const elsewhere = await journey.open()
    await elsewhere.goto(copied)
    await signInAt(elsewhere, 'admin', '系统管理员')
    await row(elsewhere, '通信原理实验').first().waitFor()
    await openMenu(elsewhere, '实验管理')
    await row(elsewhere, '霍尔效应').waitFor()
    await choose(elsewhere.locator('.shell-page'), '学期', '2026-2027-2')
    await row(elsewhere, '电子焊接工艺').waitFor()
    for (const each of [admin, elsewhere]) await each.close()
  })

  test('menu entries are links, found by initials; nothing moves however many pages are open', async () => {
    await page.goto('/dashboard/analysis')
    const link = menu(page).getByRole('link', { name: '课程管理' })
    expect(await link.getAttribute('href')).toBe('/teaching/course')
    const opened = page.context().waitForEvent('page')
    await link.click({ modifiers: ['Control'] })
    const beside = await opened
    await beside.waitForURL('**/teaching/course')
    await beside.close()
    expect(address(page)).toBe('/dashboard/analysis')
    await page.getByLabel('搜索菜单').fill('sbgl')
    await expect.poll(() => menu(page).getByRole('link').allInnerTexts()).toEqual(['设备管理'])
    await page.getByLabel('搜索菜单').fill('')
    await menuItem(page, '学期管理').waitFor()

    const place = () =>
      page
        .locator('.shell-page')
        .evaluate((one) => [one.getBoundingClientRect().x, one.getBoundingClientRect().y, innerWidth, document.documentElement.scrollWidth])
    const before = await place()
    for (const title of await menu(page).getByRole('link').allInnerTexts()) await openMenu(page, title)
    expect(await page.getByRole('tab').count()).toBeGreaterThan(10)
    expect(await place()).toEqual(before)
  })

  test('Ctrl+K finds pages, rows and forms by pinyin without a mouse; ? lists the keys of the page', async () => {
    const search = async (words: string) => {
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox', { name: '全局搜索' }).fill(words)
    }
    const option = (name: string) => page.getByRole('option', { name })
    await search('szdl')
    await option('数字电路实验').first().waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: '数字电路实验' }).waitFor()
    await search('课程管理')
    await option('新增 · 课程管理').waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    const form = dialog(page, '新增')
    await form.getByLabel('课程名称').fill('还没存')
    await search('学期')
    await option('学期管理').first().waitFor()
    await page.keyboard.press('Enter')
    await page.locator('.ant-modal-confirm').getByText('新增课程：课程名称').waitFor()
    // The question is drawn before it has the keys.
    await page.locator('.ant-modal-confirm button:focus', { hasText: '继续编辑' }).press('Escape')
    await page.getByRole('combobox', { name: '全局搜索' }).press('Escape')
    expect(await form.getByLabel('课程名称').inputValue()).toBe('还没存')
    await page.goto('/teaching/course')
    await row(page, '数字电路实验').waitFor()
    await page.keyboard.press('?')
    await dialog(page, '快捷键').getByText('在筛选框里：查询').waitFor()
    await dialog(page, '快捷键').press('Escape')
    await dialog(page, '快捷键').waitFor({ state: 'hidden' })
    await filters(page).getByLabel('课程名称').pressSequentially('?')
    expect(await dialog(page, '快捷键').count()).toBe(0)
  })

  test('pages that this user may not see, or that do not exist, lead home', async () => {
    await page.goto('/identity/user')
    await page.getByText('抱歉，您没有权限访问该页面').waitFor()
    await page.goto('/no/such/page')
    await page.getByText('抱歉，您访问的页面不存在或无权访问').waitFor()
    await button(page, '返回首页').click()
    await page.waitForURL('**/dashboard/analysis')
  })
})
