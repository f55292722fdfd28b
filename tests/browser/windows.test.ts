import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from 'playwright'
import { beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser } from '../support/browser.ts'
import { codeTelephone } from './code-telephone.ts'
import { accompany, demoPassword, startJourney, type Journey } from './journey.ts'
import { add, agree, button, choose, dialog, filters, openMenu, question, row, said, signInAt } from './screen.ts'

describe.skipIf(!hasBrowser())('windows of a list', () => {
  let journey: Journey
  let page: Page
  beforeAll(async () => {
    journey = await startJourney()
    page = await journey.open({ height: 560 })
    await signInAt(page, 'admin', '系统管理员')
  })
  accompany(() => journey)

  test('a form taller than the window scrolls, its long text grows, and the page’s policy blocks nothing', async () => {
    await openMenu(page, '部门列表')
    await row(page, '江城理工大学').first().waitFor()
    await button(page, '新增').click()
    const form = dialog(page, '新增部门')
    const memo = form.getByLabel('备注')
    await memo.scrollIntoViewIfNeeded()
    const height = async () => (await memo.boundingBox())?.height ?? 0
    const low = await height()
    await memo.fill('一\n二\n三\n四\n五\n六')
    expect(await height()).toBeGreaterThan(low + 40)
    await button(form, '取消').click()
    await page
      .locator('.ant-modal-confirm')
      .getByRole('button', { name: /放\s*弃/ })
      .click()
    await form.waitFor({ state: 'hidden' })
  })

  test('a window that a click opens and a click closes stays open after a double click', async () => {
    const shown = page.locator('.ant-dropdown, .ant-popover').filter({ visible: true })
    for (const name of ['列设置', '标签操作', /^用户菜单/, /^当前选择/]) {
      const target = page.getByRole('button', { name })
      await target.dblclick()
      await shown.waitFor()
      await pause(150)
      expect([name, await shown.count()]).toEqual([name, 1])
      await target.click()
      await shown.waitFor({ state: 'hidden' })
    }
  })

  test('a password can be reset, with its rules shown under the fields', async () => {
    await openMenu(page, '用户管理')
    await button(row(page, '2025060050'), '更多').click()
    await page.getByRole('menuitem', { name: '密码', exact: true }).click()
    const form = dialog(page, '重新设定密码')
    expect(await form.getByLabel('用户账号').inputValue()).toBe('2025060050')
    expect(await form.getByLabel('用户账号').isDisabled()).toBe(true)
    await form.getByLabel('登录密码').fill('short')
    await button(form, '确定').click()
    await form.getByText('密码由8位数字、大小写字母和特殊符号组成!').waitFor()
    await form.getByLabel('登录密码').fill('Shiyan-2027')
    await form.getByLabel('确认密码').fill('Shiyan-2028')
    await button(form, '确定').click()
    await form.getByText('两次输入的密码不一样！').waitFor()
    await form.getByLabel('确认密码').fill('Shiyan-2027')
    await button(form, '确定').click()
    await said(page, '密码修改成功!')
    await form.waitFor({ state: 'hidden' })
  })

  test('a row is drawn without a component tree for each tag, tick and button', async () => {
    const components = await row(page, '2025050050').evaluate((one) => {
      interface Fiber {
        readonly type: unknown
        readonly child: Fiber | null
        readonly sibling: Fiber | null
      }
      const fiberOf = (element: Element) =>
        Object.entries(element).find(([key]) => key.startsWith('__reactFiber$'))?.[1] as Fiber | undefined
      const countFrom = (fiber: Fiber | null | undefined): number =>
        fiber ? (fiber.type && typeof fiber.type !== 'string' ? 1 : 0) + countFrom(fiber.child) + countFrom(fiber.sibling) : 0
      return [...one.children].map((cell) => countFrom(fiberOf(cell)?.child))
    })
    expect(components.length).toBe(10)
    // A cell of a value has its own component, the view of its type, and what chooses between the two.
    expect(components.slice(0, -1).filter((count) => count > 4)).toEqual([])
    expect(components.at(-1)).toBeLessThanOrEqual(10)
  })

  test('selected users are frozen together and unfrozen together', async () => {
    const names = ['2025060050', '2025050050']
    const status = (words: string) => Promise.all(names.map((name) => row(page, name).filter({ hasText: words }).waitFor()))
    for (const [label, after] of [
      ['冻结', '冻结'],
      ['解冻', '正常'],
    ] as const) {
      for (const name of names) await row(page, name).getByRole('checkbox').check()
      await page.getByText('已选择 2 项').waitFor()
      await button(page, label).click()
      await question(page, '（共 2 条）').waitFor()
      await agree(page, `确定${label}吗?`)
      await status(after)
      expect(await page.getByText('已选择 2 项').count()).toBe(0)
    }
  })

  test('the first administrator is frozen and deleted with nobody, which is said before anything is asked', async () => {
    const admin = page.locator('.ant-table-row').filter({ has: page.getByRole('cell', { name: 'admin', exact: true }) })
    await row(page, '2025060050').getByRole('checkbox').check()
    const search = async (name: string) => {
      await filters(page).getByLabel('用户账号').fill(name)
      await filters(page).getByLabel('用户账号').press('Enter')
    }
    await search('admin')
    await admin.getByRole('checkbox').check()
    for (const label of ['冻结', '解冻', '批量删除']) {
      await button(page, label).click()
      await said(page, '管理员账号不允许此操作！')
      expect(await question(page).count()).toBe(0)
    }
    await admin.getByRole('checkbox').uncheck()
    await search('2025060050')
    await button(page, '冻结').click()
    await agree(page, '确定冻结吗?')
    await row(page, '2025060050').filter({ hasText: '冻结' }).waitFor()
  })

  test('what was not deleted is named with its reason, and stays chosen', async () => {
    await openMenu(page, '部门列表')
    await row(page, '江城理工大学').last().getByRole('checkbox').check()
    await button(page, '批量删除').click()
    await agree(page, '确定要删除所选中的 1 条数据，以及子节点数据吗?')
    const outcome = dialog(page, '已删除 0，失败 1')
    await outcome.getByText('江城理工大学').first().waitFor()
    await button(outcome, '知道了').click()
    await page.getByText('已选择 1 项').waitFor()
    await row(page, '江城理工大学').last().getByRole('checkbox').uncheck()
  })

  test('a deleted row goes to the bin: it can be restored, or deleted for ever', async () => {
    await openMenu(page, '数据字典')
    for (const name of ['临时字典', '留下的字典']) {
      await add(page, page, async (form) => {
        await form.getByLabel('字典名称').fill(name)
        await form.getByLabel('字典编码').fill(name === '临时字典' ? 'for_a_while' : 'to_stay')
      })
      await button(row(page, name), '删除').click()
      await agree(page, name)
      await row(page, name).waitFor({ state: 'hidden' })
    }
    await button(page, '回收站').click()
    const bin = dialog(page, '.*回收站')
    await button(row(bin, '留下的字典'), '还原').click()
    await row(bin, '留下的字典').waitFor({ state: 'hidden' })
    await expect.poll(() => bin.evaluate((window) => window.contains(document.activeElement))).toBe(true)
    await button(row(bin, '临时字典'), '彻底删除').click()
    await agree(page, '彻底删除后不可恢复')
    await row(bin, '临时字典').waitFor({ state: 'hidden' })
    await bin.getByRole('button', { name: '关闭窗口' }).click()
    await row(page, '留下的字典').waitFor()
    expect(await row(page, '临时字典').count()).toBe(0)
  })

  test('a window that cannot be loaded says so over the unchanged list, and opens after a retry', async () => {
    const lost = await journey.open({ losesNetwork: true })
    await lost.goto('/teaching/course')
    await signInAt(lost, 'teacher1')
    await filters(lost).getByLabel('课程名称').fill('电路')
    await row(lost, '数字电路实验').waitFor()
    await lost.context().setOffline(true)
    await button(lost, '导入').click()
    const missing = dialog(lost, '未能加载')
    await missing.getByText('页面内容未能加载，请检查网络后重试').waitFor()
    expect(await lost.locator('body').innerText()).not.toMatch(/[a-z]{4,} [a-z]+/i)
    await row(lost, '数字电路实验').waitFor()
    expect(await filters(lost).getByLabel('课程名称').inputValue()).toBe('电路')
    await button(missing, '关闭').click()
    await missing.waitFor({ state: 'hidden' })
    await button(lost, '列设置').click()
    await lost.locator('.ant-popover').getByText('未能加载').waitFor()
    await row(lost, '数字电路实验').waitFor()
    await lost.keyboard.press('Escape')
    await button(lost, '导入').click()
    await missing.waitFor()
    await lost.context().setOffline(false)
    await button(missing, '重试').click()
    await dialog(lost, '导入').waitFor()
    await lost.context().close()
  })

  test('a course is handed over to another teacher', async () => {
    await openMenu(page, '课程管理')
    const heir = (await row(page, '大学物理实验').locator('td').nth(3).innerText()).trim()
    await button(row(page, '数字电路实验'), '移交').click()
    const form = dialog(page, '移交 - 数字电路实验')
    await form.getByLabel('授课教师').fill(heir)
    await choose(form, '授课教师', heir)
    await button(form, '确定').click()
    await form.waitFor({ state: 'hidden' })
    await said(page, '移交成功！')
    await row(page, '数字电路实验').filter({ hasText: heir }).waitFor()
  })

  test('on a telephone, a required filter is named before its list is shown', async () => {
    const phone = await journey.open({ width: 390, height: 844 })
    await signInAt(phone, 'teacher2')
    await phone.goto('/teaching/class?courseId=')
    await phone.getByText('请选择课程！').waitFor()
    await button(phone, '筛选').first().click()
    await choose(filters(phone), '课程', '')
    await button(filters(phone), '查询').click()
    await phone.locator('.engine-card').filter({ hasText: '班' }).first().waitFor()
    await phone.close()
  })

  test('an administrator resets the two-step codes of someone who has lost them, whose open page ends', async () => {
    journey.allowRefusals(401)
    const own = await journey.open()
    // What the bell counts of its own accord is not answered: the page shall end at what is pressed below.
    await own.route('**/sys/annountCement/listByUser*', () => undefined)
    await own.goto('/account?part=security')
    await signInAt(own, 'teacher6')
    const part = own.getByRole('region', { name: '两步验证' })
    await button(part, '开启两步验证').click()
    const asked = dialog(own, '开启两步验证')
    await asked.getByLabel('登录密码').fill(demoPassword)
    await asked.getByLabel('登录密码').press('Enter')
    const nextCode = codeTelephone((await own.locator('.enrol-secret').innerText()).trim())
    await asked.getByLabel('动态码').fill(nextCode())
    await asked.getByLabel('动态码').press('Enter')
    await button(dialog(own, '恢复码'), '我已保存').click()
    await part.getByText('已开启').waitFor()
    await openMenu(page, '用户管理')
    await filters(page).getByLabel('用户账号').fill('teacher6')
    await filters(page).getByLabel('用户账号').press('Enter')
    await button(row(page, 'teacher6'), '更多').click()
    await page.getByRole('menuitem', { name: '重置两步验证' }).click()
    await agree(page, '确定重置两步验证吗?')
    await said(page, '两步验证已重置，该用户的登录已全部退出')
    await button(part, '更换恢复码').click()
    await dialog(own, '更换恢复码').getByLabel('登录密码').fill(demoPassword)
    await dialog(own, '更换恢复码').getByLabel('登录密码').press('Enter')
    await dialog(own, '登录已过期').waitFor()
    await own.close()
  })
})
