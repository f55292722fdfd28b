import type { Page } from 'playwright'
import { beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser } from '../support/browser.ts'
import { accompany, startJourney, type Journey } from './journey.ts'
import { administratorOn, agree, button, choose, dialog, question, row, said, sentenceOf } from './screen.ts'

/** Press an action of a row, wherever it stands. */
async function press(page: Page, of: string, action: string): Promise<void> {
  const shown = button(row(page, of), action)
  if (await shown.count()) return shown.click()
  await button(row(page, of), '更多').click()
  await page.getByRole('menuitem', { name: action }).click()
}

describe.skipIf(!hasBrowser())('scheduled jobs', () => {
  let journey: Journey
  let page: Page
  beforeAll(async () => {
    journey = await startJourney()
    page = await administratorOn(journey, '定时任务')
  })
  accompany(() => journey)

  test('an expression shows its next times while it is typed, and its sentence when it has none', async () => {
    await button(page, '新增').click()
    const form = dialog(page, '新增定时任务')
    const cron = form.getByRole('textbox', { name: 'cron表达式' })
    expect(await cron.inputValue()).toBe('* * * * * ? *')
    await cron.fill('0 0 12 1 1 ? 2099')
    await form.getByText('2099-01-01 12:00:00').waitFor()
    await cron.fill('0 0 12 1 1 ? 2020')
    await form.getByText('以后不再有执行时间').waitFor()
    for (const [text, sentence] of [
      ['99 * * * * ?', 'Cron表达式错误'],
      ['* * * * * ? 今年', 'Cron表达式参数[年]错误'],
      ['* * * * * ? * *', 'Cron表达式最多7项！'],
    ] as const) {
      await cron.fill(text)
      await button(form, '保存').click()
      await expect.poll(() => sentenceOf(form, 'cronExpression').textContent()).toBe(sentence)
    }
    await expect.poll(() => sentenceOf(form, 'jobClassName').textContent()).toBe('请输入任务类名!')
    await choose(form, '任务类名', '示例任务')
    await cron.fill('0 0 12 1 1 ? 2099')
    await form.getByLabel('描述').fill('世纪末')
    await button(form, '保存').dblclick()
    await said(page, '创建定时任务成功')
    await form.waitFor({ state: 'hidden' })
    expect(await row(page, '世纪末').count()).toBe(1)
  })

  test('that one runs is shown beside it, as soon as it does and for as long, without anything being pressed', async () => {
    const shown = (text: string) => row(page, '世纪末').getByText(text, { exact: true })
    await shown('未运行').waitFor()
    let isRunning = true
    await page.route('**/api/sys/quartzJob/list?*', async (route) => {
      const answer = await route.fetch()
      const body = await answer.text()
      await route.fulfill({ response: answer, body: isRunning ? body.replaceAll('"running":0', '"running":1') : body })
    })
    await shown('运行中').waitFor()
    isRunning = false
    await shown('未运行').waitFor()
    await page.unrouteAll({ behavior: 'wait' })
  })

  test('one is stopped, started and run at once, each after its question; the run is in its log', async () => {
    await press(page, '世纪末', '停止')
    await question(page, '是否暂停选中任务?').waitFor()
    await agree(page, '确认暂停')
    await said(page, '暂停定时任务成功')
    // Until then it is a button that has this name.
    await row(page, '世纪末').getByRole('cell', { name: '停止', exact: true }).waitFor()
    await press(page, '世纪末', '启动')
    await question(page, '是否启动选中任务?').waitFor()
    await agree(page, '确认启动')
    await said(page, '恢复定时任务成功')
    await row(page, '世纪末').getByRole('cell', { name: '正常', exact: true }).waitFor()
    await press(page, '世纪末', '立即执行')
    await question(page, '是否立即执行任务?').waitFor()
    await agree(page, '确认提示')
    await said(page, '执行成功!')
    await press(page, '世纪末', '运行记录')
    const log = page.getByRole('dialog', { name: /运行记录/ })
    await expect
      .poll(
        async () => {
          await button(log, '查询').click()
          return row(log, '示例任务已执行').count()
        },
        { timeout: 10_000 },
      )
      .toBe(1)
    await row(log, '示例任务已执行').getByText('成功').waitFor()
  })
})
