import type { Locator, Page } from 'playwright'
import { beforeAll, describe, expect, test } from 'vitest'
import { modesFor, rowActionsOf, type RowAction } from '../../engine/client/list/row-actions.ts'
import type { AnyEntity, WireRow } from '../../engine/schema/index.ts'
import { loaded } from '../schemas/load.ts'
import { hasBrowser } from '../support/browser.ts'
import { accompany, startJourney, type Journey } from './journey.ts'
import { watch, type Watch } from './page-watch.ts'
import { button, signIn } from './screen.ts'

const people = [
  { who: '教师', username: 'teacher2', role: undefined },
  { who: '助教', username: 'assistant2', role: undefined },
  { who: '学生', username: '2025010011', role: undefined },
  { who: '系统管理员', username: 'admin', role: '系统管理员' },
] as const

interface Person {
  readonly page: Page
  readonly watch: Watch
  readonly permissions: ReadonlySet<string>
  /** Addresses of the menu. */
  readonly paths: ReadonlySet<string>
  get<T>(path: string, params?: Readonly<Record<string, string>>): Promise<T>
}

interface MenuNode {
  readonly path: string
  readonly children?: readonly MenuNode[]
}
const pathsOf = (nodes: readonly MenuNode[]): string[] => nodes.flatMap((node) => [node.path, ...pathsOf(node.children ?? [])])

async function arrive(journey: Journey, { username, role }: (typeof people)[number]): Promise<Person> {
  const page = await journey.open()
  const watched = await watch(page)
  await page.goto('/')
  await signIn(page, username, role)
  const token = await page.evaluate(() => String(JSON.parse(localStorage.getItem('shiyan.login') ?? '{}').token))
  const get: Person['get'] = async (path, params = {}) => {
    const reply = await fetch(`${journey.server.url}/api${path}?${new URLSearchParams(params)}`, { headers: { 'x-access-token': token } })
    return ((await reply.json()) as { result: never }).result
  }
  const rights = await get<{ menu: MenuNode[]; auth: { action: string }[] }>('/sys/permission/getUserPermissionByToken')
  return { page, watch: watched, get, paths: new Set(pathsOf(rights.menu)), permissions: new Set(rights.auth.map(({ action }) => action)) }
}

interface Filled {
  readonly rows: readonly WireRow[]
  readonly query: string
}

/** The list as its screen opens it on one of its rows: with the filters that must be set. */
async function fill({ get }: Person, entity: AnyEntity): Promise<Filled> {
  const { base } = entity.endpoints
  const answer = await get<{ records?: WireRow[] } | null>(`${base}/list`, { pageSize: '50' })
  const [first] = answer?.records ?? []
  const wanted = (entity.list.filters ?? []).flatMap((filter) => (typeof filter === 'object' && filter.required ? [filter.field] : []))
  const set = wanted.map((key): [string, string] => [key, String(first?.[key] ?? '').split(',')[0] ?? ''])
  const params = Object.fromEntries(set.filter(([, value]) => value !== ''))
  const page = await get<{ records?: WireRow[] } | WireRow[] | null>(`${base}/${entity.tree ? 'tree' : 'list'}`, params)
  const rows = Array.isArray(page) ? page : (page?.records ?? [])
  return { rows: rows.slice(0, 10), query: new URLSearchParams(params).toString() }
}

const windows = '.ant-modal-wrap:visible, .ant-drawer-open > .ant-drawer-content-wrapper'

/** What somebody pressed before; what differs by role is which rows and texts come, and the contract tests ask that of every role. */
const pressed = new Set<string>()

/** Close what a press has opened, as its user would; the question first. */
async function shut(page: Page, base: number): Promise<string | undefined> {
  const open = page.locator(windows)
  const question = page.locator('.ant-modal-confirm:visible')
  const top = open.last()
  // A notice under the mouse stays, and may lie over the button.
  await page.mouse.move(0, 0)
  if (await question.count()) await button(question.last(), '取消').click()
  else {
    const close = top.getByRole('button', { name: '关闭窗口' })
    await ((await close.count()) ? close.first() : top.getByRole('button', { name: /^(取\s*消|关\s*闭)$/ }).first()).click({
      timeout: 8000,
    })
  }
  const closed = await expect
    .poll(() => open.count(), { timeout: 4000 })
    .toBe(base)
    .then(() => true)
    .catch(() => false)
  return closed ? undefined : 'does not close'
}

interface Pressed {
  readonly problems: string[]
  /** The window that it opened is a list with a toolbar of its own. */
  readonly inside?: Locator
}

/** Press twice, quickly; what comes must be one thing, and fit. */
async function press(person: Person, target: Locator): Promise<Pressed> {
  const { page, watch: watched } = person
  const open = page.locator(windows)
  const base = await open.count()
  await watched.begin()
  await target.dblclick({ timeout: 5000 })
  const came = async () =>
    (await open.count()) > base || watched.downloads.length > 0 || (await watched.said()).length > 0 || (await target.count()) === 0
  const outcome = await expect
    .poll(came, { timeout: 8000, interval: 40 })
    .toBe(true)
    .then(() => true)
    .catch(() => false)
  if (!outcome) return { problems: ['nothing comes of it'] }
  const problems: string[] = []
  const count = (await open.count()) - base
  if (count > 1) problems.push(`${count} windows`)
  if (watched.downloads.length > 1) problems.push(`${watched.downloads.length} files`)
  if (watched.writes.filter((write) => !write.includes('export')).length > 1) problems.push(`sent ${watched.writes.join()}`)
  if (count === 0) return { problems: [...problems, ...(await watched.faults())] }
  const top = open.last()
  await top
    .locator('.ant-skeleton, .ant-spin-spinning')
    .first()
    .waitFor({ state: 'hidden', timeout: 8000 })
    .catch(() => problems.push('goes on loading'))
  const form = top.locator('form [data-field] :is(input, textarea):enabled')
  if (await form.count()) {
    const isIn = () =>
      top.evaluate((box) => box.contains(document.activeElement) && document.activeElement?.matches('input, textarea, button'))
    await expect
      .poll(isIn, { timeout: 3000 })
      .toBe(true)
      .catch(() => problems.push('the cursor is in no field'))
  }
  problems.push(...(await watched.faults()))
  if (await top.getByRole('toolbar').count()) return { problems, inside: top }
  const stuck = await shut(page, base)
  return { problems: stuck ? [...problems, stuck] : problems }
}

