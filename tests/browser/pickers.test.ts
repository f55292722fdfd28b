import type { Page } from 'playwright'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Row } from '../api/world.ts'
import { hasBrowser } from '../support/browser.ts'
import { accompany, startJourney, type Journey } from './journey.ts'
import { agree, button, choose, dialog, filters, row, said, signIn } from './screen.ts'
import { smallSession, type SmallSession } from './small-session.ts'

describe.skipIf(!hasBrowser())('who and what a session gets', () => {
  let journey: Journey
  let page: Page
  let world: SmallSession

  /** An action of the session, folded away or not. */
  const act = async (words: string) => {
    await button(row(page, '第1场'), '更多').click()
    await page.getByRole('menuitem', { name: words, exact: true }).click()
  }
  const open = async (words: string) => {
    const shown = row(page, '第1场')
    if (await button(shown, words).count()) await button(shown, words).click()
    else await act(words)
  }
  const numberOf = (list: readonly Row[], at: number, key: string): string => String(list[at]?.[key])

  beforeAll(async () => {
    journey = await startJourney()
    world = await smallSession(journey)
    page = await journey.open()
    await page.goto(world.screen)
    await signIn(page, 'teacher1')
    await row(page, '第1场').waitFor()
  })
  accompany(() => journey)

  test('the picker of devices shows those that are free, and is searched by name and number', async () => {
    await open('分配设备')
    const drawer = dialog(page, '场次设备')
    await button(drawer, '添加设备').click()
    const picker = dialog(page, '添加设备')
    await row(picker, numberOf(world.devices, 0, 'facilityNum')).waitFor()
    await filters(picker)
      .getByLabel('设备编号')
      .fill(numberOf(world.devices, 3, 'facilityNum'))
    await button(picker, '查询').click()
    await row(picker, numberOf(world.devices, 0, 'facilityNum')).waitFor({ state: 'hidden' })
    expect(await picker.locator('.ant-table-row').count()).toBe(1)
    await button(picker, '重置').click()
    await row(picker, numberOf(world.devices, 0, 'facilityNum')).waitFor()
  })

  test('more devices than the session has room for are refused before anything is sent', async () => {
    const picker = dialog(page, '添加设备')
    for (const at of [0, 1, 2, 3])
      await row(picker, numberOf(world.devices, at, 'facilityNum'))
        .getByRole('checkbox')
        .check()
    await picker.getByText('所选设备数量超过场次设备数！').waitFor()
    await button(picker, '确定（4）').click()
    await said(page, '所选设备数量超过场次设备数！')
    await row(picker, numberOf(world.devices, 3, 'facilityNum'))
      .getByRole('checkbox')
      .uncheck()
    await picker.getByRole('alert').waitFor({ state: 'hidden' })
    await button(picker, '确定（3）').click()
    await said(page, '添加成功！')
    await picker.waitFor({ state: 'hidden' })
    const drawer = dialog(page, '场次设备')
    await row(drawer, numberOf(world.devices, 2, 'facilityNum')).waitFor()
    await expect.poll(() => button(drawer, '添加设备').count()).toBe(0)
    await drawer.locator('.ant-drawer-close').click()
    await drawer.waitFor({ state: 'hidden' })
  })

  test('the picker of students has their class, is searched by it, and takes one', async () => {
    await open('学生')
    const drawer = dialog(page, '场次学生')
    await button(drawer, '添加学生').click()
    const picker = dialog(page, '添加学生')
    await row(picker, numberOf(world.students, 0, 'studyNumber'))
      .getByText(world.className)
      .waitFor()
    await choose(filters(picker), '班级', '101 班')
    await row(picker, numberOf(world.students, 0, 'studyNumber')).waitFor({ state: 'hidden' })
    await choose(filters(picker), '班级', world.className)
    await row(picker, numberOf(world.students, 0, 'studyNumber'))
      .getByRole('radio')
      .check()
    await button(picker, '确定').click()
    await said(page, '添加成功！')
    await picker.waitFor({ state: 'hidden' })
    await row(drawer, numberOf(world.students, 0, 'studyNumber'))
      .getByText(world.className)
      .waitFor()
    await drawer.locator('.ant-drawer-close').click()
    await drawer.waitFor({ state: 'hidden' })
  })

  test('a class of another course is not offered', async () => {
    await open('学生')
    await button(dialog(page, '场次学生'), '添加学生').click()
    const picker = dialog(page, '添加学生')
    const input = filters(picker).getByLabel('班级', { exact: true })
    await input.click()
    const offered = page.locator('.ant-select-dropdown:visible .ant-select-item-option')
    await offered.first().waitFor()
    const own = await world.call<{ records: Row[] }>('GET', '/jw/bhClass/list', { courseId: String(world.session.courseId) })
    await expect.poll(() => offered.count()).toBe(own.records.length)
    await page.keyboard.press('Escape')
    await button(picker, '取消').click()
    await dialog(page, '场次学生').locator('.ant-drawer-close').click()
  })

  test('who is to be added to a class that nobody chose yet is chosen after the class', async () => {
    const people = await journey.open()
    await people.goto('/teaching/classStudent')
    await signIn(people, 'teacher1')
    await button(people, '添加已有学生').dblclick()
    const picker = dialog(people, '添加已有学生')
    await picker.getByText('请输入所属班级!').waitFor()
    await button(picker, '确定').click()
    await said(people, '请输入所属班级!')
    await choose(picker, '班级', world.className)
    const candidate = picker.locator('.ant-table-row').first()
    const number = await candidate.locator('td').nth(1).innerText()
    await candidate.getByRole('checkbox').check()
    await button(picker, '确定（1）').click()
    await said(people, '添加成功！')
    await picker.waitFor({ state: 'hidden' })
    await row(people, number).filter({ hasText: world.className }).waitFor()
    await people.context().close()
  })

  test('a new assistant is asked for everything that the filters do not say, whatever they are called', async () => {
    const people = await journey.open()
    await people.goto('/teaching/assistant?username=nobody')
    await signIn(people, 'teacher1')
    await button(people, '新增助教').dblclick()
    const form = dialog(people, '新增助教')
    await form.getByLabel('用户账号').waitFor()
    expect(await form.getByLabel('用户账号').inputValue()).toBe('')
    await choose(form, '课程', '数字电路实验')
    await form.getByLabel('用户账号').fill('helper.new')
    await form.getByLabel('登录密码').fill('Shiyan-2027')
    await form.getByLabel('确认密码').fill('Shiyan-2027')
    await form.getByLabel('姓名').fill('新来的助教')
    await form.getByLabel('身份证号').fill('110101199003077758')
    await form.getByLabel('手机号码').fill('13800001234')
    await button(form, '确定').click()
    await said(people, '添加成功！')
    await people.goto('/teaching/assistant')
    await row(people, 'helper.new').filter({ hasText: '数字电路实验' }).waitFor()
    await people.context().close()
  })

  test('seats are added from the list of a session until it has as many as it should', async () => {
    await open('座位列表')
    const list = dialog(page, '座位列表')
    await button(list, '新增').click()
    const form = dialog(page, '新增')
    for (const fact of ['数字电路实验', '第1场（星期一上午）']) await form.getByText(fact).filter({ visible: true }).first().waitFor()
    await choose(form, '学生', numberOf(world.students, 0, 'studyNumber'))
    await choose(form, '设备', numberOf(world.devices, 0, 'facilityNum'))
    await form.getByLabel('座次号').fill('1')
    await button(form, '保存').click()
    await form.waitFor({ state: 'hidden' })
    await row(list, numberOf(world.students, 0, 'studyNumber')).waitFor()
    await button(row(list, numberOf(world.students, 0, 'studyNumber')), '删除').click()
    await agree(page, '确定删除吗?')
    await row(list, numberOf(world.students, 0, 'studyNumber')).waitFor({ state: 'hidden' })
    await list.locator('.ant-modal-close').click()
    await list.waitFor({ state: 'hidden' })
    await world.call('POST', '/inspect/bhExperiGroup/initSeatFacility', { id: world.session.id })
    await page.reload()
    await open('座位列表')
    await list.getByText('共 6 条').waitFor()
    expect(await button(list, '新增').count()).toBe(0)
    await list.locator('.ant-modal-close').click()
    await list.waitFor({ state: 'hidden' })
  })

  test('the seat list is filtered by the small groups of a session', async () => {
    await page.goto(`/teaching/seat?experiGroupId=${world.session.id}`)
    await row(page, '1-01').waitFor()
    await page.getByRole('button', { name: /^展开/ }).click()
    await choose(filters(page), '小组', '2')
    await row(page, '1-01').waitFor({ state: 'hidden' })
    await row(page, '2-03').waitFor()
    expect(await page.locator('.ant-table-row').count()).toBe(2)
    await filters(page).getByText('第1场（星期一上午）').waitFor()
    await page.goto(world.screen)
  })

  test('results are initialised from the session', async () => {
    const { courseId, experiId } = world.session
    await world.call('POST', '/inspect/bhInspection/add', { courseId, experiId, inspectName: '焊接', inspectType: '1' })
    await act('初始化考察结果')
    await agree(page, '确定初始化该场次的考察结果吗?')
    await said(page, '初始化成功！')
    await expect.poll(() => button(row(page, '第1场'), '编辑').count()).toBe(0)
  })

  test('from then on nobody is added, removed or reseated in any of its lists', async () => {
    for (const [action, title, tool] of [
      ['学生', '场次学生', '添加学生'],
      ['分配设备', '场次设备', '添加设备'],
    ] as const) {
      await open(action)
      const drawer = dialog(page, title)
      await drawer.getByText('该场次已有考察结果，不能修改！').waitFor()
      await drawer.locator('.ant-table-row').first().waitFor()
      for (const words of [tool, '移除', '批量删除']) expect(await button(drawer, words).count()).toBe(0)
      await drawer.locator('.ant-drawer-close').click()
      await drawer.waitFor({ state: 'hidden' })
    }
    await page.goto(`/teaching/seat?experiGroupId=${world.session.id}`)
    await row(page, '1-01').waitFor()
    for (const words of ['编辑', '删除']) expect(await button(row(page, '1-01'), words).count()).toBe(0)
    expect(await row(page, '1-01').locator('td').last().innerText()).toBe('/')
  })

  test('windows are as wide as the document says, and a form of an account fills a telephone', async () => {
    const widthOf = (title: string) => expect.poll(async () => (await dialog(page, title).boundingBox())?.width, { message: title })
    const away = async (title: string) => {
      await page.keyboard.press('Escape')
      await dialog(page, title).waitFor({ state: 'hidden' })
    }
    await page.goto('/teaching/course')
    await button(page, '新增').click()
    await widthOf('新增课程').toBe(800)
    await away('新增课程')
    await button(page, '导入').click()
    await widthOf('导入课程').toBe(800)
    await away('导入课程')
    await page.goto('/teaching/seat')
    await button(page, '新增').click()
    await widthOf('新增座位').toBe(1000)
    await away('新增座位')
    await page.goto('/teaching/class')
    await button(page.locator('.ant-table-row').first(), '管理学生').click()
    await widthOf('管理学生').toBe(800)
    const search = filters(dialog(page, '管理学生'))
    expect(await search.locator('label').allInnerTexts()).toEqual(['姓名', '学号'])
    await away('管理学生')
    await page.goto('/teaching/assistant')
    await button(page, '新增助教').click()
    await widthOf('新增助教').toBe(700)
    await page.setViewportSize({ width: 480, height: 900 })
    await widthOf('新增助教').toBe(480)
    await page.setViewportSize({ width: 1440, height: 900 })
    await away('新增助教')
  })

  test('a request that failed is told as 错误, by lists and by screens written by hand, with the server’s sentence where there is one', async () => {
    journey.allowRefusals(500)
    const fail = (path: string, body: string, contentType: string) =>
      page.route(path, (route) => route.fulfill({ status: 500, contentType, body }), { times: 1 })
    const notice = page.locator('.ant-notification-notice').filter({ hasText: '错误' })
    const told = async (words: string) => {
      await notice.getByText(words).waitFor()
      await notice.locator('.ant-notification-notice-close').click()
      await notice.waitFor({ state: 'hidden' })
    }
    const sentence = JSON.stringify({ success: false, code: 500, message: '数据库暂时无法写入', result: null })
    await page.goto('/teaching/course')
    await fail('**/bhCourse/exportXls', sentence, 'application/json')
    await button(page, '导出').click()
    await told('数据库暂时无法写入')
    await fail('**/bhCourse/exportXls', 'nginx', 'text/html')
    await button(page, '导出').click()
    await told('请求出现错误，请稍后再试')
    await page.goto('/teaching/inspectionResult/submitList')
    await fail('**/bhInspectionResult/exportXls', 'nginx', 'text/html')
    await page.getByRole('button', { name: '导出成绩单' }).click()
    await told('请求出现错误，请稍后再试')
  })

  test('nothing complained', () => journey.expectQuiet())
})
