import type { Locator, Page } from 'playwright'
import { expect } from 'vitest'
import { said } from './screen.ts'

export const scoreInput = (page: Page): Locator => page.getByLabel('分数', { exact: true })

/** A row at hand that has left stays until the user goes on. */
export async function readAndGoOn(page: Page, line: Locator, fate: RegExp): Promise<void> {
  await line.getByText(fate).waitFor()
  await page.locator('.live-rows').focus()
  await page.keyboard.press('ArrowDown')
  await line.waitFor({ state: 'detached' })
}

/** Read a card, then decide by keyboard. */
export async function decide(page: Page, key: string): Promise<void> {
  await page.waitForTimeout(1000)
  await page.keyboard.press(key)
}

/** Keys for marking do nothing: no score is open, no window opens. */
export async function expectAtRest(page: Page): Promise<void> {
  await page.locator('.live-rows').focus()
  for (const key of [...'65', 'Enter', 'e', 'c']) await page.keyboard.press(key)
  expect(await scoreInput(page).count()).toBe(0)
  expect(await page.locator('.ant-modal:visible').count()).toBe(0)
}

/** Compare three photos with the previous two, where the third is new; each side is browsed separately. */
export async function compareAdded(page: Page, name: string): Promise<void> {
  const score = scoreInput(page)
  await score.press('x')
  await page.getByText('本次提交 3 / 3 新增').waitFor()
  await page.getByText('上次提交 1 / 2').waitFor()
  const [earlier, now] = [page.getByAltText(`${name} 上次提交`), page.getByAltText(/照片 3$/)]
  await earlier.waitFor()
  await now.waitFor()
  await score.press('r')
  await expect.poll(() => now.getAttribute('style')).toContain('rotate(90deg)')
  await score.press('w')
  await score.press('r')
  await score.press('r')
  await expect.poll(() => earlier.getAttribute('style')).toContain('rotate(180deg)')
  expect(await now.getAttribute('style')).toContain('rotate(90deg)')
  await score.press('ArrowRight')
  await page.getByText('上次提交 2 / 2').waitFor()
}

/** The name of the signed-in user. */
export const userNameOf = async (page: Page): Promise<string> =>
  (await page.getByRole('button', { name: /^用户菜单/ }).innerText()).trim().split(/\s/)[0] ?? ''

/** Enter a kit number that the server refuses: it says why, and the stored one comes back. */
export async function kitRefused(page: Page, kit: Locator): Promise<void> {
  const stored = await kit.inputValue()
  await kit.evaluate((input) => input.removeAttribute('maxlength'))
  await kit.fill('K'.repeat(65))
  await kit.blur()
  await said(page, '套件号：修改失败！套件号最多64个字符')
  expect(await kit.inputValue()).toBe(stored)
}
