import { setTimeout as pause } from 'node:timers/promises'
import type { Locator, Page, Request } from 'playwright'
import { beforeAll, describe, expect, test } from 'vitest'
import { rowActionsOf } from '../../engine/client/list/rows/row-actions.ts'
import type { AnyEntity } from '../../engine/schema/index.ts'
import { loaded } from '../schemas/load.ts'
import { hasBrowser } from '../support/browser.ts'
import { expectNone } from '../support/expect-none.ts'
import { accompany, startJourney, type Journey } from './journey.ts'
import { makeOpenRows } from './open-rows.ts'
import { watch, type Watch } from './page-watch.ts'
import { everyPermission, rowAction, windows } from './press.ts'
import { button, dialog, openAddress, question, signInAt } from './screen.ts'

/** Milliseconds that a write is on its way, and after which its button is pressed again. */
const SLOW = 600
const AGAIN = 150

/** Of the other domains those that no journey on a slow line uses. */
const otherScreens = new Set(['student', 'userAgent', 'permission'])
const screens = loaded.filter(({ domain, name }) => domain === 'platform' || otherScreens.has(name))

/** Texts of the form that can be a letter longer. */
const freeTexts = ({ fields, form }: AnyEntity): string[] =>
  Object.values(form?.groups ?? {})
    .flat()
    .filter((key) => {
      const field = fields[key]
      return field?.type === 'text' && !field.readonly && !field.unique && !field.pattern
    })

describe.skipIf(!hasBrowser())('on a slow network, a button that is pressed again before the answer', () => {
  let journey: Journey
  let page: Page
  let watched: Watch
  let pending = 0
  let reading = 0
  const writes: string[] = []
  beforeAll(async () => {
    journey = await startJourney()
    await makeOpenRows(journey)
    page = await journey.open()
    watched = await watch(page)
    await page.goto('/')
    await signInAt(page, 'admin', '系统管理员')
    const isRead = (request: Request) => request.method() === 'GET' && request.url().includes('/api/')
    page.on('request', (request) => (reading += isRead(request) ? 1 : 0))
    const ended = (request: Request) => (reading -= isRead(request) ? 1 : 0)
    page.on('requestfinished', ended)
    page.on('requestfailed', ended)
    await page.route('**/api/**', async (route, request) => {
      const { pathname } = new URL(request.url())
      // That a message is read is noted when it is shown, and signing the address of a file stores nothing.
      if (request.method() === 'GET' || /\/(editByAnntIdAndUserId|common\/sign)$/.test(pathname)) return route.continue()
      writes.push(`${request.method()} ${pathname}`)
      pending++
      await pause(SLOW)
      const response = await route.fetch()
      await route.fulfill({ response })
      pending--
    })
  })
  accompany(() => journey)

  const open = () => page.locator(windows)
  const comes = (question: () => Promise<boolean>, timeout = 1500) =>
    expect
      .poll(question, { timeout, interval: 50 })
      .toBe(true)
      .then(() => true)
      .catch(() => false)
  /** A button that is gone, or shows that it works, is not there to be pressed. */
  async function pressTwice(target: Locator): Promise<void> {
    await target.click()
    await pause(AGAIN)
    await target.click({ timeout: 200 }).catch(() => undefined)
  }
  async function close(): Promise<void> {
    for (let tries = 0; tries < 4 && (await open().count()) > 0; tries++) {
      const drop = button(question(page), '放弃')
      if (await drop.count()) await drop.click()
      else await page.keyboard.press('Escape')
      await comes(async () => (await open().count()) === 0)
    }
    expect(await open().count()).toBe(0)
  }
  /** Change a form and save it; answers whether there was anything to save. */
  async function save(entity: AnyEntity): Promise<boolean> {
    const form = dialog(page)
    const confirm = form.getByRole('button', { name: /^(\S+ )?(保\s*存|确\s*定)$/ }).last()
    if ((await confirm.count()) === 0 || !(await comes(() => confirm.isEnabled(), 5000))) return false
    const [longer = '-', ...others] = freeTexts(entity)
    const input = (key: string) => form.locator(`[data-field="${key}"] input`)
    const text = input(longer)
    const isChanged = (await text.count()) === 1 && (await text.isEnabled())
    if (isChanged) await text.fill(`${await text.inputValue()}甲`)
    // A form for a new row is complete only with the others that it requires.
    for (const key of others.filter((one) => entity.fields[one]?.required !== undefined))
      if ((await input(key).count()) === 1 && (await input(key).inputValue()) === '') await input(key).fill('甲')
    await pressTwice(confirm)
    return isChanged
  }
  /** What came of one button: more writes than one, none where there must be one, or words that are not the product's. */
  async function pressed(entity: AnyEntity, { name, target, mustWrite = false }: { name: string; target: Locator; mustWrite?: boolean }) {
    writes.length = 0
    await target.dblclick()
    const isOpen = await comes(async () => (await open().count()) > 0)
    const isAsked = isOpen && (await button(question(page), '确定').count()) > 0
    if (isAsked) await pressTwice(button(question(page), '确定'))
    const isDue = mustWrite && !isOpen
    const isSaved = isOpen && !isAsked && (await save(entity))
    await comes(async () => writes.length > 0 && pending === 0, isAsked || isSaved || isDue ? 5000 : 500)
    const wanted = isAsked || isDue ? 1 : isSaved ? writes.length || 1 : writes.length
    const problems = writes.length > 1 || writes.length !== wanted ? [`${name}: sent ${writes.join() || 'nothing'}`] : []
    const faults = (await watched.faults()).filter((fault) => /: (undefined|null|error|exception|object)$/.test(fault))
    await close()
    return [...problems, ...faults.map((fault) => `${name}: ${fault}`)]
  }

  test.each(screens.map((entity) => [entity.title, entity] as const))('%s: writes once', { timeout: 180_000 }, async (title, entity) => {
    await openAddress(page, `/${entity.domain}/${entity.name}`)
    const bar = page.getByRole('toolbar').first()
    await bar.waitFor()
    // The actions of a row are there with the first row, which comes after the toolbar.
    await page.locator('.ant-table-row, .ant-table-wrapper .ant-empty').filter({ visible: true }).first().waitFor()
    const found: string[] = []
    const actions = rowActionsOf(entity, everyPermission)
    const last = (does: string): number => (does === 'delete' ? 1 : 0)
    for (const { label, act } of actions.toSorted((a, b) => last(a.act.does) - last(b.act.does))) {
      if (act.does === 'view') continue
      // What was written before is read again, and redraws the row whose menu is opened here.
      await comes(() => Promise.resolve(pending + reading === 0), 3000)
      const target = await rowAction(page, label)
      if (target) found.push(...(await pressed(entity, { name: `${title}，${label}`, target })))
      else if (otherScreens.has(entity.name)) found.push(`${title}，${label}: no row offers it`)
    }
    for (const tool of Object.values(entity.tools ?? {}))
      if (tool.does === 'call')
        found.push(...(await pressed(entity, { name: `${title}，${tool.label}`, target: button(bar, tool.label), mustWrite: true })))
    expectNone(found)
  })
})
