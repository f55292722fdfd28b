import type { Page } from 'playwright'
import { beforeAll, describe, expect, test } from 'vitest'
import { roleIds } from '../../src/server/role-ids.ts'
import { hasBrowser } from '../support/browser.ts'
import { serverPassword } from '../support/start-server.ts'
import { accompany, startJourney, type Journey } from './journey.ts'
import { button, dialog, openAddress, openMenu, row, said, signInAt } from './screen.ts'
import { callAs, type Call } from './small-session.ts'

interface Menu {
  readonly id: string
  readonly perms: string
  readonly children?: readonly Menu[]
}

const flat = (menus: readonly Menu[]): Menu[] => menus.flatMap((menu) => [menu, ...flat(menu.children ?? [])])
const managing = ['view', 'rights', 'mine', 'queryMyDeptTreeList'].map((verb) => `identity:department:${verb}`)
const roleId = roleIds.teacher

describe.skipIf(!hasBrowser())('what the server refuses to show is said once, and another try is offered where it may help', () => {
  let journey: Journey
  let call: Call
  /** A teacher whose role may manage departments, and who is in charge of none. */
  let page: Page
  let departId = ''
  beforeAll(async () => {
    journey = await startJourney()
    call = await callAs(journey, 'admin', serverPassword)
    const held = await call<string[]>('GET', '/sys/permission/queryRolePermission', { roleId })
    const given = flat(await call<readonly Menu[]>('GET', '/sys/permission/list')).filter(({ perms }) => managing.includes(perms))
    expect(given.map(({ perms }) => perms).toSorted()).toEqual(managing.toSorted())
    const permissionIds = [...new Set([...held, ...given.map(({ id }) => id)])].join()
    await call('POST', '/sys/permission/saveRolePermission', { roleId, permissionIds, lastpermissionIds: held.join() })
    const { records } = await call<{ records: readonly { id: string }[] }>('GET', '/sys/sysDepart/list', { departName: '物理学院' })
    departId = records[0]?.id ?? ''
    const people = await call<{ records: readonly { id: string }[] }>('GET', '/sys/user/list', { username: 'teacher4' })
    await call('POST', '/sys/user/edit', { id: people.records[0]?.id, userIdentity: 2, departIds: '' })
    page = await journey.open()
    await signInAt(page, 'teacher4')
  })
  accompany(() => journey)

  const beside = () => page.locator('.engine-tree-page-node')

  test('the rights of a department that is not one’s own', async () => {
    await openAddress(page, `/identity/department/rights?node=${departId}`)
    await page.getByRole('tab', { name: '部门权限', exact: true }).click()
    await beside().getByText('只能管理您负责的部门！').waitFor()
    expect(await button(page, '重试').count()).toBe(0)
  })

  test('a department that is no more', async () => {
    await openAddress(page, '/identity/department/rights?node=1')
    await beside().getByText('数据不存在或已被删除').waitFor()
    expect(await button(page, '重试').count()).toBe(0)
  })

  test('whoever manages no department reads that alone, without a tree to search or a department to choose', async () => {
    await openMenu(page, '我的部门')
    await page.getByText('您的部门下暂无有效部门信息').waitFor()
    expect(await page.getByText('请选择一个部门!').count()).toBe(0)
    expect(await page.getByLabel('按部门名称搜索…').count()).toBe(0)
  })

  test('a search in the tree that the server could not answer is tried again', async () => {
    journey.allowRefusals(503)
    await openAddress(page, '/identity/department/rights')
    await page.route('**/sysDepart/tree?keyWord=*', (route) => route.fulfill({ status: 503 }))
    await page.getByLabel('按部门名称搜索…').fill('物理')
    await button(page, '重试').waitFor()
    await page.unroute('**/sysDepart/tree?keyWord=*')
    await button(page, '重试').dblclick()
    await page.getByText('物理学院').first().waitFor()
  })

  test('a department role that is refused closes its window, as the document says; other windows stay', async () => {
    const admin = await journey.open()
    await signInAt(admin, 'admin', '系统管理员')
    await call('POST', '/sys/sysDepartRole/add', { departId, roleName: '光学管理员', roleCode: 'optics' })
    const refuseEdits = (path: string) =>
      admin.route(`**${path}/edit`, (route) => route.fulfill({ json: { success: false, code: 500, message: '现在不能修改！' } }))
    await refuseEdits('/sysDepartRole')
    await refuseEdits('/position')
    await openAddress(admin, '/identity/departRole')
    await button(row(admin, '光学管理员'), '编辑').click()
    await dialog(admin, '编辑').getByLabel('备注').fill('光学实验室')
    await button(dialog(admin, '编辑'), '保存').dblclick()
    await admin.locator('.ant-message-warning').getByText('现在不能修改！').waitFor()
    await dialog(admin, '编辑').waitFor({ state: 'hidden' })
    await openMenu(admin, '职务管理')
    await button(admin.locator('.ant-table-row').first(), '编辑').click()
    await dialog(admin, '编辑').getByLabel('职务名称').fill('另一职务')
    await button(dialog(admin, '编辑'), '保存').click()
    await said(admin, '现在不能修改！')
    expect(await dialog(admin, '编辑').getByLabel('职务名称').inputValue()).toBe('另一职务')
    await admin.context().close()
  })
})
