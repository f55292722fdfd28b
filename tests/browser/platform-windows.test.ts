import type { Locator, Page } from 'playwright'
import { beforeAll, describe, expect, test } from 'vitest'
import { rowActionsOf } from '../../engine/client/list/rows/row-actions.ts'
import type { AnyEntity } from '../../engine/schema/index.ts'
import { loaded } from '../schemas/load.ts'
import { hasBrowser } from '../support/browser.ts'
import { expectNone } from '../support/expect-none.ts'
import { isWholeRun } from '../support/extent.ts'
import { accompany, startJourney, type Journey } from './journey.ts'
import { inBothLights, inOneLight } from './lights.ts'
import { everyPermission, rowAction, windows } from './press.ts'
import { button, openAddress, openMenu, signInAt } from './screen.ts'

const screens = loaded.filter(({ domain, list }) => domain === 'platform' && list.columns.length > 0)
const unfolded = '.ant-dropdown:not(.ant-dropdown-hidden), .ant-popover:not(.ant-popover-hidden)'

describe.skipIf(!hasBrowser())('axe finds nothing', () => {
  let journey: Journey
  let page: Page
  let turn = 0
  beforeAll(async () => {
    journey = await startJourney()
    page = await journey.open()
    await signInAt(page, 'admin', '系统管理员')
  })
  accompany(() => journey)

  /** Whole runs look in both lights, others in one and the other by turns. */
  const look = (name: string) => (isWholeRun ? inBothLights(page, name) : inOneLight(page, name, turn++ % 2 === 1))
  const open = () => page.locator(`${windows}, ${unfolded}`).filter({ visible: true })
  /** Something opened, rather than that something was done or said at once. */
  const opens = () =>
    expect
      .poll(() => open().count(), { timeout: 1500, interval: 50 })
      .toBeGreaterThan(0)
      .then(() => true)
      .catch(() => false)
  /** By Escape; what a click unfolded goes with a click beside it. */
  async function close(): Promise<void> {
    for (let tries = 0; tries < 4 && (await open().count()) > 0; tries++) {
      if (tries % 2 === 0) await page.keyboard.press('Escape')
      else await page.locator('.shell-trail').click({ force: true })
      await expect
        .poll(() => open().count(), { timeout: 1500 })
        .toBe(0)
        .catch(() => undefined)
    }
    expect(await open().count()).toBe(0)
  }
  /** What axe finds in what a press opens. */
  async function inside(name: string, target: Locator): Promise<string[]> {
    await target.click()
    const found = (await opens()) ? await look(name) : []
    await close()
    return found
  }
  /** What is the same on every screen is looked at once; whole runs look at all of it. */
  const seen = new Set<string>()
  function isNew(...names: readonly string[]): boolean {
    const name = names.join()
    const isSeen = seen.has(name) && !isWholeRun
    seen.add(name)
    return !isSeen
  }
  async function inScreen(entity: AnyEntity): Promise<string[]> {
    const { title, tools = {} } = entity
    await openAddress(page, `/${entity.domain}/${entity.name}`)
    const bar = page.getByRole('toolbar').first()
    await bar.waitFor()
    const found = isWholeRun ? await look(title) : []
    const own = new Set(Object.values(tools).map(({ label }) => label))
    for (const target of await bar.getByRole('button').all()) {
      const name = (await target.innerText()).trim() || ((await target.getAttribute('aria-label')) ?? '')
      if ((await target.isEnabled()) && isNew(own.has(name) ? title : '', name)) found.push(...(await inside(`${title}，${name}`, target)))
    }
    const more = button(page.locator('.ant-table-row').first(), '更多')
    if ((await more.count()) > 0 && isNew('更多')) found.push(...(await inside(`${title}，更多`, more)))
    for (const { label, act } of rowActionsOf(entity, everyPermission)) {
      const isUsual = act.does === 'delete' || act.does === 'view'
      const target = isNew(isUsual ? '' : title, label) ? await rowAction(page, label) : undefined
      if (target) found.push(...(await inside(`${title}，${label}`, target)))
    }
    return found
  }

  test('behind the bell, in what it opens, and in the menus of the header', async () => {
    await openMenu(page, '首页')
    const bell = page.getByRole('button', { name: /^消息通知：/ })
    await bell.waitFor()
    const found = await inside('消息通知', bell)
    await bell.click()
    found.push(...(await inside('通告', page.locator('.notices-list').getByRole('button').first())))
    for (const name of [/^用户菜单/, '标签操作', '主题设置'])
      found.push(...(await inside(String(name), page.getByRole('button', { name }).first())))
    expectNone(found)
  })

  test.each(screens.map((entity) => [entity.title, entity] as const))(
    'on the screen %s, in its windows and in its menus',
    { timeout: 240_000 },
    async (_title, entity) => expectNone(await inScreen(entity)),
  )

  test.each(['服务器信息', 'JVM信息', 'Tomcat信息', '请求追踪', 'Redis监控', '磁盘监控'])('on the monitor’s page %s', async (title) => {
    await openMenu(page, title)
    expectNone(await inBothLights(page, title))
  })
})
