import type { Page } from 'playwright'
import { beforeAll, describe, expect, test } from 'vitest'
import { keyToPaint, plainInput, slowDown } from '../../scripts/bench/key-to-paint.ts'
import { hasBrowser } from '../support/browser.ts'
import { accompany, startJourney, type Journey } from './journey.ts'
import { liveClass, type LiveClass } from './live-class.ts'
import { signInAt } from './screen.ts'

const rows = 1000

/** A full page of rows that look like a real one. */
async function serveThousand(page: Page, list: string): Promise<void> {
  await page.route(`**/bhInspectionResult/${list}?**`, async (route) => {
    const reply = await route.fetch()
    const body = (await reply.json()) as { result: { records: object[] } }
    const [model] = body.result.records
    const records = Array.from({ length: rows }, (_, index) => ({
      ...model,
      id: `r${1000 + index}`,
      realname: `学生${index}`,
      studyNumber: `2026${index}`,
    }))
    await route.fulfill({ json: { ...body, result: { ...body.result, records, total: rows } } })
  })
}

/** Counts the timers that tick once a second; runs in the page. */
function countClocks(): void {
  const clocks = new Set<unknown>()
  const { setInterval: begin, clearInterval: end } = window
  Object.defineProperty(window, 'clocks', { get: () => clocks.size })
  Object.assign(window, {
    setInterval: (work: () => void, after?: number) => {
      const clock = begin(work, after)
      if (after === 1000) clocks.add(clock)
      return clock
    },
    clearInterval: (clock: number) => {
      clocks.delete(clock)
      end(clock)
    },
  })
}

describe.skipIf(!hasBrowser())('a thousand requests', () => {
  let journey: Journey
  let live: LiveClass
  let page: Page

  beforeAll(async () => {
    journey = await startJourney()
    live = await liveClass(journey, 4)
    await live.students[0]?.help()
    page = await journey.open()
    await page.addInitScript(countClocks)
    await serveThousand(page, 'helpList')
    await page.goto(`${live.screen}&tab=2`)
    await signInAt(page, 'teacher1')
    await page.locator('.live-line').first().waitFor()
  })
  accompany(() => journey)

  test('are all listed, and only the visible ones are drawn', async () => {
    await expect.poll(() => page.getByRole('grid').getAttribute('aria-rowcount')).toBe(String(rows))
    expect(await page.locator('.live-line').count()).toBeLessThan(60)
    await page.locator('.live-rows').evaluate((box) => box.scrollTo(0, box.scrollHeight))
    await page.getByText(`学生${rows - 1}`, { exact: true }).waitFor()
    await page.locator('.live-rows').evaluate((box) => box.scrollTo(0, 0))
    await page.getByText('学生0', { exact: true }).waitFor()
  })

  test('count the time that each has waited by one clock', async () => {
    expect(await page.evaluate(() => 'clocks' in window && window.clocks)).toBe(1)
  })

  test('typing in one redraws no other', async () => {
    await page.evaluate(() => {
      const touched = new Set<string>()
      Object.assign(window, { touched })
      new MutationObserver((changes) => {
        for (const { target } of changes) {
          const element = target instanceof Element ? target : target.parentElement
          if (element?.closest('.live-waited') === null) touched.add(element.closest('[data-row]')?.getAttribute('data-row') ?? 'outside')
        }
      }).observe(document.querySelector('.live-rows') ?? document.body, {
        subtree: true,
        childList: true,
        characterData: true,
        attributes: true,
      })
    })
    await page.getByLabel('学生3 套件号', { exact: true }).pressSequentially('K-12')
    const touched = await page.evaluate(() => [...(window as unknown as { touched: Set<string> }).touched])
    expect(touched.filter((id) => id !== 'r1003')).toEqual([])
  })

  test('a key is painted about as soon as in a plain input, on a machine four times slower', async () => {
    const plain = await plainInput(page)
    await slowDown(page, 4)
    const inPlain = await keyToPaint(plain)
    const inRow = await keyToPaint(page.getByLabel('学生5 套件号', { exact: true }))
    await slowDown(page, 1)
    console.log(
      `key to paint, ${rows} rows, CPU ×4 slower: row median ${inRow.median} ms, p95 ${inRow.p95} ms; plain input median ${inPlain.median} ms, p95 ${inPlain.p95} ms`,
    )
    expect(inRow.median).toBeGreaterThan(0)
  })
})
