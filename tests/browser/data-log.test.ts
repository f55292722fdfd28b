import type { Page } from 'playwright'
import { beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser } from '../support/browser.ts'
import { accompany, startJourney, type Journey } from './journey.ts'
import { administratorOn, button, dialog, filters, openMenu, row, said } from './screen.ts'
import { pushedSideways } from './sideways.ts'
import { telephone } from './telephone.ts'

describe.skipIf(!hasBrowser())('the data log', () => {
  let journey: Journey
  let page: Page
  beforeAll(async () => {
    journey = await startJourney()
    page = await administratorOn(journey, '职务管理')
    await button(page, '新增').click()
    const form = dialog(page, '新增职务')
    await form.getByLabel('职务编码').fill('versions')
    await form.getByLabel('职务名称').fill('实验员')
    await button(form, '保存').click()
    await form.waitFor({ state: 'hidden' })
    await button(row(page, '实验员'), '编辑').click()
    const edit = dialog(page, '编辑职务')
    await edit.getByLabel('职务名称').fill('高级实验员')
    await button(edit, '保存').click()
    await edit.waitFor({ state: 'hidden' })
    await openMenu(page, '数据日志')
    await filters(page).getByLabel('表名').fill('sys_position')
    await button(page, '查询').click()
    await row(page, '高级实验员').waitFor()
  })
  accompany(() => journey)

  const tick = (words: string, place = 0) => row(page, words).nth(place).getByRole('checkbox').click()

  test('exactly two versions of one row are compared', async () => {
    // What was done is no second column of buttons.
    expect(await page.getByRole('columnheader', { name: '操作', exact: true }).count()).toBe(1)
    await tick('高级实验员')
    await button(page, '数据比较').click()
    await said(page, '请选择两条数据')
    await page.locator('.ant-table-row').nth(2).getByRole('checkbox').click()
    await button(page, '数据比较').click()
    await said(page, '请选择相同的数据库表和数据ID进行比较')
    await page.locator('.ant-table-row').nth(2).getByRole('checkbox').click()
    await page.locator('.ant-table-row').nth(1).getByRole('checkbox').click()
    await button(page, '数据比较').dblclick()
    const window = dialog(page, '数据比较')
    const line = window.locator('.ant-table-row').filter({ hasText: '职务名称' })
    await line.getByText('不同').waitFor()
    expect(await line.locator('strong').allTextContents()).toEqual(['实验员', '高级实验员'])
    await window.getByRole('switch').click()
    await expect.poll(() => window.locator('.ant-table-row').count()).toBe(1)
    await page.keyboard.press('Escape')
    await window.waitFor({ state: 'hidden' })
  })

  test('a row offers all its versions, and begins with the change that it is', async () => {
    await button(row(page, '高级实验员'), '版本对比').click()
    const window = dialog(page, '数据版本对比')
    await window.getByText('sys_position', { exact: true }).waitFor()
    await window.locator('.ant-table-row').filter({ hasText: '职务名称' }).getByText('高级实验员').waitFor()
    expect(await window.getByRole('combobox').count()).toBe(2)
    const tops = await window.getByRole('combobox').evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().top)))
    expect(tops[0]).toBe(tops[1])
    await page.setViewportSize(telephone)
    await window.getByText('版本 2：高级实验员', { exact: true }).waitFor()
    await window.getByText('版本 1：实验员', { exact: true }).waitFor()
    expect(await pushedSideways(window)).toEqual([])
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.keyboard.press('Escape')
    await window.waitFor({ state: 'hidden' })
    // That of the demo's positions nobody has changed.
    await button(page.locator('.ant-table-row').last(), '版本对比').click()
    await window.getByText('这条数据只有一个版本，没有可比较的').waitFor()
  })
})
