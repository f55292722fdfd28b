import type { Page } from 'playwright'
import { beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser } from '../support/browser.ts'
import { onOneDatabase } from '../support/databases.ts'
import { accompany, startJourney, type Journey } from './journey.ts'
import { add, agree, button, choose, dialog, openMenu, question, row, said, sentenceOf, signInAt } from './screen.ts'
import { tapAgain } from './telephone.ts'

describe.skipIf(!hasBrowser())('the life of a course', () => {
  onOneDatabase('in a browser', (database) => {
    let journey: Journey
    let page: Page
    beforeAll(async () => {
      journey = await startJourney({ database })
      page = await journey.open()
      await signInAt(page, 'teacher1')
      await openMenu(page, '课程管理')
    })
    accompany(() => journey)

    test('a form says what is missing, in the document’s words, at the right field', async () => {
      await button(page, '新增').click()
      const form = dialog(page, '新增')
      await button(form, '保存').click()
      expect(await sentenceOf(form, 'courseTitle').innerText()).toBe('请输入课程名称!')
      expect(await sentenceOf(form, 'studentType').innerText()).toBe('请选择学生类型!')
      expect(await sentenceOf(form, 'semester').count()).toBe(0)
      await expect.poll(() => form.getByLabel('课程名称').evaluate((input) => input === document.activeElement)).toBe(true)
      await form.getByLabel('课程名称').fill('传感器实验')
      await choose(form, '学生类型', '本科生')
      await form.getByLabel('开始日期').fill('2026-10-08')
      await form.getByLabel('开始日期').press('Enter')
      await form.getByLabel('结束日期').fill('2026-09-08')
      await form.getByLabel('结束日期').press('Enter')
      await button(form, '保存').click()
      await form.getByText('结束日期不能早于开始日期').waitFor()
      expect(await sentenceOf(form, 'endDate').innerText()).toBe('结束日期不能早于开始日期')
      expect(await form.getByText('请输入课程名称!').count()).toBe(0)
      // Typed at once after the refusal and left without Enter: the form is drawn again meanwhile, and the date stays.
      await form.getByLabel('结束日期').fill('2026-12-31')
      await form.getByLabel('课程名称').click()
      await form.getByText('结束日期不能早于开始日期').waitFor({ state: 'hidden' })
      expect(await form.getByLabel('结束日期').inputValue()).toBe('2026-12-31')
      await button(form, '保存').click()
      await form.waitFor({ state: 'hidden' })
      await row(page, '传感器实验').getByText('未发布').waitFor()
    })

    test('it is published, renamed, and withdrawn', async () => {
      const course = row(page, '传感器实验')
      await tapAgain(button(course, '发布'), { part: 0.5 })
      await tapAgain(button(question(page, '确定发布该课程吗?'), '确定'), { part: 0.5 })
      await said(page, '发布成功！')
      await course.getByText('已发布').waitFor()
      expect(await question(page).count()).toBe(0)
      await button(course, '撤销发布').waitFor()
      await button(course, '编辑').click()
      const form = dialog(page, '编辑')
      await form.getByLabel('课程名称').fill('传感器与检测实验')
      await button(form, '保存').click()
      await form.waitFor({ state: 'hidden' })
      const renamed = row(page, '传感器与检测实验')
      await renamed.getByText('已发布').waitFor()
      await button(renamed, '撤销发布').click()
      await agree(page, '确定撤销发布该课程吗?')
      await said(page, '撤销发布成功！')
      await renamed.getByText('已撤销').waitFor()
      expect(await button(renamed, '撤销发布').count()).toBe(0)
    })

    test('one is deleted alone, others by ticking them', async () => {
      for (const name of ['光学实验甲', '光学实验乙']) {
        await add(page, page, async (form) => {
          await form.getByLabel('课程名称').fill(name)
          await choose(form, '学生类型', '研究生')
        })
        // A new row moves the others away from the mouse, and closes their menu.
        await row(page, name).waitFor()
      }
      await button(row(page, '传感器与检测实验'), '更多').click()
      await page.getByRole('menuitem', { name: '删除', exact: true }).click()
      await agree(page, '确定删除吗?')
      await row(page, '传感器与检测实验').waitFor({ state: 'hidden' })
      for (const name of ['光学实验甲', '光学实验乙']) await row(page, name).getByRole('checkbox').check()
      await page.getByRole('status').filter({ hasText: '已选择 2 项' }).waitFor()
      await button(page, '批量删除').click()
      const asked = question(page, '是否删除选中数据?')
      expect(await asked.innerText()).toMatch(/^确认删除\s+是否删除选中数据\?\s+光学实验[甲乙]、光学实验[甲乙]（共 2 条）/)
      await expect.poll(() => button(asked, '取消').evaluate((safe) => safe === document.activeElement)).toBe(true)
      expect(await button(asked, '确定').getAttribute('class')).toContain('ant-btn-dangerous')
      await page.keyboard.press('Escape')
      await asked.waitFor({ state: 'hidden' })
      expect(await row(page, '光学实验').count()).toBe(2)
      await button(page, '批量删除').click()
      await agree(page, '是否删除选中数据?')
      await row(page, '光学实验').first().waitFor({ state: 'hidden' })
      await row(page, '数字电路实验').waitFor()
    })
  })
})
