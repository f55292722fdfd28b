import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from 'playwright'
import { beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser } from '../support/browser.ts'
import { accompany, startJourney, type Journey } from './journey.ts'
import { administratorOn, agree, button, dialog, filters, openMenu, row, said, signInAt } from './screen.ts'

const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')
const pdf = Buffer.from(
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
)
const zip = Buffer.concat([Buffer.from('PK\x05\x06', 'latin1'), Buffer.alloc(18)])
/** Rows that are there before. */
const inDemo = 2
const files: Readonly<Record<string, Buffer>> = {
  '图 1.png': png,
  '讲义.pdf': pdf,
  '说明.txt': Buffer.from('第一行 <b>不是标记</b>'),
  '资料.zip': zip,
}

describe.skipIf(!hasBrowser())('the file list', () => {
  let journey: Journey
  let page: Page
  beforeAll(async () => {
    journey = await startJourney()
    page = await administratorOn(journey, '文件管理')
  })
  accompany(() => journey)

  async function choose(words: string, name: string, buffer: Buffer): Promise<void> {
    const chooser = page.waitForEvent('filechooser')
    await button(page, words).click()
    await (await chooser).setFiles({ name, mimeType: 'application/octet-stream', buffer })
  }
  const preview = async (name: string) => {
    await button(row(page, name), '预览').click()
    const window = dialog(page, '预览')
    await button(window, '下载')
      .or(window.getByRole('link', { name: '下载' }))
      .waitFor()
    return window
  }
  const close = async () => {
    await page.keyboard.press('Escape')
    await dialog(page, '预览').waitFor({ state: 'hidden' })
  }

  test('each file is uploaded, told of by its name and listed; one that is refused is not', async () => {
    for (const [name, content] of Object.entries(files)) {
      await choose('OSS文件上传', name, content)
      await said(page, `${name} 上传成功！`)
      await row(page, name).waitFor()
    }
    await choose('OSS文件上传', '页面.html', Buffer.from('<html>'))
    await said(page, '不支持的文件类型，请检查文件格式！')
    await choose('MINIO文件上传', '第二.txt', Buffer.from('二'))
    await said(page, '上传失败,请检查配置信息是否正确!')
    expect(await page.locator('.ant-table-row').count()).toBe(Object.keys(files).length + inDemo)
  })

  test('a file that takes its time is said to be on its way', async () => {
    const call = '**/sys/oss/file/upload'
    await page.route(call, async (sent) => {
      await pause(1_000)
      await sent.continue()
    })
    await choose('OSS文件上传', '慢.txt', Buffer.from('慢'))
    await page.locator('.ant-message-loading').getByText('慢.txt 上传中……').waitFor()
    await said(page, '慢.txt 上传成功！')
    await page.locator('.ant-message-loading').waitFor({ state: 'hidden' })
    await page.unroute(call)
  })

  test('a choice that is given up leaves the button ready for the next one', async () => {
    for (const times of [1, 2]) {
      const chooser = page.waitForEvent('filechooser')
      await button(page, 'OSS文件上传').click()
      expect((await chooser).isMultiple(), String(times)).toBe(false)
    }
  })

  test('a picture, a PDF and a text are shown, in frames in which nothing runs; another file is offered for download', async () => {
    for (const times of [1, 2]) {
      const picture = (await preview('图 1.png')).getByRole('img', { name: '图 1.png' })
      await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth), { message: String(times) }).toBe(1)
      await close()
    }
    const window = await preview('说明.txt')
    expect(await window.locator('iframe').getAttribute('sandbox')).toBe('')
    await window.frameLocator('iframe').getByText('第一行 <b>不是标记</b>').waitFor()
    await close()
    expect(await (await preview('讲义.pdf')).locator('iframe[title="讲义.pdf"]').count()).toBe(1)
    await close()
    await (await preview('资料.zip')).getByText('此类文件不能在线预览，请下载后查看').waitFor()
    const download = page.waitForEvent('download')
    await dialog(page, '预览').getByText('下载', { exact: true }).click()
    expect((await download).suggestedFilename()).toBe('资料.zip')
    await close()
  })

  test('a page that has been open for longer than addresses live still opens its files', async () => {
    const link = row(page, '讲义.pdf').getByRole('link', { name: /^temp.*pdf$/ })
    await expect.poll(() => link.getAttribute('href')).toContain('signature=')
    await page.evaluate(() => {
      const now = Date.now
      Date.now = () => now() + 300_000
    })
    const signed = page.waitForRequest('**/sys/common/sign')
    await link.hover()
    await signed
    expect(await link.getAttribute('href')).toContain('signature=')
    await page.reload()
    await row(page, '讲义.pdf').waitFor()
  })

  test('whoever signs in next on the same page opens files at addresses of their own', async () => {
    const link = row(page, '讲义.pdf').getByRole('link', { name: /^temp.*pdf$/ })
    const opens = async () =>
      page.evaluate(async (url) => (await fetch(url, { cache: 'no-store' })).status, (await link.getAttribute('href')) ?? '')
    await expect.poll(opens).toBe(200)
    await page.getByRole('button', { name: /^用户菜单/ }).click()
    await page.getByRole('menuitem', { name: '退出登录' }).click()
    await agree(page, '确定要退出登录吗')
    await signInAt(page, 'admin', '系统管理员')
    await openMenu(page, '文件管理')
    await expect.poll(() => link.getAttribute('href')).toContain('signature=')
    expect(await opens()).toBe(200)
  })

  test('files are found by their name and by their address', async () => {
    await filters(page).getByLabel('文件名称').fill('讲义')
    await button(page, '查询').click()
    await row(page, '图 1.png').waitFor({ state: 'detached' })
    await row(page, '讲义.pdf').waitFor()
    await button(page, '重置').click()
    await filters(page).getByLabel('文件地址').fill('.zip')
    await button(page, '查询').click()
    await row(page, '讲义.pdf').waitFor({ state: 'detached' })
    await row(page, '资料.zip').waitFor()
    await button(page, '重置').click()
    await row(page, '讲义.pdf').waitFor()
  })

  test('a file is deleted after a question, and not before it is answered', async () => {
    const ask = async () => {
      await button(row(page, '说明.txt'), '删除').click()
      const question = dialog(page, '确认删除')
      await question.getByText('确定删除该文件吗?').waitFor()
      return question
    }
    await button(await ask(), '取消').click()
    await dialog(page, '确认删除').waitFor({ state: 'hidden' })
    await row(page, '说明.txt').waitFor()
    await button(await ask(), '确定').click()
    await said(page, '删除成功!')
    await row(page, '说明.txt').waitFor({ state: 'detached' })
  })
})
