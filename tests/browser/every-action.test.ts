import type { Locator, Page } from 'playwright'
import { beforeAll, describe, expect, test } from 'vitest'
import { modesFor, rowActionsOf, type RowAction } from '../../engine/client/list/rows/row-actions.ts'
import type { AnyEntity, WireRow } from '../../engine/schema/index.ts'
import { loaded } from '../schemas/load.ts'
import { hasBrowser } from '../support/browser.ts'
import { accompany, startJourney, type Journey } from './journey.ts'
import { makeOpenRows } from './open-rows.ts'
import { watch, type Watch } from './page-watch.ts'
import { press, shut, windows } from './press.ts'
import { button, openAddress, signInAt } from './screen.ts'
import { telephone, signInOnTelephone as signInOnPhone } from './telephone.ts'
import { expectNone } from '../support/expect-none.ts'
import { isWholeRun } from '../support/extent.ts'

const people = [
  { who: '教师', username: 'teacher2', role: undefined },
  { who: '助教', username: 'assistant2', role: undefined },
  { who: '学生', username: '2025010011', role: undefined },
  { who: '系统管理员', username: 'admin', role: '系统管理员' },
] as const

interface Person {
  readonly who: string
  readonly page: Page
  readonly watch: Watch
  readonly permissions: ReadonlySet<string>
  /** The addresses in the menu. */
  readonly paths: ReadonlySet<string>
  get<T>(path: string, params?: Readonly<Record<string, string>>): Promise<T>
  /** The errors found. */
  readonly report: Set<string>
}

interface MenuNode {
  readonly path: string
  readonly children?: readonly MenuNode[]
}
const pathsOf = (nodes: readonly MenuNode[]): string[] => nodes.flatMap((node) => [node.path, ...pathsOf(node.children ?? [])])

async function arrive(journey: Journey, { who, username, role }: (typeof people)[number]): Promise<Person> {
  const page = await journey.open()
  const watched = await watch(page)
  await page.goto('/')
  await signInAt(page, username, role)
  const token = await page.evaluate(() => String(JSON.parse(localStorage.getItem('shiyan.login') ?? '{}').token))
  const get: Person['get'] = async (path, params = {}) => {
    const reply = await fetch(`${journey.server.url}/api${path}?${new URLSearchParams(params)}`, { headers: { 'x-access-token': token } })
    return ((await reply.json()) as { result: never }).result
  }
  const rights = await get<{ menu: MenuNode[]; auth: { action: string }[] }>('/sys/permission/getUserPermissionByToken')
  const permissions = new Set(rights.auth.map(({ action }) => action))
  return { who, page, watch: watched, get, paths: new Set(pathsOf(rights.menu)), permissions, report: new Set() }
}

interface Filled {
  readonly rows: readonly WireRow[]
  readonly query: string
}

const requiredFilters = ({ list }: AnyEntity): string[] =>
  (list.filters ?? []).flatMap((filter) => (typeof filter === 'object' && filter.required ? [filter.field] : []))

/** All rows in a person's scope, whatever the screen requires first. */
async function everyRow({ get }: Person, { endpoints }: AnyEntity): Promise<readonly WireRow[]> {
  const answer = await get<{ records?: WireRow[] } | null>(`${endpoints.base}/list`, { pageSize: '1000' })
  return answer?.records ?? []
}

/** The list as its screen opens it for this row: with the required filters. */
async function fill({ get }: Person, entity: AnyEntity, row: WireRow | undefined): Promise<Filled> {
  const set = requiredFilters(entity).map((key): [string, string] => [key, String(row?.[key] ?? '').split(',')[0] ?? ''])
  const params = Object.fromEntries([...set.filter(([, value]) => value !== ''), ['pageSize', '50']])
  const page = await get<{ records?: WireRow[] } | WireRow[] | null>(`${entity.endpoints.base}/${entity.tree ? 'tree' : 'list'}`, params)
  const rows = Array.isArray(page) ? page : (page?.records ?? [])
  return { rows, query: new URLSearchParams(params).toString() }
}

/** Screens that somebody has opened without a filter; in whole runs everybody does. */
const visited = new Set<string>()
/** Every action that was offered, and the roles that pressed it. */
const offered = new Set<string>()
const pressed = new Map<string, string[]>()

