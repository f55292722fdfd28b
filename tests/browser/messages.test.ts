import type { Page } from 'playwright'
import { beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser } from '../support/browser.ts'
import { accompany, startJourney, type Journey } from './journey.ts'
import { administratorOn, agree, button, choose, dialog, openMenu, row, said, sentenceOf } from './screen.ts'

/** Press an action of a row, wherever it stands. */
async function press(page: Page, of: string, action: string): Promise<void> {
  const shown = button(row(page, of), action)
  if (await shown.count()) return shown.click()
  await button(row(page, of), '更多').click()
  await page.getByRole('menuitem', { name: action }).click()
}

describe.skipIf(!hasBrowser())('messages', () => {
  let journey: Journey
  let page: Page
  beforeAll(async () => {
    journey = await startJourney()
    page = await administratorOn(journey, '消息模板')
  })
  accompany(() => journey)

  test('the content of a template is plain text or formatted, as its type says', async () => {
    await button(page, '新增').click()
    const form = dialog(page, '新增消息模板')
    await button(form, '保存').click()
    await expect.poll(() => sentenceOf(form, 'templateCode').textContent()).toBe('请输入模板CODE!')
    await expect.poll(() => sentenceOf(form, 'templateName').textContent()).toBe('请输入模板标题!')
    await expect.poll(() => sentenceOf(form, 'templateType').textContent()).toBe('请输入模板类型!')
    await form.getByLabel('模板CODE').fill('moved')
    await form.getByLabel('模板标题').fill('换教室')
    await choose(form, '模板类型', '短信')
    expect(await form.getByRole('toolbar').count()).toBe(0)
    await choose(form, '模板类型', '系统')
    // The text has the keys before the press is over.
    const hasKeys = await form.getByRole('button', { name: '斜体' }).evaluate((button: HTMLElement) => {
      button.click()
      return document.activeElement?.getAttribute('role')
    })
    expect(hasKeys).toBe('textbox')
    const bold = form.getByRole('button', { name: '加粗' })
    await bold.click()
    await expect.poll(() => bold.getAttribute('aria-pressed')).toBe('true')
    await page.keyboard.type('请到${教室}上课')
    await form.getByLabel('测试数据').fill('{"教室":"301"}')
    await button(form, '保存').dblclick()
    await said(page, '添加成功！')
    await form.waitFor({ state: 'hidden' })
    await row(page, '换教室').getByText('请到${教室}上课').waitFor()
  })

  test('one in use can be neither changed nor deleted, until it is stopped', async () => {
    await press(page, '换教室', '应用')
    await agree(page, '确定应用该模板吗?')
    await said(page, '操作成功！')
    await expect.poll(() => button(row(page, '换教室'), '编辑').isDisabled()).toBe(true)
    await button(row(page, '换教室'), '编辑').hover({ force: true })
    await page.getByRole('tooltip', { name: '此模板已被应用，禁止编辑!' }).waitFor()
    await press(page, '换教室', '停用')
    await agree(page, '确定停用该模板吗?')
    await expect.poll(() => button(row(page, '换教室'), '编辑').isEnabled()).toBe(true)
  })

  test('a test arrives behind the bell, and in the list of messages with what became of it', async () => {
    await press(page, '换教室', '发送测试')
    const test = dialog(page, '发送测试')
    expect(await test.getByLabel('测试数据').inputValue()).toBe('{"教室":"301"}')
    await button(test, '确定').click()
    await expect.poll(() => sentenceOf(test, 'receiver').textContent()).toBe('请输入接收人!')
    await test.getByLabel('接收人').fill('admin')
    await button(test, '确定').dblclick()
    await said(page, '发送消息任务添加成功！')
    await test.waitFor({ state: 'hidden' })
    await openMenu(page, '消息管理')
    // The list looks again by itself.
    await row(page, '换教室').getByText('发送成功').waitFor({ timeout: 15_000 })
    expect(await row(page, '换教室').count()).toBe(1)
    await openMenu(page, '我的消息')
    await row(page, '换教室').getByText('系统消息').waitFor()
  })

  test('what cannot be sent says why, and is sent anew once it is corrected', async () => {
    await openMenu(page, '消息管理')
    await button(page, '新增').click()
    const form = dialog(page, '新增消息')
    await form.getByLabel('消息标题').fill('找不到人')
    await form.getByLabel('接收人').fill('ghost')
    await form.getByRole('textbox', { name: '发送内容' }).click()
    await page.keyboard.type('您好')
    await button(form, '保存').dblclick()
    await said(page, '添加成功！')
    await expect
      .poll(
        async () => {
          await button(page, '查询').click()
          return row(page, '找不到人').getByText('发送失败').count()
        },
        { timeout: 10_000 },
      )
      .toBe(1)
    await press(page, '找不到人', '编辑')
    const again = dialog(page, '编辑消息')
    await again.getByLabel('接收人').fill('admin')
    await button(again, '保存').click()
    await expect
      .poll(
        async () => {
          await button(page, '查询').click()
          return row(page, '找不到人').getByText('发送成功').count()
        },
        { timeout: 10_000 },
      )
      .toBe(1)
    await press(page, '找不到人', '删除')
    await agree(page, '确定删除吗?')
    await row(page, '找不到人').waitFor({ state: 'hidden' })
  })
})
