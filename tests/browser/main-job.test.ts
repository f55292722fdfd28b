import { join } from 'node:path'
import type { Locator, Page } from 'playwright'
import { beforeAll, describe, expect, test } from 'vitest'
import { root } from '../../scripts/machine.mjs'
import { hasBrowser } from '../support/browser.ts'
import { accompany, startJourney, type Journey } from './journey.ts'
import {
  add,
  address,
  button,
  checkFile,
  choose,
  dialog,
  filters,
  importCounts,
  importFile,
  openMenu,
  row,
  signInAt,
  switchRole,
} from './screen.ts'

const sample = (name: string) => join(root, 'tests/files', name)
const nothingNew = (rows: number) => ({ 新增: 0, 更新: 0, 不变: rows, 错误: 0 })
const allNew = (rows: number) => ({ 新增: rows, 更新: 0, 不变: 0, 错误: 0 })

describe.skipIf(!hasBrowser())('the main job on real files', () => {
  let journey: Journey
  let page: Page
  let roster: Locator
  beforeAll(async () => {
    journey = await startJourney()
    page = await journey.open()
    await signInAt(page, 'admin', '系统管理员')
  })
  accompany(() => journey)

  test('2,000 students are imported from a LibreOffice file, once', async () => {
    await openMenu(page, '学生管理')
    expect(await importFile(page, page, sample('students-2000.xlsx'))).toEqual(allNew(2000))
    await page.getByText('共 2300 条').waitFor()
    expect(await importFile(page, page, sample('students-2000.xlsx'))).toEqual(nothingNew(2000))
  })

  test('a course, its experiment and its 40 devices, once', async () => {
    await switchRole(page, '教师')
    await openMenu(page, '课程管理')
    await add(page, page, async (form) => {
      await form.getByLabel('课程名称').fill('电子测量实验')
      await choose(form, '学生类型', '本科生')
    })
    await row(page, '电子测量实验').waitFor()
    await openMenu(page, '实验管理')
    await choose(filters(page), '课程', '电子测量实验')
    await add(page, page, (form) => form.getByLabel('实验名称').fill('示波器的使用'))
    await row(page, '示波器的使用').waitFor()
    await openMenu(page, '设备管理')
    await choose(filters(page), '课程', '电子测量实验')
    expect(await importFile(page, page, sample('equipment-40.xlsx'))).toEqual(allNew(40))
    await page.getByText('共 40 条').waitFor()
    expect(await importFile(page, page, sample('equipment-40.xlsx'))).toEqual(nothingNew(40))
  })

  test('a class has a roster of its own', async () => {
    await openMenu(page, '班级管理')
    await choose(filters(page), '课程', '电子测量实验')
    await add(page, page, async (form) => {
      await form.getByLabel('班级名称').fill('测控 1 班')
      await choose(form, '上课时间', '星期三上午')
      await choose(form, '学生类型', '本科生')
    })
    await button(row(page, '测控 1 班'), '管理学生').click()
    roster = dialog(page, '管理学生')
    await roster.locator('.ant-empty').waitFor()
  })

  test('a roster with errors names every bad cell, and writes nothing', async () => {
    const panel = await checkFile(page, roster, sample('roster-with-errors.xlsx'))
    expect(await importCounts(panel)).toEqual({ 新增: 55, 更新: 0, 不变: 0, 错误: 5 })
    const faults = await panel.locator('.ant-table-row').allInnerTexts()
    expect(faults.map((text) => text.split(/\s*[\n\t]\s*/))).toEqual([
      ['6', '学号', '99999999', expect.stringContaining('99999999')],
      ['11', '组号', '第三组', expect.any(String)],
      ['16', '座位号', '0', '座位号不能小于 1!'],
      ['21', '学号', '20260019', expect.any(String)],
      ['31', '学号', '（空）', '请输入学生id!'],
    ])
    expect(await button(panel, '全部导入').count()).toBe(0)
    await button(panel, '关闭').click()
    await panel.waitFor({ state: 'hidden' })
    await button(roster, '刷新').click()
    await roster.locator('.ant-empty').waitFor()
  })

  test('the corrected roster is imported, and a second import changes nothing', async () => {
    expect(await importFile(page, roster, sample('roster.xlsx'))).toEqual(allNew(60))
    await roster.getByText('共 60 条').waitFor()
    expect(await importFile(page, roster, sample('roster.xlsx'))).toEqual(nothingNew(60))
  })

  test('the correct rows of a roster with errors are imported on request', async () => {
    await roster.getByRole('button', { name: '关闭窗口' }).click()
    await openMenu(page, '课程管理')
    await add(page, page, async (form) => {
      await form.getByLabel('课程名称').fill('电子测量实验（二）')
      await choose(form, '学生类型', '本科生')
    })
    await openMenu(page, '班级管理')
    await choose(filters(page), '课程', '电子测量实验（二）')
    await add(page, page, async (form) => {
      await form.getByLabel('班级名称').fill('测控 2 班')
      await choose(form, '上课时间', '星期四上午')
      await choose(form, '学生类型', '本科生')
    })
    await button(row(page, '测控 2 班'), '管理学生').click()
    roster = dialog(page, '管理学生 - 测控 2 班')
    const panel = await checkFile(page, roster, sample('roster-with-errors.xlsx'))
    await button(panel, '只导入正确的行').click()
    await panel.locator('.ant-alert-warning').waitFor()
    expect(await importCounts(panel)).toMatchObject({ 新增: 55, 错误: 5 })
    await button(panel, '完成').click()
    await roster.getByText('共 55 条').waitFor()
  })

  test('an import whose answer is lost on the way is reported as done', async () => {
    const lossy = await journey.open({ losesNetwork: true })
    await signInAt(lossy, 'admin', '教师')
    await lossy.goto(address(page))
    await button(row(lossy, '测控 2 班'), '管理学生').click()
    const list = dialog(lossy, '管理学生 - 测控 2 班')
    await list.getByText('共 55 条').waitFor()
    await lossy.route('**/importCommit', async (route) => {
      await route.fetch()
      await route.abort('connectionreset')
    })
    expect(await importFile(lossy, list, sample('roster.xlsx'))).toMatchObject({ 新增: 5, 错误: 0 })
    await list.getByText('共 60 条').waitFor()
  })

  test('an import that nobody is watching is in the list when it is done', async () => {
    await roster.getByRole('button', { name: '关闭窗口' }).click()
    await openMenu(page, '设备管理')
    await choose(filters(page), '课程', '电子测量实验（二）')
    const panel = await checkFile(page, page, sample('equipment-40.xlsx'))
    await page.route('**/importCommit', async (route) => {
      const answer = await route.fetch()
      await panel.waitFor({ state: 'hidden' })
      await route.fulfill({ response: answer })
    })
    await button(panel, '全部导入').click()
    await button(panel, '关闭').click()
    await page.getByText('共 40 条').waitFor()
  })

  test('a file chosen before its class waits for it, and the field says so', async () => {
    await openMenu(page, '班级学生管理')
    await button(page, '导入').click()
    const panel = dialog(page, '导入')
    await panel.locator('input[type=file]').setInputFiles(sample('roster.xlsx'))
    await panel.getByRole('alert').filter({ hasText: '请输入所属班级!' }).waitFor()
    await panel.getByText('roster.xlsx 已选好，选择班级后开始校验').waitFor()
    await choose(panel, '班级', '测控 2 班')
    await panel.locator('.ant-statistic').first().waitFor()
    expect(await importCounts(panel)).toEqual(nothingNew(60))
    await button(panel, '关闭').click()
  })
})
