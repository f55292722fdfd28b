import type { Page } from 'playwright'
import { beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser } from '../support/browser.ts'
import { serverPassword } from '../support/start-server.ts'
import { accompany, startJourney, type Journey } from './journey.ts'
import { button, choose, dialog, openMenu, putAway, row, said, signInAt } from './screen.ts'
import { callAs, type Call } from './small-session.ts'

describe.skipIf(!hasBrowser())('a save whose answer is lost on its way', () => {
  let journey: Journey
  let page: Page
  let call: Call
  beforeAll(async () => {
    journey = await startJourney()
    call = await callAs(journey, 'admin', serverPassword)
    await call('POST', '/sys/selectRole', { username: 'admin', roleCode: '1' })
    page = await journey.open({ losesNetwork: true })
    await signInAt(page, 'admin', '系统管理员')
  })
  accompany(() => journey)

  /** The next call of this address is answered, and the line is cut before anybody hears it. */
  const loseAnswerOf = (address: string) =>
    page.route(
      address,
      async (route) => {
        await route.fetch()
        await route.abort('connectionreset')
      },
      { times: 1 },
    )

  test('a new row is saved once, though it is sent again', async () => {
    await openMenu(page, '定时任务')
    await button(page, '新增').click()
    const form = dialog(page, '新增定时任务')
    await choose(form, '任务类名', '示例任务')
    await form.getByRole('textbox', { name: 'cron表达式' }).fill('0 0 12 1 1 ? 2099')
    await form.getByLabel('描述').fill('断线时保存')
    await loseAnswerOf('**/sys/quartzJob/add')
    await button(form, '保存').click()
    await putAway(page, '网络连接失败，请检查网络后重试')
    await button(form, '保存').click()
    await form.waitFor({ state: 'hidden' })
    await row(page, '断线时保存').first().waitFor()
    expect(await row(page, '断线时保存').count()).toBe(1)
  })

  test('an edit is nobody else’s change when it is sent again', async () => {
    await button(row(page, '断线时保存'), '编辑').click()
    const form = dialog(page, '编辑定时任务')
    await form.getByLabel('描述').fill('断线时修改')
    await loseAnswerOf('**/sys/quartzJob/edit')
    await button(form, '保存').click()
    await putAway(page, '网络连接失败，请检查网络后重试')
    await button(form, '保存').click()
    await form.waitFor({ state: 'hidden' })
    await row(page, '断线时修改').waitFor()
    // Going back to what it was is another save, not the first one again.
    for (const words of ['断线时保存', '断线时修改']) {
      await button(row(page, '断线时'), '编辑').click()
      await form.getByLabel('描述').fill(words)
      await button(form, '保存').click()
      await form.waitFor({ state: 'hidden' })
      await row(page, words).waitFor()
    }
  })

  test('what a form asks for is done once, though it is asked for again', async () => {
    const template = { templateCode: 'lost', templateName: '断线时发送', templateType: '1', templateContent: '请到新教室上课' }
    await call('POST', '/sys/message/sysMessageTemplate/add', template)
    await openMenu(page, '消息管理')
    await button(page, '发送测试').click()
    const form = dialog(page, '发送测试')
    await choose(form, '模板标题', '断线时发送')
    await form.getByLabel('接收人').fill('admin')
    await loseAnswerOf('**/sys/message/sysMessage/sendTest')
    await button(form, '确定').click()
    await putAway(page, '网络连接失败，请检查网络后重试')
    await button(form, '确定').click()
    await said(page, '发送消息任务添加成功！')
    await form.waitFor({ state: 'hidden' })
    const sent = await call<{ total: number }>('GET', '/sys/message/sysMessage/list', { esTitle: '断线时发送' })
    expect(sent.total).toBe(1)
  })
})
