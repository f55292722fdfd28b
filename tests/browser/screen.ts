import type { Locator, Page } from 'playwright'
import { serverPassword } from '../support/start-server.ts'
import { demoPassword, type Journey } from './journey.ts'

type Place = Page | Locator

/** Words with or without an icon beside them; antd puts a space between two characters. */
const named = (words: string) => ({ name: new RegExp(`^(\\S+ )?${[...words].join('\\s*')}( \\S+)?$`) })

export const button = (place: Place, words: string): Locator => place.getByRole('button', named(words))

/** A form, drawer or panel by the beginning of its title; without a title, the only open window. */
export const dialog = (page: Page, title = ''): Locator =>
  page.getByRole('dialog', { name: new RegExp(`^${title}`) }).filter({ visible: true })

export const row = (place: Place, words: string): Locator => place.locator('.ant-table-row').filter({ hasText: words })

/** Waits for a passing message of the application. */
export const said = (page: Page, words: string): Promise<void> =>
  page.locator('.ant-message-notice, .ant-notification-notice').filter({ hasText: words }).first().waitFor()

/**
 * Read a notice and close it; for its four seconds it covers what is below. A notice under the mouse stays, so the mouse moves
 * away: a click on a notice that is still moving would leave it there for ever.
 */
export async function putAway(page: Page, words: string): Promise<void> {
  const notice = page.locator('.ant-notification-notice').filter({ hasText: words })
  await notice.first().waitFor()
  // It may close by itself meanwhile.
  await Promise.race([notice.locator('.ant-notification-notice-close').click({ timeout: 5000 }), notice.waitFor({ state: 'hidden' })])
  await page.mouse.move(0, 0)
  await notice.waitFor({ state: 'hidden' })
}

/** The sentence below a field. */
export const sentenceOf = (form: Locator, field: string): Locator => form.locator(`[data-field="${field}"] [role="alert"]`)

export async function signInAt(page: Page, username: string, role?: string): Promise<void> {
  if (page.url() === 'about:blank') await page.goto('/')
  await page.getByLabel('用户名').fill(username)
  await page.getByLabel('密码').fill(username === 'admin' ? serverPassword : demoPassword)
  await button(page, '登录').click()
  if (role) {
    await dialog(page).getByRole('radio', { name: role, exact: true }).check()
    await button(dialog(page), '确定').click()
  }
  await putAway(page, '欢迎回来')
}

/** Choose another role of the same person, in the menu behind their name. */
export async function switchRole(page: Page, role: string): Promise<void> {
  await page.getByRole('button', { name: /^用户菜单/ }).click()
  await page.getByRole('menuitem', named('切换角色')).click()
  await dialog(page).getByRole('radio', { name: role, exact: true }).check()
  await button(dialog(page), '确定').click()
  await putAway(page, '切换角色成功')
}

/** A page of the administrator, on a screen of the menu. */
export async function administratorOn(journey: Journey, title: string): Promise<Page> {
  const page = await journey.open()
  await signInAt(page, 'admin', '系统管理员')
  await openMenu(page, title)
  return page
}

export const menu = (page: Page): Locator => page.getByRole('navigation', { name: '主菜单' })

export const menuItem = (page: Page, title: string): Locator => menu(page).getByRole('menuitem', named(title))

export async function openMenu(page: Page, title: string): Promise<void> {
  await menuItem(page, title).click()
  await page.getByRole('tab', { name: title, exact: true, selected: true }).waitFor()
}

/** Return to an open page. */
export async function openTab(page: Page, title: string): Promise<void> {
  await page.getByRole('tab', { name: title, exact: true }).click()
  await page.getByRole('tab', { name: title, exact: true, selected: true }).waitFor()
}

