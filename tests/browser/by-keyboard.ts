import type { Locator, Page } from 'playwright'
import { expect } from 'vitest'

const hasFocus = (place: Locator): Promise<boolean> =>
  place.evaluate((element) => element.contains(document.activeElement)).catch(() => false)

/** Press a key until the focus is in this place, as a person would. */
export async function walk(page: Page, key: 'Tab' | 'Shift+Tab' | 'ArrowDown', place: Locator): Promise<void> {
  for (let steps = 0; steps < 60; steps++) {
    if ((await place.count()) > 0 && (await hasFocus(place.first()))) return
    await page.keyboard.press(key)
  }
  throw new Error(`no way to ${place.toString()} by ${key}`)
}

/** Walk to a button or link, and press it. */
export async function pressOn(page: Page, target: Locator): Promise<void> {
  await walk(page, 'Tab', target)
  await page.keyboard.press('Enter')
}

export const focused = (place: Locator): Promise<void> => expect.poll(() => hasFocus(place), { timeout: 5000 }).toBe(true)

/** Runs in the page: the name of what has the focus, where it stands, and whether a walk has come to it before. */
function stop(): { name: string; x: number; y: number; width: number; height: number; isOld: boolean } | undefined {
  const here = document.activeElement
  if (!(here instanceof HTMLElement) || here === document.body) return undefined
  const isOld = here.dataset['walked'] === 'yes'
  here.dataset['walked'] = 'yes'
  const labels = here instanceof HTMLInputElement || here instanceof HTMLButtonElement ? [...(here.labels ?? [])] : []
  const words = here.getAttribute('aria-label') ?? (labels.length > 0 ? labels.map(({ innerText }) => innerText).join() : here.innerText)
  const { x, y, width, height } = here.getBoundingClientRect()
  // antd puts a space between two characters of a button.
  const name = words
    .trim()
    .replaceAll(/\s+/g, ' ')
    .replace(/^(\p{Script=Han}) (\p{Script=Han})$/u, '$1$2')
  return { name, x, y, width, height, isOld }
}

/** An input has room, and the frame that shows its focus, around it. */
const AROUND = 10

/** Whether one sees that it has the focus: its place looks different without. */
async function isSeen(page: Page, at: { x: number; y: number; width: number; height: number }): Promise<boolean> {
  const clip = {
    x: Math.max(0, at.x - AROUND),
    y: Math.max(0, at.y - AROUND),
    width: at.width + 2 * AROUND,
    height: at.height + 2 * AROUND,
  }
  const look = () => page.screenshot({ clip, animations: 'disabled' })
  const held = await look()
  const here = await page.evaluateHandle(() => document.activeElement as HTMLElement)
  await here.evaluate((element) => element.blur())
  const bare = await look()
  await here.evaluate((element) => element.focus())
  return !held.equals(bare)
}

/** The names of everything that Tab comes to from here on, in order; each shows that it has the focus. */
export async function tabStops(page: Page): Promise<string[]> {
  const names: string[] = []
  await page.evaluate(() => document.querySelectorAll('[data-walked]').forEach((one) => one.removeAttribute('data-walked')))
  for (let steps = 0; steps < 40; steps++) {
    const here = await page.evaluate(stop)
    if (here?.isOld) break
    if (here && here.width > 0) names.push((await isSeen(page, here)) ? here.name : `${here.name} (unseen)`)
    await page.keyboard.press('Tab')
  }
  return names
}
