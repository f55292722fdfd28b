import type { Locator, Page } from 'playwright'
import { beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser } from '../support/browser.ts'
import { accompany, startJourney, type Journey } from './journey.ts'
import { button, choose, dialog, filters, menuItem, openMenu, row, signInAt } from './screen.ts'
import { userNameOf } from './workbench-page.ts'

describe.skipIf(!hasBrowser())('two browsers on one record', () => {
  let journey: Journey
  let one: Page
  let other: Page
  beforeAll(async () => {
    journey = await startJourney()
    journey.allowRefusals(409)
    const arrive = async () => {
      const page = await journey.open()
      await signInAt(page, 'teacher1')
      await openMenu(page, '设备管理')
      await choose(filters(page), '课程', '数字电路实验')
      await row(page, 'A001').waitFor()
      return page
    }
    one = await arrive()
    other = await arrive()
  })
  accompany(() => journey)

  const edit = async (page: Page): Promise<Locator> => {
    await button(row(page, 'A001'), '编辑').click()
    const form = dialog(page, '编辑')
    await form.getByLabel('设备名称').waitFor()
    return form
  }
  const save = async (form: Locator) => {
    await button(form, '保存').click()
    await form.waitFor({ state: 'hidden' })
  }

  test('different fields: both changes are kept, without a message', async () => {
    const mine = await edit(one)
    const theirs = await edit(other)
    await mine.getByLabel('属性一').fill('靠窗')
    await save(mine)
    await theirs.getByLabel('属性二').fill('送修')
    await save(theirs)
    for (const page of [one, other]) {
      await button(page, '刷新').click()
      await row(page, 'A001').filter({ hasText: '靠窗' }).filter({ hasText: '送修' }).waitFor()
    }
  })

  test('the same field: both values, author and time are shown; the chosen one is saved', async () => {
    const mine = await edit(one)
    const theirs = await edit(other)
    await mine.getByLabel('设备名称').fill('数字实验箱甲')
    await save(mine)
    await theirs.getByLabel('设备名称').fill('数字实验箱乙')
    await button(theirs, '保存').click()
    const conflict = dialog(other, '数据已被他人修改')
    const clash = row(conflict, '设备名称')
    await clash.getByText('数字实验箱甲').waitFor()
    await clash.getByText('数字实验箱乙').waitFor()
    const told = await conflict.locator('.ant-alert').innerText()
    const name = await userNameOf(one)
    expect(told).toMatch(new RegExp(`^${name} 于 \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d`))
    await clash.getByRole('radio').first().check()
    await button(conflict, '按所选保存').click()
    await theirs.waitFor({ state: 'hidden' })
    await button(one, '刷新').click()
    await row(one, 'A001').filter({ hasText: '数字实验箱乙' }).waitFor()
  })

  test('the other person’s value can also be kept', async () => {
    const mine = await edit(one)
    const theirs = await edit(other)
    await mine.getByLabel('设备名称').fill('数字实验箱丙')
    await mine.getByLabel('属性三').fill('已校准')
    await save(mine)
    await theirs.getByLabel('设备名称').fill('数字实验箱丁')
    await button(theirs, '保存').click()
    const conflict = dialog(other, '数据已被他人修改')
    await row(conflict, '设备名称').getByRole('radio').last().check()
    await button(conflict, '按所选保存').click()
    await theirs.waitFor({ state: 'hidden' })
    await button(other, '刷新').click()
    await row(other, 'A001').filter({ hasText: '数字实验箱丙' }).filter({ hasText: '已校准' }).waitFor()
  })

  test('what an administrator grants a role appears in the open pages of its holders, and leaves when it is taken', async () => {
    const holder = await journey.open()
    const follows = Promise.withResolvers<undefined>()
    holder.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => String(payload).includes('rights:all') && follows.resolve(undefined)),
    )
    await signInAt(holder, 'teacher2')
    await menuItem(holder, '课程管理').waitFor()
    await follows.promise
    const office = await journey.open()
    await signInAt(office, 'admin', '系统管理员')
    await openMenu(office, '角色管理')
    const grant = async () => {
      await button(row(office, '管理自己的课程与课程中的一切'), '授权').click()
      const drawer = dialog(office, '角色权限配置')
      const node = drawer.locator('.ant-tree-treenode').filter({ has: office.getByText('数据字典', { exact: true }) })
      await node.locator('.ant-tree-checkbox').click()
      await button(drawer, '保存并关闭').click()
      await drawer.waitFor({ state: 'hidden' })
    }
    const entry = menuItem(holder, '数据字典')
    await grant()
    await entry.waitFor()
    await grant()
    await entry.waitFor({ state: 'detached' })
  })
})
