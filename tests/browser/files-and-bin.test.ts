import type { Page } from 'playwright'
import { beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser } from '../support/browser.ts'
import { accompany, demoPassword, startJourney, type Journey } from './journey.ts'
import { button, dialog, openMenu, row, said, signInAt } from './screen.ts'

/** Calls of the course screen as teacher1, without the browser. */
async function caller(page: Page) {
  const login = await page.request.post('/api/sys/login', {
    data: { username: 'teacher1', password: demoPassword, captcha: '', checkKey: '' },
  })
  const headers = { 'X-Access-Token': String((await login.json()).result.token) }
  return async <T>(method: string, path: string, data?: unknown): Promise<T> =>
    (await (await page.request.fetch(`/api/inspect/bhCourse/${path}`, { method, headers, data })).json()).result
}

describe.skipIf(!hasBrowser())('files and the bin', () => {
  let journey: Journey
  let page: Page
  beforeAll(async () => {
    journey = await startJourney()
    page = await journey.open()
    await signInAt(page, 'teacher1')
    await openMenu(page, '课程管理')
  })
  accompany(() => journey)

  const edit = async () => {
    await button(row(page, '数字电路实验'), '编辑').click()
    return dialog(page, '编辑')
  }

  test('a file keeps its name: after the upload, after a reload, and when it is saved to disk', async () => {
    const form = await edit()
    const file = { name: '大纲 (1).pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n%%EOF\n') }
    await form.locator('[data-field="descAttach"] input[type=file]').setInputFiles(file)
    await form.locator('.ant-upload-list-item-done').getByText(file.name).waitFor()
    await button(form, '保存').click()
    await form.waitFor({ state: 'hidden' })
    await page.reload()
    const again = await edit()
    const address = await again.getByRole('link', { name: file.name }).getAttribute('href')
    const answer = await page.request.get(address ?? '')
    expect(answer.headers()['content-disposition']).toContain(`''${encodeURIComponent(file.name).replace('(', '%28').replace(')', '%29')}`)
    await button(again, '取消').click()
    await again.waitFor({ state: 'hidden' })
  })

  test('the bin is paged and searched on the server', async () => {
    const call = await caller(page)
    const semester = (await call<{ records: { semester: string }[] }>('GET', 'list')).records[0]?.semester
    const ids: string[] = []
    for (let n = 0; n < 12; n++)
      ids.push((await call<{ id: string }>('POST', 'add', { courseTitle: `旧课程${n}`, studentType: '2', semester })).id)
    await call('DELETE', `deleteBatch?ids=${ids.join()}`)
    await button(page, '回收站').click()
    const bin = dialog(page, '课程')
    await bin.getByText('共 12 条').waitFor()
    expect(await row(bin, '旧课程').count()).toBe(10)
    await bin.getByRole('listitem', { name: '2', exact: true }).click()
    await expect.poll(() => row(bin, '旧课程').count()).toBe(2)
    await bin.getByLabel('搜索回收站').fill('课程11')
    await bin.getByLabel('搜索回收站').press('Enter')
    await bin.getByText('共 1 条').waitFor()
    await button(row(bin, '旧课程11'), '还原').click()
    await said(page, '还原成功！')
    await bin.locator('.ant-empty').waitFor()
  })

  test('nothing complained', () => journey.expectQuiet())
})
