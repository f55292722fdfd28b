import { beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser } from '../support/browser.ts'
import { accompany, startJourney, type Journey } from './journey.ts'
import { address, button, choose, dialog, filters, menuItem, openMenu, row, said, signIn } from './screen.ts'

describe.skipIf(!hasBrowser())('lists of results', () => {
  let journey: Journey
  beforeAll(async () => {
    journey = await startJourney()
  })
  accompany(() => journey)

  test('a student has his own results in the menu, with photos and states, and nothing to change', async () => {
    const page = await journey.open()
    await signIn(page, '2025010011')
    await openMenu(page, '我的考察结果')
    expect(address(page)).toContain('/teaching/inspectionResult/stuList')
    const scored = row(page, '静态工作点测量')
    await scored.getByText('已评分').waitFor()
    expect(await scored.textContent()).toContain('92')
    await scored.locator('img').first().waitFor()
    expect(await row(page, '电压放大倍数测量').textContent()).toContain('已提交')
    expect(await page.locator('.ant-table-tbody .ant-table-row').count()).toBe(2)
    for (const words of ['编辑', '删除', '导出', '导入']) expect([words, await button(page, words).count()]).toEqual([words, 0])
    expect(await menuItem(page, '考察结果管理').count()).toBe(0)
    await page.close()
  })

  test('the administrator’s list asks for an item, shows who sits where, and a mark is saved in its form', async () => {
    const page = await journey.open()
    await signIn(page, 'admin', '系统管理员')
    await openMenu(page, '考察结果列表')
    await button(filters(page), '查询').click()
    await said(page, '请选择考察项')
    const search = filters(page)
    await choose(search, '课程', '模拟电子技术实验')
    await choose(search, '实验', '单管共射放大电路')
    await choose(search, '考察项', '静态工作点测量')
    await button(search, '查询').click()
    const studyNumber = await row(page, '已提交')
      .first()
      .getByText(/^2025\d{6}$/)
      .first()
      .innerText()
    const submitted = row(page, studyNumber)
    await button(submitted, '编辑').click()
    const form = dialog(page, '编辑考察结果')
    await form.getByLabel('分数').fill('101')
    await button(form, '保存').click()
    await form.getByText('分数应在 0 到 100 之间!').waitFor()
    await form.getByLabel('分数').fill('86.5')
    await choose(form, '常用评语', '操作规范熟练')
    await button(form, '保存').click()
    await said(page, '保存成功！')
    await submitted.getByText('已评分').waitFor()
    const words = await submitted.textContent()
    for (const part of ['86.5', '操作规范熟练', '管理员']) expect(words).toContain(part)
    await page.close()
  })
})
