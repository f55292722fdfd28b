import type { Page } from 'playwright'
import { expect } from 'vitest'
import { violations } from './axe.ts'
import { ground } from './screen.ts'

/** The page has its heading, and everything has finished loading. */
export async function settled(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor({ state: 'attached' })
  await page.locator('.ant-spin-spinning, .ant-skeleton-active').first().waitFor({ state: 'hidden' })
}

/** Runs in the page: colours no longer change. */
async function coloursRest(): Promise<void> {
  await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)))
  const changes = document.getAnimations().filter((animation) => animation instanceof CSSTransition)
  await Promise.allSettled(changes.map(({ finished }) => finished))
}

/** All rules in the light theme, and in the dark one those that depend on colours. */
export async function inBothLights(page: Page, name: string): Promise<string[]> {
  await settled(page)
  const light = await violations(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(() => ground(page), { message: `${name} is dark` }).toBeLessThan(90)
  await page.evaluate(coloursRest)
  const dark = await violations(page, { runOnly: ['color-contrast'] })
  await page.emulateMedia({ colorScheme: 'light' })
  return [...light.map((fault) => `${name}: ${fault}`), ...dark.map((fault) => `${name}, dark: ${fault}`)]
}

/** All rules in one light: a screen in one and its form in the other, turn by turn. Whole runs look at each in both. */
export async function inOneLight(page: Page, name: string, isDark: boolean): Promise<string[]> {
  if (!isDark)
    return settled(page)
      .then(() => violations(page))
      .then((found) => found.map((fault) => `${name}: ${fault}`))
  await page.emulateMedia({ colorScheme: 'dark' })
  await settled(page)
  await expect.poll(() => ground(page), { message: `${name} is dark` }).toBeLessThan(90)
  await page.evaluate(coloursRest)
  const found = await violations(page)
  await page.emulateMedia({ colorScheme: 'light' })
  await page.evaluate(coloursRest)
  return found.map((fault) => `${name}, dark: ${fault}`)
}
