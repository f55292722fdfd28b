import type { Locator, Page } from 'playwright'
import { beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser } from '../support/browser.ts'
import { accompany, startJourney, type Journey } from './journey.ts'
import { agree, button, choose, chooseSeveral, dialog, filters, openMenu, row, said, signIn } from './screen.ts'

const panelOf = (page: Page): Locator => page.getByRole('region', { name: '分配场次' })

/** Students of a session, in the order in which they are shown. */
const members = (place: Locator, session: string): Locator => place.getByRole('listbox', { name: `${session}的学生` }).getByRole('option')
const names = (place: Locator, session: string): Promise<string[]> => members(place, session).allTextContents()
const sizeOf = (place: Locator, session: string): Promise<number> => members(place, session).count()

/** One class more, or one less if it was chosen. */
const chooseClass = (page: Page, words: string) => chooseSeveral(filters(page), '班级', [words])

describe.skipIf(!hasBrowser())('dividing a course’s students into sessions', () => {
  let journey: Journey
  let page: Page
  let panel: Locator
  let drawer: Locator
  beforeAll(async () => {
    journey = await startJourney()
    journey.allowRefusals(422)
    page = await journey.open()
    await signIn(page, 'teacher1')
    await openMenu(page, '实验分组管理')
    panel = panelOf(page)
    drawer = dialog(page, '分组方案')
  })
  accompany(() => journey)

  test('the panel says what is to be chosen first, then who there is to divide', async () => {
    await panel.getByText('请选择课程！').waitFor()
    await choose(filters(page), '课程', '数字电路实验')
    await panel.getByText('请选择实验！').waitFor()
    await choose(filters(page), '实验', '门电路逻辑功能测试')
    await panel.getByText('请选择班级！').waitFor()
    await chooseClass(page, '101 班')
    await panel.getByText('待分组 30 人').waitFor()
    await chooseClass(page, '102 班')
    await panel.getByText('班级 2 个，学生 60 人，已分组 0 人，待分组 60 人').waitFor()
  })

  test('a number that breaks a rule says so while it is typed, with the arithmetic beside it', async () => {
    const seats = panel.getByLabel('每场次学生人数')
    const sessions = panel.getByLabel('分组数（场次）')
    const sharing = panel.getByLabel('小组人数（每台设备）')
    await seats.fill('61')
    await panel.getByText('每场次学生人数不能大于学生总人数!').waitFor()
    await seats.fill('0')
    await panel.getByText('每个小组下学生人数需大于0!').waitFor()
    await seats.fill('17')
    await expect.poll(() => sessions.inputValue()).toBe('4')
    await sharing.fill('18')
    await panel.getByText('小组人数不能大于每场次学生人数!').waitFor()
    await sharing.fill('2')
    await panel.getByText('学生 60，每场 17 → 4 场 15/15/15/15').waitFor()
    await sessions.fill('3')
    await panel.getByText('场次总人数小于学生总人数，请修改！').waitFor()
    await sessions.fill('8')
    await panel.getByText('场次总人数超过学生总人数2倍，请修改！').waitFor()
    await sessions.fill('61')
    await panel.getByText('场次数数不能大于学生总人数，请修改!').waitFor()
    await sessions.fill('0')
    await panel.getByText('分组数需大于0!').waitFor()
    await sharing.fill('0')
    await panel.getByText('实验设备需大于0!').waitFor()
    await sharing.fill('2')
    await seats.fill('18')
    await button(panel, '改为 3 场 20/20/20').click()
    expect([await seats.inputValue(), await sessions.inputValue()]).toEqual(['20', '3'])
    await seats.fill('22')
  })

  test('the plan is shown before anything is written', async () => {
    await button(panel, '预览方案').click()
    await drawer.getByText('学生 60，每场 22 → 3 场 20/20/20').waitFor()
    await drawer.getByText('同时最多需要 11 台，可用 48 台').waitFor()
    for (const session of ['第1场', '第2场', '第3场']) expect(await sizeOf(drawer, session)).toBe(20)
    await drawer.getByText('没有时间冲突').waitFor()
    expect(await row(page, '第1场').count()).toBe(0)
  })

  test('a member moves by keyboard, by menu and by dragging, and comes back', async () => {
    const first = members(drawer, '第1场').first()
    const name = await first.textContent()
    await first.focus()
    await page.keyboard.press('Space')
    await drawer.getByText('已选 1 人').waitFor()
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => sizeOf(drawer, '第2场')).toBe(21)
    expect((await names(drawer, '第2场')).at(-1)).toBe(name)
    expect(await page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('option')
    await page.keyboard.press('ArrowLeft')
    await expect.poll(async () => (await names(drawer, '第1场')).at(-1)).toBe(name)
    await page.keyboard.press('Space')
    await members(drawer, '第1场').first().click()
    const bar = drawer.getByRole('toolbar', { name: '已选学生' })
    await bar.getByRole('combobox', { name: '移到' }).press('ArrowDown')
    await page.locator('.ant-select-item-option').filter({ hasText: '第3场' }).click()
    await expect.poll(() => sizeOf(drawer, '第3场')).toBe(21)
    await members(drawer, '第1场')
      .first()
      .dragTo(drawer.getByRole('region', { name: '第2场' }))
    await expect.poll(() => sizeOf(drawer, '第2场')).toBe(21)
    await members(drawer, '第1场')
      .first()
      .dragTo(drawer.getByRole('region', { name: '待安排' }))
    await expect.poll(() => sizeOf(drawer, '待安排')).toBe(1)
    await drawer.getByText('手工调整 3 人').waitFor()
    await button(drawer, '恢复自动方案').click()
    await drawer.getByText('手工调整 0 人').waitFor()
    expect(await sizeOf(drawer, '第1场')).toBe(20)
  })

  test('times are filled at once, and a clash is named and stands in the way', async () => {
    const fill = drawer.getByRole('group', { name: '批量填写时间' })
    await fill.getByLabel('首场开始时间').fill('2026-11-23 08:00')
    await fill.getByLabel('首场开始时间').press('Enter')
    await choose(fill, '统一实验地址', '电子楼 201')
    await button(fill, '填充时间').click()
    await drawer.getByText('2026-11-30 08:00 ~ 10:00 · 电子楼 201').waitFor()
    await drawer.getByRole('button', { name: '第2场时间地点' }).click()
    await drawer.getByLabel('第2场开始时间').fill('2026-11-23 09:00')
    await drawer.getByLabel('第2场开始时间').press('Enter')
    await drawer.getByRole('button', { name: '第2场与“第1场”时间重叠：地址相同' }).waitFor()
    expect(await button(drawer, '确认分配').isDisabled()).toBe(true)
    await button(drawer, '撤销').click()
    await drawer.getByText('没有时间冲突').waitFor()
  })

  test('the plan is committed, and the list shows its sessions', async () => {
    await button(drawer, '确认分配').click()
    await said(page, '分配成功！')
    await drawer.waitFor({ state: 'hidden' })
    await row(page, '第3场').waitFor()
    await panel.getByText('已分组 60 人，待分组 0 人').waitFor()
    await panel.getByText('学生人数为0！').waitFor()
  })

  test('students who sit elsewhere at that time are found, and leaving asks', async () => {
    await choose(filters(page), '实验', '组合逻辑电路设计')
    await chooseClass(page, '102 班')
    await panel.getByText('班级 1 个，学生 30 人，已分组 0 人，待分组 30 人').waitFor()
    await panel.getByLabel('每场次学生人数').fill('30')
    await panel.getByLabel('小组人数（每台设备）').fill('2')
    await button(panel, '预览方案').click()
    const fill = drawer.getByRole('group', { name: '批量填写时间' })
    await fill.getByLabel('首场开始时间').fill('2026-11-23 09:00')
    await fill.getByLabel('首场开始时间').press('Enter')
    await button(fill, '填充时间').click()
    await drawer.getByRole('button', { name: '第1场与“门电路逻辑功能测试 第1场”时间重叠：学生 20 人' }).waitFor()
    await button(drawer, '取消').click()
    await agree(page, '确定放弃编辑？')
    await drawer.waitFor({ state: 'hidden' })
  })

  test('nothing complained', () => journey.expectQuiet())
})