/** Every button of a toolbar, and of those that it opens. */
async function pressToolbar(person: Person, place: Page | Locator, name: string, report: Set<string>): Promise<void> {
  const bar = place.getByRole('toolbar').first()
  const tick = place.locator('.ant-table-row').first().getByRole('checkbox')
  if (await tick.count()) await tick.first().check()
  const labels = await bar.getByRole('button').evaluateAll((buttons) => buttons.map((each) => each.textContent?.trim() ?? ''))
  for (const label of labels) {
    if (label === '' || pressed.has(`${name} ${label}`)) continue
    await judge(
      person,
      bar
        .getByRole('button')
        .filter({ hasText: new RegExp(`^${label}$`) })
        .first(),
      `${name} ${label}`,
      report,
    )
  }
}

async function judge(person: Person, target: Locator, name: string, report: Set<string>): Promise<void> {
  pressed.add(name)
  const before = await person.page.locator(windows).count()
  const { problems, inside } = await press(person, target).catch((error: Error) => ({
    problems: [error.message.split('\n')[0] ?? ''],
    inside: undefined,
  }))
  for (const problem of problems) report.add(`${name}: ${problem}`)
  if (!inside) return
  await pressToolbar(person, inside, name, report)
  const stuck = await shut(person.page, before).catch(() => 'does not close')
  if (stuck) report.add(`${name}: ${stuck}`)
}

/** Why an action could not be pressed: what lay over it, where something did. */
const reasonOf = ({ message }: Error): string => /<.*intercepts pointer events/.exec(message)?.[0] ?? message.split('\n')[0] ?? message

/** The button of a row's action, unfolded where it is folded away. */
async function actionButton(page: Page, index: number, label: string): Promise<Locator> {
  const row = page.locator('.ant-table-row').nth(index)
  const shown = button(row, label)
  if (await shown.count()) return shown.first()
  await page.mouse.move(0, 0)
  await button(row, '更多').hover({ timeout: 8000 })
  const item = page.locator('.ant-dropdown:not(.ant-dropdown-hidden)').getByRole('menuitem', { name: label, exact: true })
  await item.waitFor({ timeout: 5000 })
  return item
}

async function pressRowActions(person: Person, entity: AnyEntity, rows: readonly WireRow[], report: Set<string>): Promise<void> {
  const actions: readonly RowAction[] = rowActionsOf(entity, person.permissions)
  for (const action of actions) {
    const index = rows.findIndex((row) => modesFor([action], row).some(({ why }) => why === undefined))
    const name = `${entity.title} ${action.label}`
    if (index < 0 || pressed.has(name)) continue
    await actionButton(person.page, index, action.label).then(
      (target) => judge(person, target, name, report),
      (error: Error) => report.add(`${name}: ${reasonOf(error)}`),
    )
    // A row that is edited in its place is left as it was.
    const giveUp = button(person.page.locator('.ant-table-row').nth(index), '取消')
    if (await giveUp.count()) await giveUp.first().click()
  }
}

/** Go to a page as a click in the menu would, without loading everything anew. */
async function goTo(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState({}, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: {} }))
  }, address)
  await page
    .locator('.shell-page .ant-spin-spinning, .shell-page .ant-skeleton')
    .first()
    .waitFor({ state: 'hidden', timeout: 10_000 })
    .catch(() => undefined)
}

describe.skipIf(!hasBrowser())('every action of every screen', () => {
  let journey: Journey
  beforeAll(async () => {
    journey = await startJourney()
  })
  accompany(() => journey)

  test.each(people)('leads somewhere, once, without an id or a foreign word: $who', { timeout: 300_000 }, async (someone) => {
    const person = await arrive(journey, someone)
    const { page } = person
    const report = new Set<string>()
    let screens = 0
    for (const entity of loaded) {
      const path = `/${entity.domain}/${entity.name}`
      if (!person.paths.has(path)) continue
      const { rows, query } = await fill(person, entity)
      await goTo(page, `${path}?${query}`)
      await page.getByRole('toolbar').first().waitFor({ timeout: 10_000 })
      if (rows.length > 0) await page.locator('.ant-table-row').first().waitFor({ timeout: 10_000 })
      for (const fault of await person.watch.faults()) report.add(`${entity.title}: ${fault}`)
      screens++
      await pressToolbar(person, page, entity.title, report)
      await pressRowActions(person, entity, rows, report)
    }
    for (const path of person.paths) {
      if (!/^\/(dashboard|account|teaching|identity)/.test(path)) continue
      await goTo(page, path)
      for (const fault of await person.watch.faults()) report.add(`${path}: ${fault}`)
    }
    expect([...report]).toEqual([])
    expect(screens).toBeGreaterThan(someone.who === '学生' ? -1 : 3)
    await page.context().close()
  })

  test('nothing complained', () => journey.expectQuiet())
})
