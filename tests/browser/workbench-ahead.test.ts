import type { Page, Request } from 'playwright'
import { beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser } from '../support/browser.ts'
import { accompany, startJourney, type Journey } from './journey.ts'
import { liveClass, type LiveClass } from './live-class.ts'
import { dialog, said, signInAt } from './screen.ts'
import { decide } from './workbench-page.ts'

declare global {
  interface Window {
    line: { readonly said: string[]; readonly sockets: WebSocket[] }
  }
}

/** Runs in the page: records what it says about its connection, and the sockets it opens. */
function watchLine(): void {
  const said: string[] = []
  const sockets: WebSocket[] = []
  window.line = { said, sockets }
  window.WebSocket = class extends WebSocket {
    constructor(...given: ConstructorParameters<typeof WebSocket>) {
      super(...given)
      sockets.push(this)
    }
  }
  new MutationObserver(() => {
    const words = document.querySelector('.live-connection')?.textContent
    if (words && words !== said.at(-1)) said.push(words)
  }).observe(document, { subtree: true, childList: true, characterData: true })
}

/** The clock of a page, which advances only on demand and while the page waits for no answer. */
async function pausedTime(page: Page): Promise<{ pass(milliseconds: number): Promise<void> }> {
  let asked = 0
  const isNews = (request: Request) => request.url().includes('/feed/events')
  const answered = (request: Request) => void (isNews(request) && asked--)
  page.on('request', (request) => void (isNews(request) && asked++))
  page.on('requestfinished', answered)
  page.on('requestfailed', answered)
  const isOpening = () => page.evaluate(() => window.line.sockets.some(({ readyState }) => readyState === WebSocket.CONNECTING))
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000))
  return {
    pass: async (milliseconds) => {
      await page.clock.runFor(milliseconds)
      await expect.poll(async () => asked > 0 || (await isOpening())).toBe(false)
    },
  }
}