/** Pressing once is enough; in whole runs two roles press actions whose choices depend on the role (`told`). */
function isWanted(who: string, name: string, told = false): boolean {
  const by = pressed.get(name) ?? []
  return by.length === 0 || (isWholeRun && told && by.length === 1 && by[0] !== who)
}

async function checkAction(person: Person, target: Locator, name: string): Promise<void> {
  const { page, report } = person
  pressed.set(name, [...(pressed.get(name) ?? []), person.who])
  const before = await page.locator(windows).count()
  const { problems, inside } = await press(page, person.watch, target).catch((error: Error) => ({
    problems: [reasonOf(error)],
    inside: undefined,
  }))
  for (const problem of problems) report.add(`${name}: ${problem}`)
  if (!inside) return
  await pressToolbar(person, inside, name, new Set())
  const stuck = await shut(page, before).catch(() => 'does not close')
  if (stuck) report.add(`${name}: ${stuck}`)
}

/** Every button of a toolbar, and of the toolbars that they open. */
async function pressToolbar(person: Person, place: Page | Locator, name: string, told: ReadonlySet<string>): Promise<void> {
  const bar = place.getByRole('toolbar').first()
  const tick = place.locator('.ant-table-row').first().getByRole('checkbox')
  if (await tick.count()) await tick.first().check()
  const labels = await bar.getByRole('button').evaluateAll((buttons) => buttons.map((each) => each.textContent?.trim() ?? ''))
  for (const label of labels) {
    if (label === '' || !isWanted(person.who, `${name} ${label}`, told.has(label))) continue
    const shown = bar.getByRole('button').filter({ hasText: new RegExp(`^${label}$`) })
    await checkAction(person, shown.first(), `${name} ${label}`)
  }
}

/** Why an action could not be pressed: the element that covered it, if there was one. */
const reasonOf = ({ message }: Error): string => /<.*intercepts pointer events/.exec(message)?.[0] ?? message.split('\n')[0] ?? message

/** The button of a row's action; unfolds it if it is folded away. */
async function actionButton(page: Page, index: number, label: string): Promise<Locator> {
  const row = page.locator('.ant-table-row').nth(index)
  const shown = button(row, label)
  if (await shown.count()) return shown.first()
  await page.mouse.move(0, 0)
  await button(row, '更多').click({ timeout: 8000 })
  const item = page.locator('.ant-dropdown:not(.ant-dropdown-hidden)').getByRole('menuitem', { name: label, exact: true })
  await item.waitFor({ timeout: 5000 })
  return item
}

const allows = (action: RowAction) => (row: WireRow) => modesFor([action], row).some(({ why }) => why === undefined)

/** The index of a row that allows the action, on the current page or on one opened for it. */
async function actionIndex(
  person: Person,
  entity: AnyEntity,
  { action, list }: { action: RowAction; list: { shown: Filled } },
): Promise<number> {
  const index = list.shown.rows.slice(0, 10).findIndex(allows(action))
  const other = index < 0 && !entity.tree ? (await everyRow(person, entity)).find(allows(action)) : undefined
  if (!other) return index
  list.shown = await fill(person, entity, other)
  await openAddress(person.page, `/${entity.domain}/${entity.name}?${list.shown.query}`)
  await person.page.locator('.ant-table-row').first().waitFor({ timeout: 10_000 })
  return list.shown.rows.findIndex(allows(action))
}

async function pressRowActions(person: Person, entity: AnyEntity, shown: Filled): Promise<void> {
  const { page, report, permissions, who } = person
  const list = { shown }
  for (const action of rowActionsOf(entity, permissions)) {
    const name = `${entity.title} ${action.label}`
    offered.add(name)
    if (!isWanted(who, name)) continue
    const index = await actionIndex(person, entity, { action, list })
    if (index < 0) continue
    await actionButton(page, index, action.label).then(
      (target) => checkAction(person, target, name),
      (error: Error) => report.add(`${name}: ${reasonOf(error)}`),
    )
    // A row that is edited in its place is left unchanged.
    const giveUp = button(page.locator('.ant-table-row').nth(index), '取消')
    if (await giveUp.count()) await giveUp.first().click()
  }
}

async function visit({ page, watch: watched, report }: Person, address: string, name: string): Promise<void> {
  await openAddress(page, address)
  for (const fault of await watched.faults()) report.add(`${name}: ${fault}`)
}

