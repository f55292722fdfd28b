import type { Locator, Page } from 'playwright'
import { watchKeys } from './in-page.ts'

const keystrokes = 20

/** Middle and slowest but one in twenty of the milliseconds from a key in this input to the next paint. */
export async function keyToPaint(input: Locator): Promise<{ readonly median: number; readonly p95: number }> {
  const page = input.page()
  await input.focus()
  await page.evaluate(watchKeys)
  for (let index = 0; index < keystrokes; index += 1) await page.keyboard.press(String(index % 10), { delay: 30 })
  const times = await page.evaluate(() => ('keyTimes' in window && Array.isArray(window.keyTimes) ? window.keyTimes.map(Number) : []))
  const sorted = times.slice(-keystrokes).toSorted((one, other) => one - other)
  const percentile = (part: number) => Math.round((sorted[Math.floor((sorted.length - 1) * part)] ?? Number.NaN) * 10) / 10
  return { median: percentile(0.5), p95: percentile(0.95) }
}

/** Let the page's processor seem so many times slower. */
export async function slowDown(page: Page, times: number): Promise<void> {
  const machine = await page.context().newCDPSession(page)
  await machine.send('Emulation.setCPUThrottlingRate', { rate: times })
}

/** A plain input above everything, to compare with. */
export async function plainInput(page: Page): Promise<Locator> {
  await page.evaluate(() => {
    const plain = document.body.appendChild(document.createElement('input'))
    plain.id = 'plain'
    plain.style.cssText = 'position:fixed;top:0;left:0;z-index:9999'
  })
  return page.locator('#plain')
}
