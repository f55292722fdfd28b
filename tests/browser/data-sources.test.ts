import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser } from '../support/browser.ts'
import { startMysqlServer } from '../src/server/data-sources/mysql-server.ts'
import { accompany, startJourney, type Journey } from './journey.ts'
import { administratorOn, agree, button, choose, dialog, row, said, sentenceOf } from './screen.ts'

describe.skipIf(!hasBrowser())('data sources', () => {
  let journey: Journey
  let page: Page
  let mysql: Awaited<ReturnType<typeof startMysqlServer>>
  beforeAll(async () => {
    mysql = await startMysqlServer('lab', 'Geheim-4711')
    journey = await startJourney({ env: { OUTBOUND_ALLOW: `127.0.0.1:${mysql.port}` } })
    journey.allowRefusals(422)
    page = await administratorOn(journey, '多数据源管理')
  })
  afterAll(() => mysql.close())
  accompany(() => journey)

  const failure = () => dialog(page, '连接失败')
  const readFailure = async (reason: string) => {
    await failure().getByText(reason).waitFor()
    await button(failure(), '知道了').click()
    await failure().waitFor({ state: 'hidden' })
  }

  test('a type fills driver and address, and a connection is tried before anything is saved', async () => {
    await button(page, '新增').click()
    const form = dialog(page, '新增数据源')
    await button(form, '测试').click()
    await expect.poll(() => sentenceOf(form, 'dbType').textContent()).toBe('请选择数据库类型!')
    await form.getByLabel('数据源编码').fill('1_equipment')
    await form.getByLabel('数据源名称').fill('设备台账')
    await choose(form, '数据库类型', 'MySQL5.7+')
    await expect.poll(() => form.getByLabel('驱动类').inputValue()).toBe('com.mysql.cj.jdbc.Driver')
    await choose(form, '数据库类型', 'MySQL5.5')
    await expect.poll(() => form.getByLabel('驱动类').inputValue()).toBe('com.mysql.jdbc.Driver')
    // The browser fills in the login of this server only where it is asked for.
    expect(await form.getByLabel('密码').getAttribute('autocomplete')).toBe('new-password')
    await form.getByLabel('用户名').fill('lab')
    await button(form, '测试').click()
    await readFailure('目标地址不在允许范围内')
    await form.getByLabel('数据源地址').fill(`jdbc:mysql://127.0.0.1:${mysql.port}/equipment`)
    await form.getByLabel('密码').fill('wrong')
    await button(form, '测试').click()
    await readFailure('用户名或密码错误')
    await form.getByLabel('密码').fill('Geheim-4711')
    await page.route('**/testConnection', async (call) => {
      await pause(700)
      await call.continue()
    })
    await button(form, '测试').dblclick()
    await said(page, '连接中……')
    await said(page, '连接成功')
    await page.unroute('**/testConnection')
    await button(form, '保存').click()
    await expect.poll(() => sentenceOf(form, 'code').textContent()).toBe('编码必须以字母开头，可包含数字、下划线、横杠')
    await form.getByLabel('数据源编码').fill('equipment')
    await button(form, '保存').click()
    await said(page, '添加成功！')
    await row(page, '设备台账').getByText('MySQL5.5').waitFor()
  })

  test('an edit keeps the password that it does not show, tries with it, and not at another address', async () => {
    await button(row(page, '设备台账'), '编辑').click()
    const form = dialog(page, '编辑数据源')
    await expect.poll(() => form.getByLabel('数据源编码').isDisabled()).toBe(true)
    expect(await form.getByLabel('密码').inputValue()).toBe('')
    await form.getByLabel('数据源名称').fill('设备台账（新）')
    await button(form, '测试').click()
    await said(page, '连接成功')
    await form.getByLabel('数据源地址').fill(`jdbc:mysql://127.0.0.1:${mysql.port}/other`)
    await button(form, '测试').click()
    await expect.poll(() => sentenceOf(form, 'dbPassword').textContent()).toBe('地址或用户名已改动，请重新填写密码')
    await form.getByLabel('数据源地址').fill(`jdbc:mysql://127.0.0.1:${mysql.port}/equipment`)
    await button(form, '保存').click()
    await said(page, '编辑成功！')
    await button(row(page, '设备台账（新）'), '删除').click()
    await agree(page, '设备台账（新）')
    await row(page, '设备台账（新）').waitFor({ state: 'detached' })
  })
})
