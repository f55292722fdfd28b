import type { Locator, Page } from 'playwright'
import { beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser } from '../support/browser.ts'
import { accompany, startJourney, type Journey } from './journey.ts'
import { button, dialog, filters, openMenu, row, said, signInAt } from './screen.ts'

describe.skipIf(!hasBrowser())('windows to choose in', () => {
  let journey: Journey
  let page: Page
  beforeAll(async () => {
    journey = await startJourney()
    page = await journey.open()
    await signInAt(page, 'admin', '系统管理员')
  })
  accompany(() => journey)

  const chosen = (window: Locator) => window.getByRole('group', { name: '已选择' })
  const names = (window: Locator) => chosen(window).getByRole('listitem').allInnerTexts()
  const node = (window: Locator, name: string) => window.getByRole('tree').getByTitle(name, { exact: true })
  const tick = (window: Locator, name: string) =>
    window.locator('.ant-tree-treenode').filter({ hasText: name }).last().locator('.ant-tree-checkbox').click()
  const search = async (window: Locator, username: string) => {
    await filters(window).getByLabel('用户账号').fill(username)
    await button(window, '查询').click()
    await row(window, username).waitFor()
  }
  const formOf = async (department: string) => {
    await button(row(page, department), '编辑').click()
    return dialog(page, '编辑部门')
  }

  test('the people who direct a department are chosen in a table, found by department, kept over searches and removed by name', async () => {
    await openMenu(page, '部门列表')
    const form = await formOf('物理学院')
    await form.getByRole('button', { name: '选择部门负责人' }).dblclick()
    const window = dialog(page, '选择用户')
    await window.getByText('还没有选择').waitFor()
    expect(await window.count()).toBe(1)
    await search(window, 'teacher1')
    await row(window, 'teacher1').getByRole('checkbox').check()
    await search(window, 'teacher2')
    await row(window, 'teacher2').getByRole('checkbox').check()
    await button(window, '重置').click()
    await row(window, '2025060050').waitFor()
    await node(window, '江城理工大学').waitFor()
    await window.locator('.ant-tree-switcher').first().click()
    await node(window, '物理学院').click()
    await row(window, '2025060050').waitFor({ state: 'hidden' })
    await row(window, '2025040050').getByRole('checkbox').check()
    expect(await names(window)).toHaveLength(3)
    await chosen(window).getByRole('button', { name: /^移除/ }).last().click()
    await expect.poll(() => row(window, '2025040050').getByRole('checkbox').isChecked()).toBe(false)
    const two = await names(window)
    await button(window, '确定（2）').click()
    await window.waitFor({ state: 'hidden' })
    for (const name of two) await form.getByTitle(name.trim()).first().waitFor()
    await button(form, '保存').click()
    await said(page, '保存成功!')
    const again = await formOf('物理学院')
    await again.getByRole('button', { name: '选择部门负责人' }).click()
    await expect.poll(() => names(window)).toEqual(two)
    await button(chosen(window), '清空').click()
    await window.getByText('还没有选择').waitFor()
    await button(window, '取消').click()
    await window.waitFor({ state: 'hidden' })
    for (const name of two) await again.getByTitle(name.trim()).first().waitFor()
    await button(again, '取消').click()
    await again.waitFor({ state: 'hidden' })
  })

  test('the departments of an account are chosen in their tree: each alone, with those below, or by a word', async () => {
    await openMenu(page, '用户管理')
    await filters(page).getByLabel('用户账号').fill('teacher1')
    await button(page, '查询').click()
    await row(page, '2025060050').waitFor({ state: 'hidden' })
    await button(row(page, 'teacher1'), '编辑').click()
    const form = dialog(page, '编辑用户')
    await form.getByRole('button', { name: '选择部门', exact: true }).click()
    const window = dialog(page, '选择部门')
    await node(window, '物理学院').waitFor()
    const [home] = await names(window)
    await tick(window, '电子信息学院')
    expect(await names(window)).toEqual([home, '电子信息学院'])
    await button(chosen(window), '清空').click()
    await window.getByRole('button', { name: '树操作' }).click()
    await page.getByRole('menuitem', { name: '父子关联' }).click()
    await tick(window, '电子信息学院')
    expect((await names(window)).toSorted()).toEqual(['电子信息学院', '电子科学系', '通信工程系'].toSorted())
    await button(chosen(window), '清空').click()
    await window.getByLabel('按部门名称搜索…').fill('物理')
    await node(window, '电子信息学院').waitFor({ state: 'hidden' })
    await node(window, '物理学院').click()
    expect(await names(window)).toEqual(['物理学院'])
    await button(window, '确定（1）').press('Enter')
    await window.waitFor({ state: 'hidden' })
    await form.getByTitle('物理学院').first().waitFor()
    await button(form, '保存').click()
    await said(page, '修改成功!')
    await row(page, 'teacher1').filter({ hasText: '物理学院' }).waitFor()
  })

  test('nothing complained', () => journey.expectQuiet())
})