describe.skipIf(!hasBrowser())('typing on while the network is slow', () => {
  let journey: Journey
  let live: LiveClass
  let page: Page
  let low: Page

  const firstScores = () => Promise.all(live.students.slice(0, 8).map(async (who) => (await live.result(who)).score ?? null))
  const type = (keys: readonly string[]) => keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve())

  beforeAll(async () => {
    journey = await startJourney()
    journey.allowRefusals(409)
    live = await liveClass(journey, 26)
    for (const who of live.students.slice(0, 8)) await who.submit(1)
    page = await journey.open()
    await page.goto(live.screen)
    await signInAt(page, 'teacher1')
    await page.locator('.live-line').nth(7).waitFor()
    for (const call of ['edit', 'next'])
      await page.route(`**/bhInspectionResult/${call}`, async (route) => {
        await new Promise((resolve) => setTimeout(resolve, 400))
        await route.continue()
      })
    await page.locator('.live-rows').focus()
  })
  accompany(() => journey)

  test('every score is complete and in the row it was meant for', async () => {
    await type([...'71', 'Enter', ...'62', 'Enter', ...'5.5', 'Enter'])
    await expect.poll(firstScores, { timeout: 8000 }).toEqual([71, 62, 5.5, null, null, null, null, null])
  })

  test('so is a score typed before the next row has come', async () => {
    await type(['n', ...'84', 'Control+Enter', ...'93', 'Backspace', '5', 'Enter'])
    await expect.poll(firstScores, { timeout: 8000 }).toEqual([71, 62, 5.5, 84, 95, null, null, null])
  })

  test('after a refused save, keys typed ahead mark no other row', async () => {
    const [, , , , , sixth] = live.students
    if (!sixth) throw new Error('no such student')
    const { id, version } = await live.result(sixth)
    await page.keyboard.press('8')
    await live.teacher('POST', '/inspect/bhInspectionResult/edit', { id, version, submitStatus: 2, score: 60 })
    await type(['0', 'Enter', ...'77', 'Enter'])
    await page.getByRole('group', { name: '评分冲突' }).waitFor()
    await type([...'1.5', 'Enter', '2'])
    expect(await page.getByRole('group', { name: '评分冲突' }).count()).toBe(1)
    expect((await live.result(sixth)).score).toBe(60)
    await decide(page, '1')
    await expect.poll(firstScores, { timeout: 8000 }).toEqual([71, 62, 5.5, 84, 95, 80, null, null])
  })

  test('a window requested meanwhile opens for the following row', async () => {
    await type([...'66', 'Enter', ...'77', 'c'])
    await dialog(page, '评语库').getByRole('option').first().waitFor()
    expect(await page.getByLabel('分数', { exact: true }).inputValue()).toBe('77')
    expect(await firstScores()).toEqual([71, 62, 5.5, 84, 95, 80, 66, null])
  })

  test('a row being marked stays in place when the student submits again, and when it is scrolled away', async () => {
    for (const who of live.students.slice(8)) await who.submit(1)
    low = await journey.open({ height: 480 })
    await low.goto(live.screen)
    await signInAt(low, 'teacher1')
    await expect.poll(() => low.getByRole('grid').getAttribute('aria-rowcount')).toBe('19')
    const last = live.students[7]
    if (!last) throw new Error('no such student')
    await low.locator('.live-rows').focus()
    await low.keyboard.press('4')
    await last.submit(2)
    await low.locator('.live-notices').getByText('学生有新提交').waitFor()
    await low.keyboard.press('3')
    await low.locator('.live-rows').evaluate((box) => box.scrollTo(0, 0))
    await low.keyboard.press('a')
    await low.keyboard.press('Enter')
    await expect.poll(async () => (await live.result(last)).score, { timeout: 5000 }).toBe(43)
    await said(low, '保存成功！')
  })

  test('a key held down does its work once', async () => {
    await low.keyboard.press('Alt+3')
    await low.getByRole('grid', { name: '评分记录' }).locator('[aria-selected=true]').waitFor()
    await expect.poll(() => low.evaluate(() => document.activeElement?.className)).toBe('live-rows')
    for (let times = 0; times < 4; times += 1) {
      await low.keyboard.down('u')
      await low.waitForTimeout(150)
    }
    await low.keyboard.up('u')
    await expect.poll(async () => (await firstScores()).filter((score) => score === null).length).toBe(1)
  })

  test('a remark far to the right is written with its seat in sight, and the next row starts at its left edge', async () => {
    const rows = low.locator('.live-rows')
    const editing = low.locator('.live-line[data-editing=true]')
    const scrolled = () => rows.evaluate((box) => box.scrollLeft)
    const seat = () =>
      editing.locator('.live-seat-number').evaluate((shown) => {
        const { left, top, width, height } = shown.getBoundingClientRect()
        return document.elementFromPoint(left + width / 2, top + height / 2) === shown && shown.scrollWidth <= shown.clientWidth
      })
    await low.keyboard.press('Alt+1')
    await low.getByRole('grid', { name: '提交的实验' }).waitFor()
    await low.keyboard.press('n')
    await editing.waitFor()
    const first = await editing.getAttribute('data-row')
    await low.keyboard.type('75')
    await low.keyboard.press('b')
    await expect.poll(scrolled).toBeGreaterThan(0)
    expect(await seat()).toBe(true)
    await low.keyboard.type('线路整齐')
    await low.keyboard.press('Control+Enter')
    await expect.poll(() => editing.getAttribute('data-row')).not.toBe(first)
    await expect.poll(scrolled).toBe(0)
    expect(await seat()).toBe(true)
  })

  test('a page first says connecting, later reconnecting, and is connected within three seconds after the server is back', async () => {
    const waiting = await page.context().newPage()
    await waiting.addInitScript(watchLine)
    await waiting.clock.install()
    await waiting.goto(live.screen)
    const connected = waiting.getByRole('status', { name: '连接状态：已连接' })
    await connected.waitFor()
    expect(await waiting.evaluate(() => window.line.said)).toEqual(['正在连接', '已连接'])
    await page.close()
    const { start } = await journey.kill()
    const { pass } = await pausedTime(waiting)
    const tries = () => waiting.evaluate(() => window.line.sockets.length)
    for (let seconds = 0; seconds < 60; seconds++) await pass(1000)
    // Wait for a try that has just failed: after a minute without a server, the next automatic one is far away.
    for (const before = await tries(); (await tries()) === before;) await pass(1000)
    await start()
    for (let quarters = 0; quarters < 12; quarters++) await pass(250)
    await connected.waitFor()
  })
})
