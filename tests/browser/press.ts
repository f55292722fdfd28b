import type { Locator, Page } from 'playwright'
import { expect, vi } from 'vitest'
import type { Watch } from './page-watch.ts'
import { button } from './screen.ts'

export const windows = '.ant-modal-wrap:visible, .ant-drawer-open > .ant-drawer-content-wrapper'

const within = (milliseconds: number, question: () => Promise<boolean>): Promise<boolean> =>
  expect
    .poll(question, { timeout: milliseconds, interval: 25 })
    .toBe(true)
    .then(() => true)
    .catch(() => false)

/** Close what a press has opened, as a user would; the question first. */
export async function shut(page: Page, base: number): Promise<string | undefined> {
  const open = page.locator(windows)
  const question = page.locator('.ant-modal-confirm:visible')
  // A notice under the mouse stays, and may cover the button.
  await page.mouse.move(0, 0)
  if (await question.count()) {
    // An answer that is shown to be read has one button.
    const answer = button(question.last(), '知道了')
    await ((await answer.count()) ? answer : button(question.last(), '取消')).click()
  } else {
    const close = open.last().getByRole('button', { name: /^(关闭窗口|取\s*消|关\s*闭)$/ })
    await close.first().click({ timeout: 8000 })
  }
  return (await within(4000, async () => (await open.count()) === base)) ? undefined : 'does not close'
}

/** For a person who may do everything on a screen. */
export const everyPermission: ReadonlySet<string> = Object.assign(new Set<string>(), { has: () => true })

/** A button of a row, or its entry in the row's menu, which is then unfolded, in the first row that offers it. */
export async function rowAction(page: Page, label: string): Promise<Locator | undefined> {
  for (const row of await page.locator('.ant-table-row').all()) {
    const shown = button(row, label).and(page.locator(':enabled'))
    if (await shown.count()) return shown.first()
    const more = button(row, '更多')
    if ((await more.count()) === 0) continue
    // A row may be drawn anew under the mouse by what others do; its button is then pressed again.
    const menu = page.locator('.ant-dropdown:not(.ant-dropdown-hidden)').getByRole('menu')
    await vi.waitFor(async () => {
      if (!(await menu.isVisible())) await more.click({ timeout: 2000 })
      await menu.waitFor({ timeout: 2000 })
    }, 15_000)
    const item = page.getByRole('menuitem', { name: label, exact: true, disabled: false })
    if (await item.count()) return item
    await page.keyboard.press('Escape')
    await page.locator('.ant-dropdown:not(.ant-dropdown-hidden)').waitFor({ state: 'hidden' })
  }
  return undefined
}

export interface Pressed {
  readonly problems: string[]
  /** The window that it opened is a list with its own toolbar. */
  readonly inside?: Locator
}

/** Whether a window is loading, has the cursor in an input, and has a toolbar. */
function stateOf(top: Element): { isLoading: boolean; isAsking: boolean; hasCursor: boolean; hasToolbar: boolean } {
  const asked = [...top.querySelectorAll<HTMLInputElement>('form [data-field] :is(input, textarea)')].filter((one) => !one.disabled)
  const cursor = document.activeElement
  return {
    isLoading: top.querySelector('.ant-skeleton, .ant-spin-spinning') !== null,
    isAsking: asked.length > 0,
    hasCursor: top.contains(cursor) && cursor?.matches('input, textarea, button') === true,
    // The buttons of an editor belong to its field: pressed twice they switch a format on and off.
    hasToolbar: [...top.querySelectorAll('[role="toolbar"]')].some((bar) => !bar.closest('[data-field]')),
  }
}

/** Press twice, quickly; only one thing may open, and it must fit. */
export async function press(page: Page, watched: Watch, target: Locator): Promise<Pressed> {
  const open = page.locator(windows)
  const base = await open.count()
  const place = page.url()
  // A menu entry disappears with its menu, whatever it does.
  const isFolded = (await target.getAttribute('role')) === 'menuitem'
  await watched.begin()
  await target.dblclick({ timeout: 5000 })
  // While something is on its way, what comes of it is not there yet.
  const isWaiting = async () => (await page.locator('.ant-message-loading').count()) > 0
  const came = async () => !(await isWaiting()) && (await has())
  const has = async () =>
    (await open.count()) > base ||
    watched.downloads.length > 0 ||
    watched.choosers.length > 0 ||
    page.url() !== place ||
    (await watched.said()).length > 0 ||
    (!isFolded && (await target.count()) === 0)
  if (!(await within(8000, came))) return { problems: ['nothing comes of it'] }
  const problems: string[] = []
  const count = (await open.count()) - base
  if (count > 1) problems.push(`${count} windows`)
  if (watched.downloads.length > 1) problems.push(`${watched.downloads.length} files`)
  if (watched.choosers.length > 1) problems.push(`${watched.choosers.length} windows to choose a file`)
  if (watched.writes.filter((write) => !write.includes('export')).length > 1) problems.push(`sent ${watched.writes.join()}`)
  if (count === 0) return { problems: [...problems, ...(await watched.faults())] }
  const top = open.last()
  const state = () => top.evaluate(stateOf)
  if (!(await within(8000, async () => !(await state()).isLoading))) problems.push('goes on loading')
  const { isAsking, hasToolbar } = await state()
  if (isAsking && !(await within(8000, async () => (await state()).hasCursor))) problems.push('the cursor is in no field')
  problems.push(...(await watched.faults()))
  if (hasToolbar) return { problems, inside: top }
  const stuck = await shut(page, base)
  return { problems: stuck ? [...problems, stuck] : problems }
}
