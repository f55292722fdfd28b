import type { Page } from 'playwright'
import { beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser } from '../support/browser.ts'
import { accompany, startJourney, type Journey } from './journey.ts'
import { button, choose, dialog, openAddress, question, row, sentenceOf, signInAt } from './screen.ts'

describe.skipIf(!hasBrowser())('a value that must be unique', () => {
  let journey: Journey
  let page: Page
  const asked: string[] = []
  beforeAll(async () => {
    journey = await startJourney()
    page = await journey.open()
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url())
      if (pathname === '/api/sys/duplicate/check')
        asked.push(['fieldName', 'fieldVal', 'commentType'].flatMap((name) => searchParams.get(name) ?? []).join(' '))
    })
    await signInAt(page, 'admin', '系统管理员')
  })
  accompany(() => journey)

  const user = (title: string) => dialog(page, title)
  const taken = '用户名已存在!'

  test('is asked about once when typing stops, and called taken below its field while it is', async () => {
    await openAddress(page, '/identity/user')
    await button(page, '新增').first().click()
    const form = user('新增用户')
    const username = form.getByLabel('用户账号')
    await username.pressSequentially('teacher1', { delay: 20 })
    await sentenceOf(form, 'username').getByText(taken).waitFor()
    expect(asked).toEqual(['username teacher1'])
    await form.getByLabel('姓名').fill('陈静')
    await sentenceOf(form, 'username').getByText(taken).waitFor()
    await username.press('End')
    await username.pressSequentially('x9')
    await sentenceOf(form, 'username').waitFor({ state: 'hidden' })
    await expect.poll(() => asked.at(-1)).toBe('username teacher1x9')
    await username.press('Backspace')
    await username.press('Backspace')
    await sentenceOf(form, 'username').getByText(taken).waitFor()
  })

  test('is not asked about while it breaks another rule, nor when it is the row’s own', async () => {
    const form = user('新增用户')
    const before = asked.length
    await form.getByLabel('邮箱').pressSequentially('not an address')
    await form.getByLabel('姓名').click()
    await sentenceOf(form, 'email').getByText('请输入正确格式的邮箱!').waitFor()
    await form.getByRole('button', { name: '关闭窗口' }).click()
    await button(page.locator('.ant-modal-confirm:visible'), '放弃').click()
    await form.waitFor({ state: 'hidden' })
    await openAddress(page, '/identity/student')
    await button(row(page, '2025060050').first(), '编辑').click()
    const student = dialog(page, '编辑学生')
    const phone = student.getByLabel('手机号码')
    const own = await phone.inputValue()
    expect(own).toMatch(/^1\d{10}$/)
    await phone.fill('13700300299')
    await sentenceOf(student, 'phone').getByText('手机号已存在!').waitFor()
    await phone.fill(own)
    await sentenceOf(student, 'phone').waitFor({ state: 'hidden' })
    await phone.fill('13999999999')
    await expect.poll(() => asked.slice(before)).toEqual(['phone 13700300299', 'phone 13999999999'])
  })

  test('within another field is asked about with that field’s value, and again when it is another', async () => {
    await openAddress(page, '/teaching/comment')
    await button(page, '新增').first().click()
    const form = dialog(page, '新增考察评语')
    const sentence = sentenceOf(form, 'comment').getByText('该类型下评语已存在!')
    const before = asked.length
    await form.getByLabel('评语', { exact: true }).fill('操作规范熟练，数据准确，能独立分析并解决问题')
    await choose(form, '评语类型', '实验操作')
    await sentence.waitFor()
    await choose(form, '评语类型', '课堂提问')
    await sentence.waitFor({ state: 'hidden' })
    const once = (type: string) => `comment 操作规范熟练，数据准确，能独立分析并解决问题 ${type}`
    await expect.poll(() => asked.slice(before)).toEqual([once('1'), once('3')])
    await button(form, '取消').click()
    await button(question(page), '放弃').click()
  })
})