/** Choose an entry of a field's own drop-down list; that of another field may still be closing. */
export async function choose(place: Locator, label: string, words: string): Promise<void> {
  const page = place.page()
  const input = place.getByLabel(label, { exact: true }).and(page.getByRole('combobox'))
  await input.locator('xpath=ancestor::div[contains(concat(" ", @class, " "), " ant-select ")][1]').click()
  const entries = page.locator(`[id="${await input.getAttribute('id')}_list"]`)
  const list = page.locator('.ant-select-dropdown:visible').filter({ has: entries })
  await list.locator('.ant-select-item-option').filter({ hasText: words }).first().click()
}

/** Choose several entries; the list stays open until the field loses the focus. */
export async function chooseSeveral(place: Locator, label: string, words: readonly string[]): Promise<void> {
  const page = place.page()
  for (const word of words) {
    await choose(place, label, word)
    await page.keyboard.press('Escape')
    await page.locator('.ant-select-dropdown:visible').first().waitFor({ state: 'hidden' })
  }
}

export const filters = (page: Place): Locator => page.getByRole('search', { name: '筛选' })

/** A question that contains these words. */
export const question = (page: Page, words = ''): Locator => page.locator('.ant-modal-confirm').filter({ hasText: words })

/** Confirm a question. */
export async function agree(page: Page, words: string): Promise<void> {
  await button(question(page, words), '确定').click()
}

export async function add(page: Page, place: Place, fill: (form: Locator) => Promise<void>): Promise<void> {
  await button(place, '新增').click()
  const form = dialog(page, '新增')
  await fill(form)
  await button(form, '保存').click()
  await form.waitFor({ state: 'hidden' })
}

export interface ImportCounts {
  readonly 新增: number
  readonly 更新: number
  readonly 不变: number
  readonly 错误: number
}

/** The figures in the preview of an import, or at its end. */
export async function importCounts(panel: Locator): Promise<ImportCounts> {
  const read = async (title: string) => {
    const figure = panel.locator('.ant-statistic').filter({ hasText: title }).locator('.ant-statistic-content-value')
    return Number((await figure.innerText()).replaceAll(',', ''))
  }
  return { 新增: await read('新增'), 更新: await read('更新'), 不变: await read('不变'), 错误: await read('错误') }
}

/** A file by its path, or by its content. */
type SheetFile = Parameters<Locator['setInputFiles']>[0]

/** Choose a file in the import panel and wait for the preview. */
export async function checkFile(page: Page, place: Place, file: SheetFile): Promise<Locator> {
  await button(place, '导入').click()
  const panel = dialog(page, '导入')
  await panel.locator('input[type=file]').setInputFiles(file)
  await panel.locator('.ant-statistic').first().waitFor({ timeout: 60_000 })
  return panel
}

/** Import a whole file; answers the figures of the preview. */
export async function importFile(page: Page, place: Place, file: SheetFile): Promise<ImportCounts> {
  const panel = await checkFile(page, place, file)
  const counts = await importCounts(panel)
  if (counts.新增 + counts.更新 > 0) {
    await button(panel, '全部导入').click()
    await panel.locator('.ant-alert-success').waitFor({ timeout: 60_000 })
    await button(panel, '完成').click()
  } else await button(panel, '关闭').click()
  await panel.waitFor({ state: 'hidden' })
  return counts
}

/** The address of the page, without the server's name. */
export const address = (page: Page): string => page.url().replace(/^https?:\/\/[^/]+/, '')

/** The brightness of the page's background, 0 to 255. */
export const ground = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const [red = 0, green = 0, blue = 0] = (getComputedStyle(document.body).backgroundColor.match(/[\d.]+/g) ?? []).map(Number)
    return (red + green + blue) / 3
  })

/** Go to a page as a click in the menu would, without reloading everything. */
export async function openAddress(page: Page, to: string): Promise<void> {
  await page.evaluate((path) => {
    history.pushState({}, '', path)
    dispatchEvent(new PopStateEvent('popstate', { state: {} }))
  }, to)
  await page
    .locator('.shell-page .ant-spin-spinning, .shell-page .ant-skeleton')
    .first()
    .waitFor({ state: 'hidden', timeout: 10_000 })
    .catch(() => undefined)
}
