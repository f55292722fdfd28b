import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from 'playwright'
import { beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser } from '../support/browser.ts'
import { accompany, startJourney, type Journey } from './journey.ts'
import { button, dialog, openMenu, row, said, sentenceOf, signInAt } from './screen.ts'
import { pushedSideways } from './sideways.ts'
import { telephone } from './telephone.ts'

describe.skipIf(!hasBrowser())('check rules', () => {
  let journey: Journey
  let page: Page
  beforeAll(async () => {
    journey = await startJourney()
    page = await journey.open()
    await signInAt(page, 'admin', '系统管理员')
    await openMenu(page, '系统校验规则')
  })
  accompany(() => journey)

  test('rows in two tabs are added, moved and removed; a wrong one opens its tab and says which row it is', async () => {
    await button(page, '新增').click()
    const form = dialog(page, '新增编码校验规则')
    await form.getByLabel('规则名称').fill('课程编号')
    await form.getByLabel('规则Code').fill('course_no')
    const add = form.getByRole('button', { name: '局部规则：添加一行' })
    await add.click()
    await form.getByLabel('第1行位数').fill('0')
    await form.getByLabel('第1行正则表达式').fill('[A-Z]')
    await form.getByLabel('第1行提示文本').fill('第一位是大写字母')
    await add.click()
    await form.getByLabel('第2行位数').fill('2')
    await form.getByLabel('第2行正则表达式').fill('\\d+')
    await form.getByLabel('第2行提示文本').fill('后两位是数字')
    await form.getByRole('button', { name: '第2行上移' }).click()
    await expect.poll(() => form.getByLabel('第1行位数').inputValue()).toBe('2')
    await form.getByRole('button', { name: '第1行下移' }).click()
    await expect.poll(() => form.getByLabel('第1行位数').inputValue()).toBe('0')
    await add.click()
    await form.getByRole('button', { name: '第3行删除' }).click()
    await form.getByRole('tab', { name: '全局规则' }).click()
    await button(form, '保存').click()
    await expect.poll(() => sentenceOf(form, 'localRules').textContent()).toBe('第1行：请输入大于零的正整数')
    await expect.poll(() => form.getByRole('tab', { selected: true }).textContent()).toContain('局部规则')
    await form.getByLabel('第1行位数').fill('1')
    await button(form, '保存').dblclick()
    await said(page, '添加成功！')
    await form.waitFor({ state: 'hidden' })
  })

  test('on a telephone each row is a card, with the name of each value above it', async () => {
    await button(row(page, '课程编号'), '编辑').click()
    const form = dialog(page, '编辑编码校验规则')
    await form.getByLabel('第2行位数').waitFor()
    await page.setViewportSize(telephone)
    await expect.poll(() => pushedSideways(form)).toEqual([])
    const [digits, pattern] = await Promise.all(['第1行位数', '第1行正则表达式'].map((name) => form.getByLabel(name).boundingBox()))
    expect(digits?.x).toBe(pattern?.x)
    expect(digits?.y).toBeLessThan(pattern?.y ?? 0)
    await form.locator('label').filter({ hasText: '正则表达式' }).first().waitFor()
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.keyboard.press('Escape')
    await form.waitFor({ state: 'hidden' })
  })

  test('a value is tried against the rule until it passes, and closing the window loses nothing that would be asked about', async () => {
    await button(row(page, '课程编号'), '功能测试').click()
    const form = dialog(page, '功能测试 - 课程编号')
    await form.getByLabel('测试值').fill('a12')
    await button(form, '测试').click()
    await form.getByRole('status').getByText('第一位是大写字母').waitFor()
    await form.getByLabel('测试值').fill('A12')
    await button(form, '测试').click()
    await form.getByRole('status').getByText('校验通过').waitFor()
    await page.keyboard.press('Escape')
    await form.waitFor({ state: 'hidden' })
  })

  test('the test of a fill rule shows the code that comes next, once, however often it is pressed', async () => {
    await openMenu(page, '系统编码规则')
    await page.route('**/testFillRule**', async (call) => {
      await pause(700)
      await call.continue()
    })
    await button(row(page, 'request_number'), '功能测试').dblclick()
    await said(page, '生成中...')
    // A third press comes while the answer is still on its way.
    await button(row(page, 'request_number'), '功能测试').click()
    await dialog(page, '功能测试')
      .getByText(/^CN\d{8}\d{4}$/)
      .waitFor()
    await button(page, '知道了').click()
    await dialog(page, '功能测试').waitFor({ state: 'hidden' })
  })
})
