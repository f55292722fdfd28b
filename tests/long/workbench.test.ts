import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { waitingSubmissions, withSubmissions } from '../../scripts/bench/marking.ts'
import { hasBrowser, launchBrowser } from '../support/browser.ts'

const rounds = 25

/** Opens a page with an existing login. */
async function signedIn(page: Page, { token, userId }: { token: string; userId: string }): Promise<void> {
  const user = { id: userId, username: 'bench', realname: '教师', roleCode: '2' }
  const login = { token, user, roles: [], departments: [], savedAt: Date.now() }
  await page.addInitScript((record) => localStorage.setItem('shiyan.login', record), JSON.stringify(login))
}

/** Milliseconds from the key to the end of the frame that paints the next row with the cursor in its score. */
function nextByKey(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const editedRow = () => document.querySelector('.live-line[data-editing]')?.getAttribute('data-row')
        const before = editedRow()
        const pressed = performance.now()
        const target = document.activeElement ?? document.body
        target.dispatchEvent(new KeyboardEvent('keydown', { key: 'n', bubbles: true, cancelable: true }))
        const look = () => {
          const isThere =
            editedRow() !== undefined && editedRow() !== before && document.activeElement?.getAttribute('data-mark') === 'score'
          if (!isThere) return void requestAnimationFrame(look)
          const painted = new MessageChannel()
          painted.port1.onmessage = () => resolve(performance.now() - pressed)
          painted.port2.postMessage(undefined)
        }
        requestAnimationFrame(look)
      }),
  )
}

describe.skipIf(!hasBrowser())('the workbench in a browser', () => {
  test('moves on to the next unmarked result of 5,000 in a moment', async () => {
    const times = await withSubmissions('SQLite', async (marker) => {
      const browser = await launchBrowser()
      try {
        const page = await browser.newPage({ baseURL: `http://127.0.0.1:${marker.port}`, viewport: { width: 1440, height: 900 } })
        await signedIn(page, marker)
        await page.goto(`/teaching/inspectionResult/submitList?courseId=${marker.courseId}`)
        await page.locator('.live-line').first().waitFor()
        const counted = page.locator('.live-count').first()
        await expect.poll(() => counted.innerText()).toBe(String(waitingSubmissions))
        await page.locator('.live-rows').focus()
        const found: number[] = []
        for (let round = 0; round < rounds; round += 1) {
          found.push(await nextByKey(page))
          await page.waitForTimeout(100)
        }
        return found.toSorted((one, other) => one - other)
      } finally {
        await browser.close()
      }
    })
    const percentile = (part: number) => Math.round(times?.[Math.floor((times.length - 1) * part)] ?? Number.NaN)
    console.log(`next unmarked of ${waitingSubmissions}, key to painted cursor: median ${percentile(0.5)} ms, p95 ${percentile(0.95)} ms`)
    expect(percentile(0.5)).toBeLessThan(1000)
  })
})
