import type { Locator, Page } from 'playwright'
import { beforeAll, beforeEach, expect } from 'vitest'
import { startSmsGateway, type SmsGateway } from '../support/sms-gateway.ts'
import { startThirdProvider, type ThirdProvider } from '../support/third-provider.ts'
import { accompany, startJourney, type Journey } from './journey.ts'
import { focused, pressOn, walk } from './by-keyboard.ts'
import { button, sentenceOf } from './screen.ts'

/** A server with a gateway for codes and another provider, and a browser at its login. */
export interface SignInStand {
  readonly gateway: SmsGateway
  readonly provider: ThirdProvider
  readonly page: Page
  /** The address under which the browser is a secure place with a name. */
  readonly site: string
}

/** Starts the stand for the tests of a suite, each of which begins at the login of a browser that nobody has signed in with. */
export function openSignIn(arrive: (stand: SignInStand) => void): void {
  let journey: Journey
  let stand: SignInStand
  beforeAll(async () => {
    const gateway = await startSmsGateway()
    const provider = await startThirdProvider()
    journey = await startJourney({ env: { SMS: gateway.url, THIRD_LOGIN: provider.settings } })
    journey.allowRefusals(401, 422)
    const site = journey.server.url.replace('127.0.0.1', 'localhost')
    stand = { gateway, provider, page: await journey.open(), site }
    arrive(stand)
    return async () => {
      await gateway.close()
      await provider.close()
    }
  })
  accompany(() => journey)
  beforeEach(async () => {
    const { page, site } = stand
    await page.goto(`${site}/m-worker.js`)
    await page.evaluate(() => localStorage.clear())
    await page.goto(`${site}/`)
    await page.getByLabel('用户名', { exact: true }).waitFor()
  })
}

/** What a person does with the keyboard on the pages of the sign-in family. */
export function keysOn(pageNow: () => Page, gatewayNow: () => SmsGateway) {
  const field = (label: string): Locator => pageNow().getByLabel(label, { exact: true }).and(pageNow().locator('input'))
  const sentence = (name: string, words: string) => expect.poll(() => sentenceOf(pageNow().locator('form'), name).textContent()).toBe(words)
  const codeButton = () => pageNow().getByRole('button', { name: /获取验证码|秒后重发/ })
  /** Types into fields, from one to the next by Tab. */
  const type = async (values: Readonly<Record<string, string>>) => {
    for (const [label, value] of Object.entries(values)) {
      await walk(pageNow(), 'Tab', field(label))
      await pageNow().keyboard.press('Control+A')
      await pageNow().keyboard.type(value)
    }
  }
  const enter = () => pageNow().keyboard.press('Enter')
  /** Asks for a code; it is then typed at once, because the cursor waits for it. */
  const askForCode = async (phone: string) => {
    const before = gatewayNow().arrived.length
    await pressOn(pageNow(), codeButton())
    await focused(field('验证码'))
    await expect.poll(() => gatewayNow().arrived.length).toBe(before + 1)
    await pageNow().keyboard.press('Control+A')
    await pageNow().keyboard.type(gatewayNow().codeFor(phone))
  }
  /** A sentence that a screen reader reads when it appears. */
  const told = (words: string | RegExp) =>
    pageNow().locator('[role="alert"], [aria-live="polite"] .ant-form-item-explain-error').filter({ hasText: words }).first().waitFor()
  const leave = async () => {
    await pressOn(pageNow(), pageNow().getByRole('button', { name: /^用户菜单/ }))
    const out = pageNow().getByRole('menuitem', { name: '退出登录' })
    await out.waitFor()
    await walk(pageNow(), 'ArrowDown', out)
    await enter()
    const asked = pageNow().locator('.ant-modal-confirm')
    await asked.waitFor()
    await pressOn(pageNow(), button(asked, '确定'))
    await focused(field('用户名'))
  }

  return { field, sentence, codeButton, type, enter, askForCode, told, leave }
}
