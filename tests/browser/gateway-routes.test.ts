import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser } from '../support/browser.ts'
import { expectNone } from '../support/expect-none.ts'
import { accompany, startJourney, type Journey } from './journey.ts'
import { administratorOn, agree, button, dialog, row, said, sentenceOf } from './screen.ts'
import { pushedSideways } from './sideways.ts'
import { telephone } from './telephone.ts'

describe.skipIf(!hasBrowser())('gateway routes', () => {
  let journey: Journey
  let page: Page
  let target: Server
  let uri = ''
  beforeAll(async () => {
    target = createServer((request, response) => response.end(`${request.method} ${request.url}`))
    await new Promise<void>((done) => target.listen(0, '127.0.0.1', done))
    const { port } = target.address() as AddressInfo
    uri = `http://127.0.0.1:${port}`
    journey = await startJourney({ env: { OUTBOUND_ALLOW: `127.0.0.1:${port}` } })
    journey.allowRefusals(422)
    page = await administratorOn(journey, '网关路由')
  })
  accompany(() => journey)
  afterAll(() => new Promise((done) => target.close(done) && target.closeAllConnections()))

  const forwarded = async (path: string) => (await fetch(`${journey.server.url}/gateway${path}`)).text()
  /** A row of one of the kinds that the drawer offers. */
  async function addRow(words: string, kind: string): Promise<void> {
    await button(dialog(page), words).click()
    await page.getByRole('menuitem', { name: kind, exact: true }).click()
  }

  test('one says what is missing, is saved once on a slow network however often that is pressed, and forwards', async () => {
    await button(page, '新增').dblclick()
    const form = dialog(page, '新增网关路由')
    await button(form, '保存').click()
    for (const [field, sentence] of [
      ['routerId', '请输入路由ID!'],
      ['name', '请输入路由名称!'],
      ['uri', '请输入路由URI!'],
      ['predicates', '请添加路由条件!'],
    ] as const)
      await expect.poll(() => sentenceOf(form, field).textContent()).toBe(sentence)
    await form.getByLabel('路由ID').fill('instruments')
    await form.getByLabel('路由名称').fill('仪器接口')
    await form.getByLabel('路由URI').fill('ftp://127.0.0.1')
    await addRow('添加路由条件', 'Path')
    // The sentence goes while its user types. If it went at the press of the next button, that would move away from the hand.
    await page.setViewportSize({ width: 1440, height: 1400 })
    await form.getByText('请输入参数!', { exact: true }).waitFor()
    await form.getByLabel('第1行参数').fill('/instruments/**')
    await addRow('添加过滤器', '限流过滤器')
    await page.setViewportSize({ width: 1440, height: 900 })
    const values = form.getByRole('textbox', { name: /^第\d个参数值$/ })
    expect(await values.evaluateAll((all) => all.map((one) => (one instanceof HTMLInputElement ? one.value : '')))).toEqual([
      '#{@ipKeyResolver}',
      '20',
      '20',
    ])
    await addRow('添加路由条件', 'Between')
    for (const moment of ['2026-09-01T00:00:00+08:00[Asia/Shanghai]', '2099-01-31T00:00:00+08:00[Asia/Shanghai]']) {
      await form.getByLabel('第2行参数').fill(moment)
      await page.keyboard.press('Enter')
    }
    // All of a row can be seen beside what removes it.
    expectNone(await pushedSideways(form))
    await button(form, '保存').click()
    await expect.poll(() => sentenceOf(form, 'uri').textContent()).toBe('路由URI必须以http://或https://开头')
    await form.getByLabel('路由URI').fill(uri)
    await page.route('**/gatewayRoute/add', async (call) => {
      await pause(700)
      await call.continue()
    })
    await button(form, '保存').dblclick()
    await said(page, '添加成功！')
    await form.waitFor({ state: 'hidden' })
    await row(page, '仪器接口').waitFor()
    await expect.poll(() => forwarded('/instruments/7?on=1')).toBe('GET /instruments/7?on=1')
    expect(await row(page, '仪器接口').count()).toBe(1)
  })

  test('one that is switched off looks so, and forwards nothing; the cache is emptied', async () => {
    await button(row(page, '仪器接口'), '编辑').click()
    const form = dialog(page, '编辑网关路由')
    await form.getByLabel('第1行参数').first().waitFor()
    await page.setViewportSize(telephone)
    await expect.poll(() => pushedSideways(form)).toEqual([])
    await page.setViewportSize({ width: 1440, height: 900 })
    await form.getByRole('switch', { name: '路由状态', checked: true }).click()
    await button(form, '保存').click()
    await form.waitFor({ state: 'hidden' })
    await row(page, '仪器接口').getByText('禁用').waitFor()
    await expect.poll(() => forwarded('/instruments/7')).toContain('没有匹配的网关路由')
    await button(page, '清空缓存').dblclick()
    await said(page, '清除成功！')
  })

  test('the list offers what the document has and nothing else; one is deleted after a question', async () => {
    for (const words of ['导出', '导入', '批量删除']) expect(await button(page, words).count(), words).toBe(0)
    await button(row(page, '仪器接口'), '删除').click()
    await agree(page, '确定删除吗?')
    await said(page, '删除路由成功')
    await row(page, '仪器接口').waitFor({ state: 'detached' })
  })
})
