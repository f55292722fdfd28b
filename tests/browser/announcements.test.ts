import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from 'playwright'
import { beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser } from '../support/browser.ts'
import { accompany, startJourney, type Journey } from './journey.ts'
import { administratorOn, agree, button, dialog, openMenu, row, said, sentenceOf, signInAt } from './screen.ts'
import { telephone } from './telephone.ts'
import { callAs } from './small-session.ts'
import { serverPassword } from '../support/start-server.ts'

describe.skipIf(!hasBrowser())('announcements', () => {
  let journey: Journey
  let page: Page
  beforeAll(async () => {
    journey = await startJourney()
    page = await administratorOn(journey, '系统通告')
  })
  accompany(() => journey)

  test('one that is written with headings and lists says what is missing, is stored, and shown as it was written', async () => {
    await button(page, '新增').click()
    const form = dialog(page, '新增系统通告')
    await button(form, '保存').click()
    await expect.poll(() => sentenceOf(form, 'titile').textContent()).toBe('请输入标题!')
    await expect.poll(() => sentenceOf(form, 'endTime').textContent()).toBe('请选择结束时间!')
    await form.getByLabel('标题', { exact: true }).fill('实验室搬迁')
    await form.getByLabel('结束时间').fill('2030-01-01 00:00:00')
    await page.keyboard.press('Enter')
    await form.getByLabel('摘要').fill('下周起在新楼上课')
    const heading = form.getByRole('button', { name: '大标题' })
    await heading.click()
    await expect.poll(() => heading.getAttribute('aria-pressed')).toBe('true')
    await page.keyboard.type('新楼')
    await page.keyboard.press('Enter')
    await form.getByRole('button', { name: '无序列表' }).click()
    await page.keyboard.type('三楼')
    await button(form, '保存').dblclick()
    await said(page, '添加成功！')
    await form.waitFor({ state: 'hidden' })
    await row(page, '实验室搬迁').getByRole('link', { name: '实验室搬迁' }).click()
    const shown = page.frameLocator('iframe[title="内容"]')
    await shown.getByRole('heading', { name: '新楼', level: 2 }).waitFor()
    await shown.getByRole('listitem').filter({ hasText: '三楼' }).waitFor()
    await openMenu(page, '系统通告')
  })

  test('a link in one opens a window of its own, from its own page as from its frame', async () => {
    const call = await callAs(journey, 'admin', serverPassword)
    const msgContent = `<p>见<a href="${journey.server.url}/m">学生页</a></p>`
    const given = {
      titile: '提交方法',
      msgAbstract: '用手机',
      endTime: '2030-01-01 00:00:00',
      msgCategory: '1',
      msgType: 'ALL',
      msgContent,
    }
    await call('POST', '/sys/annountCement/add', given)
    await openMenu(page, '系统通告')
    await button(page, '查询').click()
    const follow = async (title: string) => {
      const opened = page.context().waitForEvent('page')
      await page.frameLocator(`iframe[title="${title}"]`).getByRole('link', { name: '学生页' }).click()
      const beside = await opened
      await beside.waitForURL(/\/m$/)
      await beside.close()
    }
    await row(page, '提交方法').getByRole('link', { name: '提交方法' }).click()
    await follow('内容')
    await openMenu(page, '系统通告')
    await button(row(page, '提交方法'), '更多').click()
    await page.getByRole('menuitem', { name: '查看', exact: true }).click()
    await follow('提交方法')
    // The keys are the frame's, where the last press was.
    await dialog(page, '通告详情').getByRole('button', { name: /^关闭/ }).click()
    await dialog(page, '通告详情').waitFor({ state: 'hidden' })
  })

  test('the save button of a window cannot be pressed before its fields are there, and works from the first moment that it can', async () => {
    await page.evaluate(() => {
      const look = new MutationObserver(() => {
        const save = document.querySelector<HTMLButtonElement>('.ant-modal-footer .ant-btn-primary')
        if (!save || save.disabled) return
        look.disconnect()
        save.click()
      })
      look.observe(document.body, { childList: true, subtree: true, attributes: true })
    })
    await button(page, '新增').click()
    const form = dialog(page, '新增系统通告')
    await expect.poll(() => sentenceOf(form, 'titile').textContent()).toBe('请输入标题!')
    await button(form, '取消').click()
    await form.waitFor({ state: 'hidden' })
  })

  test('whom one is for is chosen in a window of people; choosing everyone clears them', async () => {
    await button(page, '新增').click()
    const form = dialog(page, '新增系统通告')
    await form.getByRole('radio', { name: '指定用户' }).check()
    const chosen = form.locator('[data-field="userIds"]')
    await chosen.getByRole('button', { name: '选择指定用户' }).click()
    const people = dialog(page, '选择用户')
    await people.locator('.ant-table-row').first().getByRole('checkbox').check()
    await people.getByRole('button', { name: '确定（1）' }).click()
    await people.waitFor({ state: 'hidden' })
    const names = chosen.locator('.ant-select-selection-item').filter({ hasNotText: '+' })
    await expect.poll(() => names.count()).toBe(1)
    await form.getByRole('radio', { name: '全体用户' }).check()
    await form.getByRole('radio', { name: '指定用户' }).check()
    await expect.poll(() => chosen.getByRole('button').count()).toBeGreaterThan(0)
    expect(await names.count()).toBe(0)
    await button(form, '取消').click()
    await button(page.locator('.ant-modal-confirm').filter({ hasText: '确定放弃编辑？' }), '放弃').click()
    await form.waitFor({ state: 'hidden' })
  })

  test('one is published, then revoked, and cannot be published again', async () => {
    await button(row(page, '实验室搬迁'), '发布').click()
    await agree(page, '确定发布吗?')
    await said(page, '该系统通知发布成功')
    await row(page, '实验室搬迁').getByText('已发布').waitFor()
    await button(row(page, '实验室搬迁'), '查看').click()
    const detail = page.locator('.ant-modal').filter({ hasText: '通告详情' })
    await detail.locator('iframe[title="实验室搬迁"]').waitFor()
    await page.keyboard.press('Escape')
    await detail.waitFor({ state: 'hidden' })
    // An address lives for minutes, so that a page which was open for longer needs another one.
    const asked = page.waitForRequest('**/showAddress**')
    await button(row(page, '实验室搬迁'), '查看').click()
    await asked
    await detail.locator('iframe[title="实验室搬迁"]').waitFor()
    await page.keyboard.press('Escape')
    await detail.waitFor({ state: 'hidden' })
    await button(row(page, '实验室搬迁'), '撤销').click()
    await agree(page, '确定撤销吗?')
    await said(page, '该系统通知撤销成功')
    await row(page, '实验室搬迁').getByText('已撤销').waitFor()
    expect(await row(page, '实验室搬迁').getByRole('button', { name: '发布' }).count()).toBe(0)
  })

  test('its frame is dark where the page is', async () => {
    const night = await journey.open({ dark: true })
    await signInAt(night, '2025010009')
    await openMenu(night, '我的消息')
    await button(row(night, '期末实验安排'), '查看').click()
    const body = night.frameLocator('iframe[title="期末实验安排"]').locator('body')
    await expect.poll(() => body.evaluate((one) => getComputedStyle(one).backgroundColor)).toBe('rgb(31, 31, 31)')
    await night.context().close()
  })

  test('a student sees the bell ring while the page is open, reads it in a frame, and finds it among their own', async () => {
    const student = await journey.open()
    await signInAt(student, '2025010001')
    const bell = student.getByRole('button', { name: /^消息通知/ })
    await expect.poll(() => bell.getAttribute('aria-label')).toBe('消息通知：1 条未读')
    await button(row(page, '实验报告格式调整'), '发布').click()
    await agree(page, '确定发布吗?')
    await expect.poll(() => bell.getAttribute('aria-label')).toBe('消息通知：2 条未读')
    await bell.click()
    await student.getByRole('button', { name: /^实验报告格式调整/ }).click()
    const frame = student.frameLocator('iframe[title="实验报告格式调整"]')
    await frame.getByText('新的封面从下学期起使用。').waitFor()
    await expect.poll(() => bell.getAttribute('aria-label')).toBe('消息通知：1 条未读')
    await student.keyboard.press('Escape')
    await dialog(student).waitFor({ state: 'hidden' })
    await openMenu(student, '我的消息')
    await row(student, '实验报告格式调整').getByText('已读').waitFor()
    await row(student, '期末实验安排').getByText('未读').waitFor()
    await button(row(page, '实验报告格式调整'), '撤销').click()
    await agree(page, '确定撤销吗?')
    await button(student, '全部标注已读').dblclick()
    await said(student, '全部已读')
    await row(student, '期末实验安排').getByText('已读').waitFor()
    expect(await row(student, '实验报告格式调整').count()).toBe(0)
    await expect.poll(() => bell.getAttribute('aria-label')).toBe('消息通知')
    await student.context().close()
  })

  test('the bell answers a press that comes before its news, and says nothing of them until they are there', async () => {
    const early = await journey.open()
    await signInAt(early, '2025010003')
    await early.route('**/annountCement/listByUser**', async (call) => {
      await pause(1_500)
      await call.continue()
    })
    await early.reload()
    await early.getByRole('button', { name: '消息通知' }).click()
    await early.locator('.notices-panel.ant-skeleton').waitFor()
    expect(await early.getByText('暂无未读消息').count()).toBe(0)
    const title = early.locator('.notices-list').getByText('期末实验安排')
    await title.waitFor()
    const isBelow = async () => {
      const [one, other] = [await title.boundingBox(), await early.locator('.notices-time').first().boundingBox()]
      return (other?.y ?? 0) >= (one?.y ?? 0) + (one?.height ?? 0)
    }
    expect(await isBelow()).toBe(false)
    await early.setViewportSize(telephone)
    await expect.poll(isBelow, { message: 'the time leaves the line to the title' }).toBe(true)
    await early.context().close()
  })

  test('one that is looked at in a window is read in the list behind it', async () => {
    const reader = await journey.open()
    await signInAt(reader, '2025010004')
    await openMenu(reader, '我的消息')
    await row(reader, '期末实验安排').getByText('未读').waitFor()
    await button(row(reader, '期末实验安排'), '查看').click()
    await reader.frameLocator('iframe[title="期末实验安排"]').getByText('期末实验安排').first().waitFor()
    await row(reader, '期末实验安排').getByText('已读').waitFor()
    await reader.context().close()
  })

  test('one whose page is opened is read', async () => {
    const reader = await journey.open()
    await signInAt(reader, '2025010002')
    const bell = reader.getByRole('button', { name: /^消息通知/ })
    await expect.poll(() => bell.getAttribute('aria-label')).toBe('消息通知：1 条未读')
    await openMenu(reader, '我的消息')
    await row(reader, '期末实验安排').getByText('未读').waitFor()
    await row(reader, '期末实验安排').getByRole('link', { name: '期末实验安排' }).click()
    await reader.getByText('已读', { exact: true }).first().waitFor()
    await expect.poll(() => bell.getAttribute('aria-label')).toBe('消息通知')
    await openMenu(reader, '我的消息')
    await row(reader, '期末实验安排').getByText('已读').waitFor()
    await reader.context().close()
  })
})
