import type { Locator, Page } from 'playwright'
import { beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser } from '../support/browser.ts'
import { accompany, startJourney, type Journey } from './journey.ts'
import { agree, button, dialog, openMenu, row, said, sentenceOf, signInAt } from './screen.ts'
import { callAs } from './small-session.ts'
import { serverPassword } from '../support/start-server.ts'

describe.skipIf(!hasBrowser())('screens of users, roles and departments, as the document has them', () => {
  let journey: Journey
  let page: Page
  beforeAll(async () => {
    journey = await startJourney()
    page = await journey.open()
    await signInAt(page, 'admin', '系统管理员')
  })
  accompany(() => journey)

  const hasHeadings = (place: Locator, wanted: readonly string[]) =>
    expect
      .poll(async () =>
        (await place.locator('.ant-table-thead').first().locator('th').allInnerTexts()).map((head) => head.trim()).filter(Boolean),
      )
      .toEqual(wanted)
  const away = async (window: Locator) => {
    await window.getByRole('button', { name: /^关闭/ }).first().click()
    await window.waitFor({ state: 'hidden' })
  }
  const more = async (of: Locator, action: string) => {
    await button(of, '更多').click()
    await page.getByRole('menuitem', { name: action, exact: true }).click()
  }
  const treeNode = (of: Page, name: string) => of.getByRole('tree').first().getByTitle(name, { exact: true })

  test('people are chosen for a role or a department among their numbers, names, roles and departments', async () => {
    const columns = ['序号', '用户账号', '姓名', '身份证号', '角色', '部门']
    await openMenu(page, '角色管理')
    await more(row(page, '助教'), '用户')
    const people = dialog(page, '用户 - 助教')
    await button(people, '已有用户').click()
    await hasHeadings(dialog(page, '已有用户'), columns)
    await away(dialog(page, '已有用户'))
    await away(people)
    await openMenu(page, '部门列表')
    await more(row(page, '物理学院'), '用户')
    const members = dialog(page, '用户 - 物理学院')
    await button(members, '添加已有用户').click()
    await hasHeadings(dialog(page, '添加已有用户'), columns)
    await away(dialog(page, '添加已有用户'))
    await away(members)
  })

  test('the list of departments stands in pages, newest first; a row’s details cannot be typed into', async () => {
    await row(page, '江城理工大学').last().waitFor()
    expect(await page.locator('.ant-table-row').last().innerText()).toContain('江城理工大学')
    await page.getByText('共 8 条').waitFor()
    await button(row(page, '物理学院'), '详情').click()
    const details = dialog(page, '查看部门')
    await details.getByText('A01A04').waitFor()
    expect(await details.locator('input').count()).toBe(0)
    expect(await button(details, '保存').count()).toBe(0)
    await away(details)
  })

  test('a department’s form stands on its tab, with the code that the server has made', async () => {
    await openMenu(page, '部门管理')
    await treeNode(page, '物理学院').click()
    await page.getByRole('tab', { name: '基本信息', exact: true, selected: true }).waitFor()
    await page.locator('[data-field="orgCode"]').getByText('A01A04').waitFor()
    await openMenu(page, '通讯录')
    await treeNode(page, '物理学院').click()
    await row(page, '2025').first().waitFor({ state: 'detached' })
    await page.locator('.ant-table-row').first().waitFor()
    expect(await page.locator('.engine-tree-page').getByRole('tab').count()).toBe(0)
  })

  test('the bin of users numbers its rows and shows account, name, picture and department', async () => {
    await openMenu(page, '用户管理')
    await button(page, '回收站').click()
    const bin = dialog(page, '用户 - 回收站')
    await hasHeadings(bin, ['序号', '用户账号', '姓名', '头像', '部门', '操作'])
    expect((await bin.boundingBox())?.width).toBe(1000)
    await away(bin)
  })

  test('as many dictionaries as a page of the bin holds are restored at once, and deleted for good', async () => {
    const call = await callAs(journey, 'admin', serverPassword)
    const made: string[] = []
    for (let n = 0; n < 27; n++)
      made.push((await call<{ id: string }>('POST', '/sys/dict/add', { dictName: `旧字典${n}`, dictCode: `old_dict_${n}` })).id)
    const throwAway = (ids: readonly string[]) =>
      page.evaluate(async (all) => {
        const { token } = JSON.parse(localStorage.getItem('shiyan.login') ?? '{}') as { token?: string }
        await fetch(`/api/sys/dict/deleteBatch?ids=${all}`, { method: 'DELETE', headers: { 'x-access-token': token ?? '' } })
      }, ids.join())
    await openMenu(page, '数据字典')
    await throwAway(made)
    const bin = dialog(page, '字典 - 回收站')
    const chooseAll = async () => {
      await bin.getByText('共 27 条').waitFor()
      await bin.locator('.ant-pagination-options .ant-select').click()
      await page.locator('.ant-select-dropdown:visible').getByText('30 条/页').click()
      await expect.poll(() => row(bin, '旧字典').count()).toBe(27)
      await bin.locator('.ant-table-thead').getByRole('checkbox').first().check()
    }
    await button(page, '回收站').click()
    await chooseAll()
    await button(bin, '还原').first().click()
    await bin.locator('.ant-empty').waitFor()
    await away(bin)
    await throwAway(made)
    // The page has just read the empty bin, and believes it for two seconds.
    await page.reload()
    await button(page, '回收站').click()
    await chooseAll()
    await button(bin, '彻底删除').first().click()
    await agree(page, '彻底删除后不可恢复，确定删除吗?')
    await bin.locator('.ant-empty').waitFor()
    await away(bin)
  })

  test('the dictionaries say when their cache could not be renewed', async () => {
    journey.allowRefusals(503)
    await openMenu(page, '数据字典')
    const call = '**/sys/dict/refleshCache**'
    await page.route(call, (route) => route.fulfill({ status: 503, json: { success: false, code: 503, message: '维护中', result: null } }))
    await button(page, '刷新缓存').click()
    await page.getByText('刷新缓存失败！').first().waitFor()
    await page.unroute(call)
    await button(page, '刷新缓存').click()
    await page.getByText('刷新缓存完成！').first().waitFor()
  })

  test('an assistant is taken off a course after a question', async () => {
    await openMenu(page, '助教管理')
    await button(page.locator('.ant-table-row').first(), '移除').click()
    await page.locator('.ant-modal-confirm').getByText('确定移除吗?').waitFor()
    await button(page.locator('.ant-modal-confirm'), '取消').click()
  })

  test('a data rule belongs to the menu of its drawer', async () => {
    await openMenu(page, '菜单管理')
    await more(row(page, '用户管理').first(), '数据规则')
    const rules = dialog(page, '数据规则 - 用户管理')
    expect((await rules.boundingBox())?.width).toBe(650)
    await button(rules, '新增').first().click()
    const form = dialog(page, '新增数据规则')
    await form.getByLabel('规则名称').waitFor()
    expect(await form.getByLabel('菜单', { exact: true }).isDisabled()).toBe(true)
    await button(form, '取消').click()
    await form.waitFor({ state: 'hidden' })
    await away(rules)
  })

  test('a new assistant’s form is a drawer of 700 that asks for a whole account', async () => {
    await openMenu(page, '助教管理')
    await button(page, '新增助教').first().click()
    const form = dialog(page, '新增助教')
    expect((await form.boundingBox())?.width).toBe(700)
    await form.getByLabel('邮箱').fill('no mail')
    await form.getByLabel('手机号码').fill('12')
    await button(form, '确定').click()
    const sentences = {
      username: '请输入用户账号!',
      password: '请输入登录密码!',
      confirmpassword: '请重新输入登录密码!',
      realname: '请输入用户名称!',
      idNumber: '请输入身份证号!',
      email: '请输入正确格式的邮箱!',
      phone: '请输入正确格式的手机号码!',
    }
    for (const [field, words] of Object.entries(sentences)) await expect.poll(() => sentenceOf(form, field).textContent()).toBe(words)
    await button(form, '取消').click()
    await button(page.locator('.ant-modal-confirm'), '放弃').click()
    await form.waitFor({ state: 'hidden' })
  })

  test('who manages a department has its roles on a third tab, and gives them', async () => {
    const token = await page.evaluate(() => String(JSON.parse(localStorage.getItem('shiyan.login') ?? '{}').token))
    const headers = { 'x-access-token': token }
    const first = async (path: string, params: Record<string, string>) => {
      const reply = await page.request.get(`/api${path}`, { headers, params })
      const { result }: { result: { records: readonly { id: string }[] } } = await reply.json()
      return result.records[0]?.id
    }
    const departIds = await first('/sys/sysDepart/list', { departName: '物理学院' })
    const id = await first('/sys/user/list', { username: 'teacher3' })
    await page.request.put('/api/sys/user/edit', { headers, data: { id, userIdentity: 2, departIds } })
    const other = await journey.open()
    await signInAt(other, 'teacher3')
    await openMenu(other, '我的部门')
    await treeNode(other, '物理学院').click()
    const labels = other.locator('.engine-record-fields .ant-descriptions-item-label')
    await labels.first().waitFor()
    const facts = ['机构/部门名称', '上级部门', '机构编码', '机构类型', '排序', '手机号', '地址', '备注']
    expect((await labels.allInnerTexts()).map((label) => label.trim())).toEqual(facts)
    await other.getByRole('tab', { name: '部门角色', exact: true }).click()
    await button(other, '新增').click()
    const form = dialog(other, '新增部门角色')
    await form.getByLabel('部门角色名称').fill('光学管理员')
    await form.getByLabel('部门角色编码').fill('optics')
    await button(form, '保存').dblclick()
    await said(other, '添加成功！')
    await row(other, '光学管理员').waitFor()
    await other.getByRole('tab', { name: '用户信息', exact: true }).click()
    await button(other.locator('.ant-table-row').first(), '部门角色').click()
    const choice = dialog(other, '部门角色分配')
    await choice.getByLabel(/^光学管理员/).click()
    await choice.locator('.ant-checkbox-checked').waitFor()
    await button(choice, '保存').click()
    await said(other, '添加成功！')
    await other.close()
  })

  test('a page that is refused is asked why, and names the permission', async () => {
    const other = await journey.open()
    await signInAt(other, '2025060050')
    await other.goto('/identity/department/manage')
    await other.getByText('抱歉，您没有权限访问该页面').waitFor()
    await button(other, '为什么？').dblclick()
    await dialog(other, '为什么？').getByText('此操作需要权限“用户与权限 › 部门管理”，您当前的角色没有。').waitFor()
    await other.close()
  })

  test('an administrator looks at the pages as a student, is told why something is missing, and is themself again', async () => {
    const looker = await journey.open()
    await signInAt(looker, 'admin', '系统管理员')
    await openMenu(looker, '权限查询')
    await looker.getByRole('tab', { name: '该用户能看到哪些记录' }).click()
    const people = looker.getByRole('tabpanel', { name: '该用户能看到哪些记录' }).getByRole('combobox', { name: '用户' })
    await people.fill('管理员')
    await looker.locator('.ant-select-dropdown:visible .ant-select-item-option').filter({ hasText: '管理员' }).first().click()
    await looker.getByText('管理员（admin），角色：系统管理员').waitFor()
    const viewAsStudent = async () => {
      await openMenu(looker, '角色管理')
      await button(row(looker, '学生'), '更多').click()
      await looker.getByRole('menuitem', { name: '可见记录', exact: true }).click()
      await button(dialog(looker, '可见记录'), '以其身份查看').dblclick()
    }
    await viewAsStudent()
    const mark = looker.getByRole('status').filter({ hasText: '正在以' })
    await mark.getByText('角色“学生”').waitFor()
    await openMenu(looker, '课程管理')
    await button(mark, '为什么看不到？').click()
    const why = dialog(looker, '为什么？')
    await why.getByText('角色“学生”没有权限“教学管理 › 课程准备 › 课程管理 › 编辑”').waitFor()
    await button(why, '关闭').click()
    await looker.reload()
    await button(mark, '退出查看').dblclick()
    await mark.waitFor({ state: 'detached' })
    await openMenu(looker, '身份查看记录')
    await row(looker, '学生').first().waitFor()
    await viewAsStudent()
    await mark.waitFor()
    // The page forgets it, and cannot tell the server.
    await looker.evaluate(() => {
      localStorage['shiyan.login'] = JSON.stringify({ ...JSON.parse(localStorage['shiyan.login']), viewing: undefined })
    })
    journey.allowRefusals(503)
    await looker.route('**/viewAs/end', (route) => route.fulfill({ status: 503 }))
    await looker.reload()
    await button(looker, '重试').waitFor()
    await looker.unroute('**/viewAs/end')
    await button(looker, '重试').click()
    await openMenu(looker, '身份查看记录')
    await looker.close()
  })
})
