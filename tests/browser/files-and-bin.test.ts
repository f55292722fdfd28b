import type { Locator, Page } from 'playwright'
import { beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser } from '../support/browser.ts'
import { accompany, demoPassword, startJourney, type Journey } from './journey.ts'
import { agree, button, dialog, openMenu, row, said, signInAt } from './screen.ts'
import { telephone } from './telephone.ts'

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
    await button(bin, '清除筛选条件').click()
    await bin.getByText('共 11 条').waitFor()
  })

  test('a row that is restored or deleted in the bin leaves the ticks of the others, as one that is deleted in a list does', async () => {
    const bin = dialog(page, '课程')
    await bin.locator('.ant-pagination-options .ant-select').click()
    await page.locator('.ant-select-dropdown:visible').getByText('20 条/页').click()
    const tick = (place: Page | Locator, name: string) => row(place, name).getByRole('checkbox')
    for (const name of ['旧课程3', '旧课程4', '旧课程6']) await tick(bin, name).check()
    await button(row(bin, '旧课程5'), '还原').click()
    await row(bin, '旧课程5').waitFor({ state: 'hidden' })
    await bin.getByText('已选择 3 项').waitFor()
    await button(row(bin, '旧课程6'), '彻底删除').click()
    await agree(page, '彻底删除后不可恢复，确定删除吗?')
    await row(bin, '旧课程6').waitFor({ state: 'hidden' })
    await bin.getByText('已选择 2 项').waitFor()
    for (const name of ['旧课程3', '旧课程4']) expect(await tick(bin, name).isChecked()).toBe(true)
    await button(bin, '还原').first().click()
    await row(bin, '旧课程3').waitFor({ state: 'hidden' })
    expect(await bin.getByText('已选择').count()).toBe(0)
    await button(bin, '还原').first().click()
    await said(page, '请选择一条记录！')
    await bin.getByRole('button', { name: '关闭窗口' }).click()

    await page.goto('/teaching/course?courseTitle=旧课程')
    for (const name of ['旧课程3', '旧课程4']) await tick(page, name).check()
    await button(row(page, '旧课程3'), '更多').click()
    await page.getByRole('menuitem', { name: '删除' }).click()
    await agree(page, '旧课程3')
    await row(page, '旧课程3').waitFor({ state: 'hidden' })
    await page.getByRole('status').getByText('已选择 1 项').waitFor()
  })

  test('on a telephone the bin has a card for each row, with its buttons in sight', async () => {
    const small = await journey.open(telephone)
    await small.goto('/teaching/course')
    await signInAt(small, 'teacher1')
    await button(small, '回收站').click()
    const bin = dialog(small, '课程 - 回收站')
    const card = bin.getByRole('listitem').filter({ hasText: '旧课程7' })
    await card.getByRole('checkbox').check()
    await bin.getByText('已选择 1 项').waitFor()
    for (const words of ['还原', '彻底删除']) {
      const { x = 0, width = 0, height = 0 } = (await button(card, words).boundingBox()) ?? {}
      expect([height >= 44, x >= 0 && x + width <= telephone.width]).toEqual([true, true])
    }
    await button(card, '还原').click()
    await card.waitFor({ state: 'detached' })
    await small.close()
  })
})