/** The document’s own: the data log has columns 数据ID and 数据内容, the log has 操作人ID, the monitor names what it watches, a route has 路由ID and 路由URI. */
const ownWords: readonly (readonly [place: RegExp, fault: RegExp])[] = [
  [/^(\/platform\/dataLog|数据日志)/, /: (an id: |a word: id$)/],
  [/^(\/platform\/log\b|日志管理)/, /: a word: id$/],
  [/^(\/platform\/gatewayRoute|网关路由)/, /: a word: (id|uri|http)$/],
  // The monitor's pages are named so by the document, and their names stand in the menu of every page.
  [/^/, /: a word: (jvm|tomcat|redis)$/],
]
const isExpected = (fault: string): boolean => ownWords.some(([place, kind]) => place.test(fault) && kind.test(fault))

/** Tools that ask questions; their choices depend on the role. */
const asking = ({ tools = {} }: AnyEntity): ReadonlySet<string> =>
  new Set(Object.values(tools).flatMap((tool) => (tool.does === 'bin' ? [] : [tool.label])))

describe.skipIf(!hasBrowser())('every action of every screen', () => {
  let journey: Journey
  beforeAll(async () => {
    journey = await startJourney()
    await makeOpenRows(journey)
  })
  accompany(() => journey)

  test.each(people)(
    'leads somewhere, only once, without an id or a foreign word: $who',
    { timeout: isWholeRun ? 900_000 : 300_000 },
    async (someone) => {
      const person = await arrive(journey, someone)
      const { page, report } = person
      let screens = 0
      for (const entity of loaded) {
        const path = `/${entity.domain}/${entity.name}`
        if (!person.paths.has(path)) continue
        const [first] = await everyRow(person, entity)
        const shown = await fill(person, entity, first)
        if (isWholeRun || !visited.has(path)) await visit(person, path, path)
        visited.add(path)
        await visit(person, `${path}?${shown.query}`, entity.title)
        await page.getByRole('toolbar').first().waitFor({ timeout: 10_000 })
        if (shown.rows.length > 0) await page.locator('.ant-table-row').first().waitFor({ timeout: 10_000 })
        screens++
        await pressToolbar(person, page, entity.title, asking(entity))
        await pressRowActions(person, entity, shown)
      }
      const lists = new Set(loaded.map(({ domain, name }) => `/${domain}/${name}`))
      for (const path of person.paths)
        if (/^\/(dashboard|account|teaching|identity|platform)/.test(path) && !lists.has(path)) await visit(person, path, path)
      const mine = [...pressed].flatMap(([name, by]) => (by.includes(someone.who) ? [name] : []))
      console.log(`${someone.who} pressed ${mine.length} on ${screens} screens: ${mine.join('，')}`)
      expectNone([...report].filter((fault) => !isExpected(fault)))
      expect(screens).toBeGreaterThan(someone.who === '学生' ? -1 : 3)
      await page.context().close()
    },
  )

  test('no action of any row was left out', () => {
    expectNone([...offered].filter((name) => !pressed.has(name)))
  })

  test('there is no id and no foreign word before the login, on unknown addresses or on the students’ page', async () => {
    const report: string[] = []
    const look = async (watched: Watch, place: string) => report.push(...(await watched.faults()).map((fault) => `${place}: ${fault}`))
    const page = await journey.open()
    const watched = await watch(page)
    await page.goto('/teaching/course')
    await button(page, '登录').click()
    await page.getByText('请输入用户名').first().waitFor()
    await look(watched, 'login')
    await signInAt(page, 'teacher2')
    for (const place of ['/403', '/500', '/no/such/page', '/identity/user', '/teaching/course/nobody']) {
      await openAddress(page, place)
      await button(page, '返回首页').waitFor()
      await look(watched, place)
    }
    await page.context().close()
    const phone = await journey.open(telephone)
    const heard = await watch(phone)
    await phone.goto('/m')
    await phone.getByRole('button', { name: '登录', exact: true }).waitFor()
    await look(heard, '/m login')
    await signInOnPhone(phone, '2025010011')
    await phone.getByRole('heading').first().waitFor()
    await look(heard, '/m')
    await phone.context().close()
    expectNone(report)
  })
})
