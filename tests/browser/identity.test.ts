import type { Locator, Page } from 'playwright'
import { beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser } from '../support/browser.ts'
import { violations } from './axe.ts'
import { accompany, demoPassword, startJourney, type Journey } from './journey.ts'
import { agree, button, dialog, filters, openMenu, question, row, said, sentenceOf, signInAt } from './screen.ts'

describe.skipIf(!hasBrowser())('roles, users and departments', () => {
  let journey: Journey
  let page: Page
  beforeAll(async () => {
    journey = await startJourney()
    // Rows that the server refuses.
    journey.allowRefusals(401, 422)
    page = await journey.open()
    await signInAt(page, 'admin', '系统管理员')
  })
  accompany(() => journey)

  const sentence = (form: Locator, field: string, words: string) => expect.poll(() => sentenceOf(form, field).textContent()).toBe(words)
  const save = (form: Locator) => button(form, '保存').click()
  const more = async (of: Locator, action: string) => {
    await button(of, '更多').click()
    await page.getByRole('menuitem', { name: action, exact: true }).click()
  }
  const treeNode = (name: string) => page.getByRole('tree').getByTitle(name, { exact: true })
  const tickOf = (tree: Locator, name: string) =>
    tree.locator('.ant-tree-treenode').filter({ hasText: name }).first().locator('.ant-tree-checkbox')

  /** A data rule at the menu of this address, added by a call. */
  async function addRule(path: string, also: object = {}): Promise<void> {
    const token = await page.evaluate(() => String(JSON.parse(localStorage.getItem('shiyan.login') ?? '{}').token))
    const headers = { 'x-access-token': token }
    interface Node {
      readonly id: string
      readonly path: string
      readonly children?: readonly Node[]
    }
    const reply = await page.request.get('/api/sys/permission/getUserPermissionByToken', { headers })
    const { result }: { result: { menu: readonly Node[] } } = await reply.json()
    const all = (nodes: readonly Node[]): Node[] => nodes.flatMap((node) => [node, ...all(node.children ?? [])])
    const permissionId = all(result.menu).find((node) => node.path === path)?.id
    const rule = { ruleName: '本人创建的', ruleColumn: 'createBy', ruleConditions: '=', ruleValue: '#{sys_user_code}' }
    const data = { permissionId, ...rule, ...also }
    const added = await page.request.post('/api/sys/permission/addPermissionRule', { headers, data })
    expect(added.ok()).toBe(true)
  }

  test('a role’s form says what is wrong at each field', async () => {
    await openMenu(page, '角色管理')
    await button(page, '新增').click()
    const form = dialog(page, '新增角色')
    await save(form)
    await sentence(form, 'roleName', '请输入角色名称!')
    await sentence(form, 'roleCode', '请输入角色编码!')
    await form.getByLabel('角色名称').fill('员')
    await form.getByLabel('角色编码').fill('值班员')
    await form.getByLabel('描述').fill('长'.repeat(127))
    await save(form)
    await sentence(form, 'roleName', '长度在 2 到 30 个字符')
    await sentence(form, 'roleCode', '角色编码不可输入汉字!')
    await sentence(form, 'description', '长度不超过 126 个字符')
    await form.getByLabel('角色名称').fill('值班员')
    await form.getByLabel('角色编码').fill('on-duty')
    await form.getByLabel('描述').fill('')
    await save(form)
    await form.waitFor({ state: 'hidden' })
    await row(page, '值班员').waitFor()
  })

  test('a role gets rights and people, and these see its menu', async () => {
    await button(row(page, '值班员'), '授权').click()
    const rights = dialog(page, '角色权限配置')
    await button(rights, '树操作').dblclick()
    await page.getByRole('menuitem', { name: '展开所有', exact: true }).click()
    await tickOf(rights, '学期').click()
    await button(rights, '保存并关闭').dblclick()
    await said(page, '保存成功!')
    await rights.waitFor({ state: 'hidden' })
    await more(row(page, '值班员'), '用户')
    const people = dialog(page, '用户 - 值班员')
    await button(people, '已有用户').click()
    const candidates = dialog(page, '已有用户')
    const search = filters(candidates).getByLabel('用户账号', { exact: true })
    await search.fill('2025060050')
    await search.press('Enter')
    await row(candidates, '2025060050').getByRole('checkbox').check()
    await candidates.getByRole('button', { name: /确\s*定/ }).click()
    await candidates.waitFor({ state: 'hidden' })
    await row(people, '2025060050').waitFor()
    const other = await journey.open()
    await signInAt(other, '2025060050', '值班员')
    await openMenu(other, '学期管理')
    await button(row(people, '2025060050'), '取消关联').click()
    await agree(page, '确定取消关联吗?')
    await row(people, '2025060050').waitFor({ state: 'hidden' })
    // The question was asked from a row that is gone: the keyboard still belongs to the window.
    await expect.poll(() => people.evaluate((window) => window.contains(document.activeElement))).toBe(true)
    await page.keyboard.press('Escape')
    await people.waitFor({ state: 'hidden' })
    await other.close()
  })

  test('a role is deleted', async () => {
    await more(row(page, '值班员'), '删除')
    await agree(page, '值班员')
    await said(page, '删除角色成功')
    await row(page, '值班员').waitFor({ state: 'hidden' })
  })

  test('a user’s form names the account and the role that are missing', async () => {
    await openMenu(page, '用户管理')
    await button(page, '新增').click()
    const form = dialog(page, '新增用户')
    await save(form)
    await sentence(form, 'username', '请输入用户账号!')
    await sentence(form, 'selectedroles', '请选择角色!')
    await button(form, '取消').click()
    await form.waitFor({ state: 'hidden' })
  })

  test('a frozen user is out at once, and in again when unfrozen', async () => {
    const user = page.locator('.ant-table-row').filter({ hasText: '2025060049' })
    const other = await journey.open()
    await signInAt(other, '2025060049')
    const search = filters(page).getByLabel('用户账号', { exact: true })
    await search.fill('2025060049')
    await search.press('Enter')
    await more(user, '冻结')
    await agree(page, '确定冻结吗?')
    await user.filter({ hasText: '冻结' }).waitFor()
    await other.reload()
    const expired = dialog(other, '登录已过期')
    await expired.getByLabel('密码').fill(demoPassword)
    await button(expired, '登录').click()
    await expired.getByText('冻结').waitFor()
    await more(user, '解冻')
    await agree(page, '确定解冻吗?')
    await user.filter({ hasText: '正常' }).waitFor()
    await button(expired, '登录').click()
    await expired.waitFor({ state: 'hidden' })
    await other.close()
  })

  test('the tree of departments asks for a node before it adds below, saves or deletes', async () => {
    await openMenu(page, '部门管理')
    await treeNode('江城理工大学').waitFor()
    await button(page, '添加下级').click()
    await said(page, '请先点击选中上级部门！')
    await button(page, '保存').click()
    await said(page, '请点击选择要修改部门!')
    await button(page, '批量删除').click()
    await said(page, '请选择一条记录！')
    await button(page, '添加部门').click()
    const form = dialog(page, '新增部门')
    await save(form)
    await sentence(form, 'departName', '请输入机构/部门名称!')
    await form.getByLabel('机构/部门名称').fill('实验室安全办公室')
    await save(form)
    await said(page, '保存成功!')
    await treeNode('实验室安全办公室').waitFor()
  })

  test('the form of a department offers the kinds that it can have where it stands, and no others', async () => {
    const kind = (form: Locator) => form.getByLabel('机构类型')
    const shown = (form: Locator) => form.locator('[data-field="orgCategory"] .ant-select-selection-item').innerText()
    await treeNode('实验室安全办公室').click()
    await expect.poll(() => shown(page.locator('main'))).toBe('公司')
    await button(page, '添加部门').click()
    const form = dialog(page, '新增部门')
    await expect.poll(() => shown(form)).toBe('公司')
    expect(await kind(form).isDisabled()).toBe(true)
    await form.getByRole('button', { name: '关闭窗口' }).click()
    await button(page, '添加下级').click()
    await expect.poll(() => shown(form)).toBe('部门')
    await kind(form).press('ArrowDown')
    await expect.poll(() => page.locator('.ant-select-item-option').filter({ visible: true }).allInnerTexts()).toEqual(['部门', '岗位'])
    await page.keyboard.press('Escape')
    await form.getByRole('button', { name: '关闭窗口' }).click()
    await form.waitFor({ state: 'hidden' })
    await treeNode('江城理工大学').click()
    await expect.poll(() => shown(page.locator('main'))).toBe('公司')
    expect(await kind(page.locator('main')).isDisabled()).toBe(true)
  })

  test('a department is added below another, and both are deleted together', async () => {
    await treeNode('实验室安全办公室').click()
    await button(page, '添加下级').click()
    const form = dialog(page, '新增部门')
    await form.getByLabel('机构/部门名称').fill('危化品组')
    await save(form)
    await form.waitFor({ state: 'hidden' })
    await treeNode('危化品组').waitFor()
    await tickOf(page.getByRole('tree'), '实验室安全办公室').click()
    await button(page, '批量删除').click()
    await question(page, '确定要删除所选中的').waitFor()
    await agree(page, '条数据，以及子节点数据吗?')
    await said(page, '删除成功!')
    await treeNode('实验室安全办公室').waitFor({ state: 'hidden' })
    await treeNode('危化品组').waitFor({ state: 'hidden' })
  })

  test('a department with people is not deleted, and the page says why', async () => {
    await treeNode('江城理工大学').click({ button: 'right' })
    await page.getByText('删除成功!', { exact: true }).waitFor({ state: 'hidden' })
    expect(await violations(page)).toEqual([])
    await page.getByRole('menuitem', { name: '删除', exact: true }).click()
    await agree(page, '确定删除吗?')
    await said(page, '删除失败!')
    await treeNode('江城理工大学').waitFor()
  })

  test('the rights of a department ask for a department, and saving no data rule that is in force is warned of', async () => {
    await addRule('/identity/student')
    await addRule('/identity/student', { ruleName: '停用的规则', status: 0 })
    await openMenu(page, '部门管理（含部门权限）')
    await page.getByText('请点击选择一个部门!', { exact: true }).waitFor()
    await treeNode('江城理工大学').click()
    await page.getByRole('tab', { name: '部门权限', exact: true }).click()
    const rights = page.getByRole('tree', { name: '权限' })
    const ruled = rights.getByRole('button', { name: '学生管理', exact: true })
    const rules = dialog(page, '数据规则：学生管理')
    await ruled.click()
    await rules.waitFor()
    await rules.getByRole('button', { name: '关闭窗口' }).click()
    await rules.waitFor({ state: 'hidden' })
    // Looking at its rules has not ticked the node.
    expect(await rights.locator('.ant-tree-checkbox-checked').count()).toBe(0)
    await tickOf(rights, '学生管理').click()
    await button(page, '保存').click()
    await said(page, '保存成功!')
    await ruled.click()
    const tick = rules.getByLabel(/^停用的规则 无效 ?勾选后也不限制数据/)
    await tick.click()
    await expect.poll(() => tick.isChecked()).toBe(true)
    expect(await violations(page)).toEqual([])
    await button(rules, '保存').click()
    await said(page, '请注意，现未勾选任何数据权限!')
  })

  test('a menu gets its icon from a window that asks for one, and stands in the tree', async () => {
    await openMenu(page, '菜单管理')
    await button(page, '新增').click()
    const form = dialog(page, '新增菜单')
    await save(form)
    await sentence(form, 'name', '请输入菜单标题!')
    await form.getByLabel('菜单名称').fill('值班安排')
    await form.getByLabel('菜单路径').fill('/duty')
    await form.getByLabel('前端组件').fill('layouts/RouteView')
    await form.getByLabel('菜单图标').click()
    const icons = dialog(page, '选择图标')
    await button(icons, '确定').click()
    await said(page, '尚未选择任何图标')
    await icons.getByLabel('图标名称').fill('calendar')
    await icons.getByRole('option', { name: 'calendar', exact: true }).click()
    await button(icons, '确定').dblclick()
    await icons.waitFor({ state: 'hidden' })
    await save(form)
    await form.waitFor({ state: 'hidden' })
    await row(page, '值班安排').waitFor()
  })
})
