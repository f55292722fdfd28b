import { join } from 'node:path'
import type { Locator, Page } from 'playwright'
import { beforeAll, describe, expect, test } from 'vitest'
import { root } from '../../scripts/machine.mjs'
import { rosterOf } from '../api/story-sheets.ts'
import { workbook } from '../engine/server/transfer/workbook-files.ts'
import { hasBrowser } from '../support/browser.ts'
import { accompany, startJourney, type Journey } from './journey.ts'
import { add, agree, button, choose, chooseSeveral, dialog, filters, importFile, openMenu, openTab, row, said, signInAt } from './screen.ts'

const title = '电子测量实验'
const sample = (name: string) => join(root, 'tests/files', name)

describe.skipIf(!hasBrowser())('a course from its first day to its locked results', () => {
  let journey: Journey
  let page: Page
  let panel: Locator
  beforeAll(async () => {
    journey = await startJourney()
    journey.allowRefusals(422)
    const office = await journey.open()
    await signInAt(office, 'admin', '系统管理员')
    await openMenu(office, '学生管理')
    await importFile(office, office, sample('students-2000.xlsx'))
    await office.close()
    page = await journey.open()
    await signInAt(page, 'teacher1')
  })
  accompany(() => journey)

  /** Open a screen for the story's course, and choose its one experiment if the screen requires it. */
  const openFor = async (name: string, label: string) => {
    await openMenu(page, name)
    await choose(filters(page), label, title)
  }
  const within = (place: Page | Locator, words: string): Locator => row(place, words).first()
  /** An action of a session, folded away or not. */
  const act = async (session: string, words: string) => {
    const shown = button(within(page, session), words)
    if (await shown.count()) return shown.click()
    await within(page, session)
      .getByRole('button', { name: /更多|操作/ })
      .click()
    await page.getByRole('menuitem', { name: words }).click()
  }
  const pickTime = async (form: Locator, label: string, time: string) => {
    await form.getByLabel(label, { exact: true }).fill(time)
    await form.getByLabel(label, { exact: true }).press('Enter')
  }

  test('the teacher creates a course of the current semester and publishes it', async () => {
    await openMenu(page, '课程管理')
    await add(page, page, async (form) => {
      await form.getByLabel('课程名称').fill(title)
      await choose(form, '学生类型', '本科生')
    })
    await within(page, title).getByText('2026-2027-1').waitFor()
    await button(within(page, title), '发布').click()
    await agree(page, '确定发布该课程吗?')
    await said(page, '发布成功！')
    await within(page, title).getByText('已发布').waitFor()
  })

  test('it gets devices, an address, an experiment and two items', async () => {
    await openFor('设备管理', '课程')
    expect(await importFile(page, page, sample('equipment-40.xlsx'))).toEqual({ 新增: 40, 更新: 0, 不变: 0, 错误: 0 })
    await page.getByText('共 40 条').waitFor()
    await openFor('实验地址管理', '课程')
    await add(page, page, (form) => form.getByLabel('实验地址').fill('东楼 101'))
    await openFor('实验管理', '课程')
    await add(page, page, (form) => form.getByLabel('实验名称').fill('示波器的使用'))
    await openFor('考察项管理', '课程')
    await choose(filters(page), '实验', '示波器的使用')
    for (const name of ['接线', '读数'])
      await add(page, page, async (form) => {
        await form.getByLabel('考察项名称').fill(name)
        await choose(form, '考察项类型', '实验操作')
      })
    await within(page, '读数').waitFor()
  })

  test('two classes get their rosters', async () => {
    await openFor('班级管理', '课程')
    const second = { name: '名单.xlsx', mimeType: 'application/octet-stream', buffer: Buffer.from(await workbook(rosterOf(61, 57))) }
    for (const [name, file] of [
      ['测控 1 班', sample('roster.xlsx')],
      ['测控 2 班', second],
    ] as const) {
      await add(page, page, async (form) => {
        await form.getByLabel('班级名称').fill(name)
        await choose(form, '上课时间', '星期三上午')
        await choose(form, '学生类型', '本科生')
      })
      await button(within(page, name), '管理学生').click()
      const roster = dialog(page, `管理学生 - ${name}`)
      const { 新增, 错误 } = await importFile(page, roster, file)
      expect([新增, 错误]).toEqual([name === '测控 1 班' ? 60 : 57, 0])
      await roster.getByRole('button', { name: '关闭窗口' }).click()
    }
  })

  test('the allocation panel counts them and shows what is wrong while it is typed', async () => {
    await openFor('实验分组管理', '课程')
    await choose(filters(page), '实验', '示波器的使用')
    await chooseSeveral(filters(page), '班级', ['测控 1 班', '测控 2 班'])
    panel = page.getByRole('region', { name: '分配场次' })
    await panel.getByText('班级 2 个，学生 117 人，已分配 0 人，待分配 117 人').waitFor()
    await panel.getByLabel('每场次学生人数').fill('118')
    await panel.getByText('每场次学生人数不能大于学生总人数!').waitFor()
    await panel.getByLabel('每场次学生人数').fill('30')
    await panel.getByLabel('小组人数').fill('31')
    await panel.getByText('小组人数不能大于每场次学生人数!').waitFor()
    await panel.getByLabel('场次数').fill('3')
    await panel.getByText('场次总人数小于学生总人数，请修改！').waitFor()
    await panel.getByLabel('场次数').fill('4')
    await panel.getByLabel('小组人数').fill('2')
    await panel.getByText('学生 117，每场 30 → 4 场 30/29/29/29').waitFor()
  })

  test('the plan is shown and committed, and a double click commits it once', async () => {
    await button(panel, '预览方案').click()
    const drawer = dialog(page, '场次方案')
    await drawer.getByText('时间未定', { exact: true }).first().waitFor()
    await drawer.getByRole('listbox', { name: '第1场的学生' }).waitFor()
    await button(drawer, '确认分配').dblclick()
    await said(page, '分配成功！')
    await drawer.waitFor({ state: 'hidden' })
    await panel.getByText('已分配 117 人，待分配 0 人').waitFor()
    const sessions = page.locator('.ant-table-row').filter({ hasText: /第[1-4]场/ })
    await expect.poll(() => sessions.count()).toBe(4)
  })

  test('a session gets a time, from which 上课时间 follows, and an address; another session cannot take them', async () => {
    for (const name of ['第1场', '第2场']) {
      await act(name, '编辑')
      const form = dialog(page, '编辑')
      await pickTime(form, '开始时间', '2026-11-25 14:00:00')
      await pickTime(form, '结束时间', '2026-11-25 16:00:00')
      await choose(form, '实验地址', '东楼 101')
      if (name === '第1场') await expect.poll(() => form.getByLabel('上课时间').inputValue()).toBe('星期三下午')
      await button(form, '保存').click()
      if (name === '第2场') {
        await form.getByText('该地址在此时间已有其他场次：第1场').first().waitFor()
        await pickTime(form, '结束时间', '2026-11-25 21:00:00')
        await pickTime(form, '开始时间', '2026-11-25 19:00:00')
        await button(form, '保存').click()
      }
      await form.waitFor({ state: 'hidden' })
    }
    await within(page, '第1场').getByText('星期三下午').waitFor()
    await within(page, '第2场').getByText('星期三晚上').waitFor()
  })

  test('seats are initialised by typing the name of the session', async () => {
    await act('第1场', '初始化座位')
    const setup = dialog(page, '初始化座位')
    await setup.getByText('30 人（按班级、学号）').waitFor()
    expect(await button(setup, '确定初始化').isDisabled()).toBe(true)
    await setup.getByLabel('场次名称确认').fill('第1场')
    await button(setup, '确定初始化').dblclick()
    await said(page, '初始化成功！座位 30 个，设备 15 台，学生 30 人')
    await setup.waitFor({ state: 'hidden' })
  })

  test('the map shows who sits where', async () => {
    await act('第1场', '座位图')
    const map = dialog(page, '座位图')
    await map.getByText('已就座 30 / 30').waitFor()
    expect(await map.locator('.seat-tile').count()).toBe(30)
    await map.locator('.ant-drawer-close').click()
    await map.waitFor({ state: 'hidden' })
  })

  test('results are initialised', async () => {
    await openTab(page, '考察项管理')
    await within(page, '接线').waitFor()
    await button(page, '初始化考察结果').first().click()
    await agree(page, '初始化后，实验、考察项和座位将不能再修改')
    await said(page, '初始化成功！')
    await expect.poll(() => button(within(page, '接线'), '编辑').count()).toBe(0)
    expect(await button(within(page, '读数'), '删除').count()).toBe(0)
  })

  test('experiment, session and seats are locked from then on', async () => {
    await openTab(page, '实验管理')
    await within(page, '示波器的使用').waitFor()
    await button(page, '刷新').click()
    await expect.poll(() => button(within(page, '示波器的使用'), '编辑').count()).toBe(0)
    expect(await button(within(page, '示波器的使用'), '删除').count()).toBe(0)
    await openTab(page, '实验分组管理')
    await within(page, '第1场').waitFor()
    await button(page, '刷新').click()
    await expect.poll(() => button(within(page, '第1场'), '编辑').count()).toBe(0)
    await button(within(page, '第2场'), '编辑').waitFor()
    await within(page, '第1场').locator('.ant-table-row-expand-icon').click()
    const seats = page.locator('.seat-table')
    await seats.getByText('1-01').waitFor()
    expect(await seats.locator('input').count()).toBe(0)
    await act('第1场', '座位图')
    const map = dialog(page, '座位图')
    await map.getByText('该场次的座位不能修改。').waitFor()
  })
})
