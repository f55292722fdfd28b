import type { Locator, Page } from 'playwright'
import { beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser } from '../support/browser.ts'
import { accompany, startJourney, type Journey } from './journey.ts'
import { button, dialog, filters, openAddress, openMenu, question, row, said, signInAt } from './screen.ts'

interface Menu {
  readonly id: string
  readonly perms: string
  readonly children?: readonly Menu[]
}

const flat = (menus: readonly Menu[]): Menu[] => menus.flatMap((menu) => [menu, ...flat(menu.children ?? [])])

describe.skipIf(!hasBrowser())('departments and their people', () => {
  let journey: Journey
  let page: Page
  beforeAll(async () => {
    journey = await startJourney()
    page = await journey.open()
    await signInAt(page, 'admin', '系统管理员')
  })
  accompany(() => journey)

  async function call<T>(method: 'get' | 'post', path: string, given: Readonly<Record<string, string | undefined>> = {}): Promise<T> {
    const token = await page.evaluate(() => String(JSON.parse(localStorage.getItem('shiyan.login') ?? '{}').token))
    const asked = method === 'get' ? { params: JSON.parse(JSON.stringify(given)) } : { data: given }
    const reply = await page.request[method](`/api${path}`, { headers: { 'x-access-token': token }, ...asked })
    expect(reply.ok()).toBe(true)
    const { result }: { result: T } = await reply.json()
    return result
  }

  const departmentOf = async (departName: string): Promise<string | undefined> =>
    (await call<{ records: readonly { id: string }[] }>('get', '/sys/sysDepart/list', { departName })).records[0]?.id

  test('synchronising says on both pages that nothing is connected', async () => {
    await openMenu(page, '部门管理（含部门权限）')
    await button(page, '同步').dblclick()
    await said(page, '未配置第三方部门同步，没有同步任何部门！')
    await openMenu(page, '用户管理')
    await button(page, '同步').click()
    await said(page, '未配置第三方用户同步，没有同步任何用户！')
  })

  test('a teacher, who may not look at departments, finds people in the address book by theirs', async () => {
    const teacher = await journey.open()
    await signInAt(teacher, 'teacher1')
    const refused: string[] = []
    teacher.on('response', async (reply) => {
      if (!/json/.test(reply.headers()['content-type'] ?? '')) return
      const answer: { success?: boolean } = await reply.json().catch(() => ({}))
      if (answer.success === false) refused.push(reply.url())
    })
    await openMenu(teacher, '通讯录')
    await teacher.locator('.ant-tree-treenode').filter({ hasText: '物理学院' }).click()
    await teacher.locator('.ant-table-row').first().waitFor()
    await filters(teacher).getByLabel('姓名').fill('无此人')
    await button(teacher, '查询').click()
    await teacher.getByText('没有符合筛选条件的数据').waitFor()
    expect(refused).toEqual([])
    await teacher.context().close()
  })

  test('people of a department get its roles, and where it has none the window says so', async () => {
    await openMenu(page, '部门列表')
    const people = async (department: string) => {
      await button(row(page, department), '更多').click()
      await page.getByRole('menuitem', { name: '用户', exact: true }).click()
      return dialog(page, `用户 - ${department}`)
    }
    const away = async (drawer: Locator) => {
      await drawer.locator('.ant-drawer-close').click()
      await drawer.waitFor({ state: 'hidden' })
    }
    const without = await people('软件工程系')
    await button(without.locator('.ant-table-row').first(), '部门角色').click()
    await dialog(page, '部门角色分配').getByText('无可配置角色!').waitFor()
    await away(dialog(page, '部门角色分配'))
    await away(without)
    const departId = await departmentOf('物理学院')
    await call('post', '/sys/sysDepartRole/add', { departId, roleName: '光学管理员', roleCode: 'optics_keeper' })
    const drawer = await people('物理学院')
    await button(drawer.locator('.ant-table-row').first(), '部门角色').click()
    const choice = dialog(page, '部门角色分配')
    expect((await choice.boundingBox())?.width).toBe(365)
    // While the panel still slides in, the tick is drawn a task later than `check` looks for it.
    await choice.getByLabel(/^光学管理员/).click()
    await choice.locator('.ant-checkbox-checked').waitFor()
    await button(choice, '取消').dblclick()
    await question(page, '部门角色分配').waitFor()
    await button(question(page), '继续编辑').click()
    await button(choice, '保存').click()
    await said(page, '添加成功！')
    await drawer.locator('.ant-table-row').first().getByText('光学管理员').waitFor()
    await away(drawer)
  })

  test('a department role is given what its department has, without the folders that only lead there', async () => {
    const departId = await departmentOf('物理学院')
    const menus = await call<readonly Menu[]>('get', '/sys/permission/list')
    const students = flat(menus).find(({ perms }) => perms === 'identity:student:view')
    await call('post', '/sys/permission/saveDepartPermission', { departId, permissionIds: students?.id })
    await call('post', '/sys/sysDepartRole/add', { departId, roleName: '档案管理员', roleCode: 'archive_keeper' })
    await openAddress(page, '/identity/departRole')
    await button(row(page, '档案管理员'), '授权').click()
    const drawer = dialog(page, '部门角色权限配置')
    const boxes = drawer.locator('.ant-tree-checkbox')
    await boxes.nth(1).click()
    expect(await boxes.evaluateAll((all) => all.map((box) => box.getAttribute('aria-checked')))).toEqual(['mixed', 'true'])
    await button(drawer, '保存并关闭').click()
    await said(page, '保存成功!')
    await drawer.waitFor({ state: 'hidden' })
  })

  test('a filter of a tree that is read level by level shows what it finds below what stands above it', async () => {
    const token = await page.evaluate(() => String(JSON.parse(localStorage.getItem('shiyan.login') ?? '{}').token))
    const headers = { 'x-access-token': token }
    const add = async (name: string, pid = '') => {
      await page.request.post('/api/sys/category/add', { headers, data: { name, pid } })
      const reply = await page.request.get('/api/sys/category/list', { headers, params: { name } })
      const { result }: { result: { records: readonly { id: string }[] } } = await reply.json()
      return result.records[0]?.id
    }
    const optics = await add('量具仪器')
    await add('测微器', await add('精密量具', optics))
    await add('游标尺', optics)
    await openMenu(page, '分类字典')
    await row(page, '量具仪器').waitFor()
    expect(await row(page, '测微器').count()).toBe(0)
    await filters(page).getByLabel('分类名称').fill('测微')
    await button(page, '查询').click()
    await row(page, '测微器').waitFor()
    expect(await page.locator('.ant-table-row td:nth-child(2)').allInnerTexts()).toEqual(['量具仪器', '精密量具', '测微器'])
    await page.getByText('共 1 条').waitFor()
    await page.getByLabel('选择本页全部').check()
    await page.getByText('已选择 1 项').waitFor()
    expect(await row(page, '精密量具').getByRole('checkbox').isChecked()).toBe(false)
    await button(page, '重置').click()
    await row(page, '测微器').waitFor({ state: 'hidden' })
  })

  test.each([1440, 390])('nothing of the tree of rights shows below its buttons, which end with the page: %i px', async (width) => {
    const size = page.viewportSize()
    await page.setViewportSize({ width, height: 700 })
    await openAddress(page, '/identity/department/rights')
    await page.locator('.ant-tree-node-content-wrapper').first().click()
    await page.getByRole('tab', { name: '部门权限', exact: true }).click()
    const buttons = page.locator('.grant-buttons')
    await buttons.waitFor()
    await page.locator('.grant-tree .ant-tree-treenode').nth(20).waitFor({ state: 'attached' })
    await buttons.evaluate((bar) => bar.closest('.shell-page')?.scrollTo(0, 200))
    await expect.poll(() => buttons.evaluate((bar) => Math.round(bar.getBoundingClientRect().bottom - window.innerHeight))).toBe(0)
    if (size) await page.setViewportSize(size)
  })
})
