import type { Page } from 'playwright'
import { beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser } from '../support/browser.ts'
import { focused, pressOn, walk } from './by-keyboard.ts'
import { accompany, demoPassword, startJourney, type Journey } from './journey.ts'
import { button, dialog, menu, menuItem, row, said, sentenceOf } from './screen.ts'

describe.skipIf(!hasBrowser())('a course using only the keyboard', () => {
  let journey: Journey
  let page: Page
  beforeAll(async () => {
    journey = await startJourney()
    page = await journey.open({ motion: true })
  })
  accompany(() => journey)

  test('signing in needs no mouse', async () => {
    await page.goto('/')
    await focused(page.getByLabel('用户名'))
    await page.keyboard.type('teacher1')
    await page.keyboard.press('Tab')
    await page.keyboard.type(demoPassword)
    await page.keyboard.press('Enter')
    await said(page, '欢迎回来')
  })

  test('a menu entry can be reached and opened', async () => {
    await menuItem(page, '课程管理').waitFor()
    await walk(page, 'Tab', menu(page).getByRole('menu').first())
    await walk(page, 'ArrowDown', menuItem(page, '课程管理'))
    await page.keyboard.press('Enter')
    await row(page, '数字电路实验').waitFor()
  })

  test('a course is added; Ctrl+Enter checks and saves', async () => {
    await pressOn(page, button(page, '新增'))
    const form = dialog(page, '新增')
    await focused(form.getByLabel('课程名称'))
    await page.keyboard.press('Control+Enter')
    await sentenceOf(form, 'courseTitle').waitFor()
    await page.keyboard.type('键盘上的课程')
    await walk(page, 'Tab', form.getByLabel('学生类型'))
    await page.keyboard.type('本科')
    await page.locator('.ant-select-item-option-active').filter({ hasText: '本科生' }).waitFor()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Control+Enter')
    await form.waitFor({ state: 'hidden' })
    await row(page, '键盘上的课程').waitFor()
    await focused(button(page, '新增'))
  })

  test('a form whose data arrives while its window opens has two columns; Esc asks before changes are thrown away, and only then', async () => {
    await pressOn(page, button(row(page, '键盘上的课程'), '编辑'))
    const form = dialog(page, '编辑')
    await focused(form.getByLabel('课程名称'))
    const top = async (label: string) => (await form.getByLabel(label).boundingBox())?.y
    await expect.poll(async () => (await top('结束日期')) === (await top('开始日期')), { timeout: 5000 }).toBe(true)
    await page.keyboard.press('End')
    await page.keyboard.type('（改）')
    await page.keyboard.press('Escape')
    const question = page.locator('.ant-modal-confirm').filter({ hasText: '确定放弃编辑？' })
    await question.waitFor()
    await page.keyboard.press('Escape')
    await question.waitFor({ state: 'hidden' })
    expect(await form.getByLabel('课程名称').inputValue()).toBe('键盘上的课程（改）')
    await focused(form)
    await page.keyboard.press('Control+Enter')
    await form.waitFor({ state: 'hidden' })
    await row(page, '键盘上的课程（改）').waitFor()
    await focused(button(row(page, '键盘上的课程（改）'), '编辑'))

    await page.keyboard.press('Enter')
    await focused(form.getByLabel('课程名称'))
    await page.keyboard.press('Escape')
    await form.waitFor({ state: 'hidden' })
    expect(await question.count()).toBe(0)
    await focused(button(row(page, '键盘上的课程（改）'), '编辑'))
  })

  test('a row is deleted after a confirmation', async () => {
    await pressOn(page, button(row(page, '键盘上的课程（改）'), '更多'))
    const remove = page.getByRole('menuitem', { name: '删除' })
    await remove.waitFor()
    await focused(page.getByRole('menu').filter({ has: remove }))
    await walk(page, 'ArrowDown', remove)
    await page.keyboard.press('Enter')
    await pressOn(page, button(page.locator('.ant-modal-confirm').filter({ hasText: '确定删除吗?' }), '确定'))
    await row(page, '键盘上的课程').waitFor({ state: 'hidden' })
    await focused(page.locator('.ant-table-tbody'))
  })
})
