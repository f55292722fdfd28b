import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser } from '../support/browser.ts'
import { serverPassword } from '../support/start-server.ts'
import { roleIds } from '../../src/server/role-ids.ts'
import { accompany, startJourney, type Journey } from './journey.ts'
import { administratorOn, menuItem, openMenu } from './screen.ts'
import { callAs } from './small-session.ts'

describe.skipIf(!hasBrowser())('pages of other servers in the menu', () => {
  let journey: Journey
  let page: Page
  let other: Server
  let url = ''
  beforeAll(async () => {
    other = createServer((request, response) => {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      response.end(
        `<p>另一个系统 ${request.url}</p><script>try { top.document.title = '改了' } catch { document.body.append('出不去') }</script>`,
      )
    })
    await new Promise<void>((done) => other.listen(0, '127.0.0.1', done))
    url = `http://127.0.0.1:${(other.address() as AddressInfo).port}`
    journey = await startJourney()
    // A page of this server has no origin in its frame, so that it loads nothing.
    journey.allowWords(/from origin 'null'|net::ERR_FAILED|origin-keyed/)
    const call = await callAs(journey, 'admin', serverPassword)
    const roleId = roleIds.administrator
    const held = await call<string[]>('GET', '/sys/permission/queryRolePermission', { roleId })
    const made = []
    for (const [name, internalOrExternal, of] of [
      ['仪器预约', 0, ''],
      ['本系统帮助', 0, journey.server.url],
      ['学校主页', 1, ''],
    ] as const) {
      const node = {
        menuType: 0,
        name,
        url: `${of || url}/${internalOrExternal}?of=1`,
        component: 'layouts/IframePageView',
        internalOrExternal,
      }
      made.push((await call<{ id: string }>('POST', '/sys/permission/add', node)).id)
    }
    await call('POST', '/sys/permission/saveRolePermission', { roleId, permissionIds: [...held, ...made].join(), lastpermissionIds: '' })
    page = await administratorOn(journey, '仪器预约')
  })
  accompany(() => journey)
  afterAll(() => new Promise((done) => other.close(done) && other.closeAllConnections()))

  test('one is shown in a frame out of which it does not reach, also after a reload', async () => {
    for (const again of [false, true]) {
      if (again) await page.reload()
      await page.frameLocator('.frame-page').getByText('另一个系统 /0?of=1').waitFor()
      await page.frameLocator('.frame-page').getByText('出不去').waitFor()
      expect(await page.title()).toContain('仪器预约')
    }
  })

  test('a page of this server has no login in its frame', async () => {
    await openMenu(page, '本系统帮助')
    expect(await page.locator('.frame-page').getAttribute('sandbox')).not.toContain('allow-same-origin')
  })

  test('one that is to open outside opens beside the page, which stays', async () => {
    const opened = page.context().waitForEvent('page')
    await menuItem(page, '学校主页').click()
    const beside = await opened
    await beside.getByText('另一个系统 /1?of=1').waitFor()
    await page.getByRole('tab', { name: '本系统帮助', exact: true, selected: true }).waitFor()
    await beside.close()
  })
})
