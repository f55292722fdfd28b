import type { Page } from 'playwright'
import { beforeAll, describe, expect, test } from 'vitest'
import type { WorldRow } from '../api/world.ts'
import { workbook } from '../engine/server/transfer/workbook-files.ts'
import { hasBrowser } from '../support/browser.ts'
import { accompany, startJourney, type Journey } from './journey.ts'
import { liveClass, type LiveClass, type LiveStudent } from './live-class.ts'
import { callAs, type Call } from './small-session.ts'
import { compareAdded, decide, expectAtRest, kitRefused, readAndGoOn } from './workbench-page.ts'
import { agree, button, dialog, importCounts, said, signInAt } from './screen.ts'

const base = '/inspect/bhInspectionResult'

describe.skipIf(!hasBrowser())('the workbench', () => {
  let journey: Journey
  let live: LiveClass
  let page: Page
  let colleague: Page
  let assistant: Call

  const student = (index: number): LiveStudent => {
    const found = live.students[index]
    if (!found) throw new Error('no such student')
    return found
  }
  const line = (place: Page, who: LiveStudent) => place.locator('.live-line').filter({ hasText: who.name })
  const pick = (place: Page, who: LiveStudent) => line(place, who).getByRole('gridcell').nth(1).click()
  const counts = async (place: Page) => (await place.locator('.live-count').allInnerTexts()).map(Number)
  const selected = async (place: Page) => place.locator('.live-line[aria-selected=true]').getAttribute('data-row')
  const score = (place: Page) => place.getByLabel('分数', { exact: true })
  const notices = (place: Page) => place.locator('.live-notices')

  beforeAll(async () => {
    journey = await startJourney()
    journey.allowRefusals(409, 422)
    live = await liveClass(journey, 12)
    for (const index of [0, 1, 2, 3, 4, 5]) await student(index).submit()
    assistant = await callAs(journey, live.assistant)
    page = await journey.open()
    await page.goto(live.screen)
    await signInAt(page, 'teacher1')
    await line(page, student(0)).waitFor()
    colleague = await journey.open()
    await colleague.goto(live.screen)
    await signInAt(colleague, live.assistant)
    await line(colleague, student(0)).waitFor()
  })
  accompany(() => journey)

  test('shows correctly that it is connected, and how much there is to do', async () => {
    await page.getByRole('status', { name: '连接状态：已连接' }).waitFor()
    expect(await counts(page)).toEqual([6, 0, 0])
    await page.getByRole('button', { name: '已批 0/12' }).waitFor()
    expect(await selected(page)).toBe(student(0).resultId)
  })

  test('preloads the photos of the next two students', async () => {
    const pictures = () =>
      page.evaluate(() => {
        const all = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
        return new Set(all.filter(({ name }) => name.includes('/sys/common/static/')).map(({ name }) => name.split('?')[0])).size
      })
    await expect.poll(pictures).toBe(6)
  })

  test('a submission appears without a reload, for teacher and assistant', async () => {
    await student(6).submit()
    await Promise.all([line(page, student(6)).waitFor(), line(colleague, student(6)).waitFor()])
    expect((await counts(page))[0]).toBe(7)
  })

  test('one row is edited at a time, an empty score is refused, and giving up asks first and restores the row', async () => {
    await button(line(page, student(1)), '编辑').click()
    expect(await button(line(page, student(2)), '编辑').isDisabled()).toBe(true)
    await button(line(page, student(1)), '保存').click()
    await said(page, '请填写分数')
    await score(page).fill('70')
    await page.getByLabel('备注', { exact: true }).fill('先记着')
    await button(line(page, student(1)), '取消').click()
    await agree(page, '确定取消?')
    await score(page).waitFor({ state: 'detached' })
    expect(await line(page, student(1)).innerText()).not.toContain('先记着')
    expect(await button(line(page, student(2)), '编辑').isDisabled()).toBe(false)
  })

  test('digits score the selected row, Enter saves it, and the next row is selected', async () => {
    await page.locator('.live-rows').focus()
    await page.keyboard.press('ArrowUp')
    expect(await selected(page)).toBe(student(0).resultId)
    await page.keyboard.type('85')
    await expect.poll(() => score(page).inputValue()).toBe('85')
    await page.keyboard.press('Enter')
    await said(page, `${student(0).name} · 电路焊接 · 85 分：保存成功！`)
    await line(page, student(0)).waitFor({ state: 'detached' })
    expect(await selected(page)).toBe(student(1).resultId)
    await expect.poll(() => live.result(student(0))).toMatchObject({ score: 85, submitStatus: 2 })
    expect(await counts(page)).toEqual([6, 0, 1])
    await page.getByRole('button', { name: '已批 1/12' }).waitFor()
  })

  test('the comment bank finds by initials and fills in the comment', async () => {
    await page.keyboard.press('n')
    await score(page).waitFor()
    await page.keyboard.press('c')
    const bank = dialog(page, '评语库')
    await bank.getByRole('option').first().waitFor()
    await bank.getByLabel('查找评语').fill('jqlx')
    await expect.poll(() => bank.getByRole('option').count()).toBe(1)
    await page.keyboard.press('Enter')
    await bank.waitFor({ state: 'hidden' })
    await expect.poll(() => page.getByLabel('评语', { exact: true }).inputValue()).toContain('加强练习')
    await expect.poll(() => score(page).evaluate((input) => input === document.activeElement)).toBe(true)
  })

  test('keys mean nothing while an input method is composing', async () => {
    const press = (key: string) =>
      score(page).evaluate((input, name) => {
        input.dispatchEvent(new KeyboardEvent('keydown', { key: name, isComposing: true, bubbles: true }))
      }, key)
    for (const key of ['Enter', 'Escape', 'n', 'c', 'm', '?']) await press(key)
    const input = await page.context().newCDPSession(page)
    await page.getByLabel('备注', { exact: true }).focus()
    await input.send('Input.imeSetComposition', { text: 'shuju', selectionStart: 5, selectionEnd: 5 })
    await input.send('Input.insertText', { text: '数据' })
    expect(await page.getByLabel('备注', { exact: true }).inputValue()).toBe('数据')
    expect(await page.locator('.ant-modal:visible').count()).toBe(0)
    expect(await score(page).count()).toBe(1)
  })

  test('typed values survive a crash, with a notice', async () => {
    await score(page).fill('77')
    await page.reload()
    await notices(page).getByText('没保存的评分草稿').waitFor()
    await button(notices(page), '继续评分').click()
    expect(await score(page).inputValue()).toBe('77')
    expect(await page.getByLabel('备注', { exact: true }).inputValue()).toBe('数据')
    await notices(page).getByText('已恢复').waitFor()
  })

  test('a colleague sees who is marking, and taking over asks first; the draft is kept for the previous marker', async () => {
    const row = line(colleague, student(1))
    await row.locator('.live-holder').waitFor()
    expect(await row.locator('.live-holder').innerText()).toBe('罗文峰')
    await button(row, '接手').click()
    await agree(colleague, '正在评分，确定接手吗?')
    await score(colleague).waitFor()
    await said(page, '接手了这份评分，你的草稿已保留')
    await score(page).waitFor({ state: 'detached' })
    await colleague.keyboard.press('Escape')
    await score(colleague).waitFor({ state: 'detached' })
    await row.locator('.live-holder').waitFor({ state: 'detached' })
    const own = line(page, student(1))
    await own.getByText(/^已由 .+ 接手$/).waitFor()
    await expectAtRest(page)
    await own.getByRole('gridcell').nth(1).click()
    await button(own, '编辑').waitFor()
  })

  test('next skips what a colleague holds', async () => {
    await assistant('POST', `${base}/claim`, { id: student(1).resultId })
    await line(page, student(1)).locator('.live-holder').waitFor()
    await page.locator('.live-rows').focus()
    await page.keyboard.press('n')
    await expect.poll(() => selected(page)).toBe(student(2).resultId)
    await page.keyboard.press('Escape')
    await score(page).waitFor({ state: 'detached' })
    await assistant('POST', `${base}/release`, { id: student(1).resultId })
  })

  test('two marks of one result are shown side by side, and the keyboard decides', async () => {
    await pick(page, student(2))
    await page.keyboard.type('90')
    const before = await live.result(student(2))
    await assistantMarks(before, { score: 60, bz: '迟到' })
    await notices(page).getByText('已评为 60 分').waitFor()
    await score(page).press('Enter')
    const card = page.getByRole('group', { name: '评分冲突' })
    await card.getByRole('row', { name: /分数 90 60/ }).waitFor()
    await decide(page, '1')
    await said(page, '保存成功！')
    await expect.poll(() => live.result(student(2))).toMatchObject({ score: 90, bz: '迟到', submitStatus: 2 })
  })

  test('photos submitted again while marking are reported, compared and accepted, without changing the draft', async () => {
    await pick(page, student(3))
    await page.keyboard.type('88')
    await student(3).addPhoto()
    await notices(page).getByText('学生有新提交：1 张新照片，你的草稿未动').waitFor()
    expect(await score(page).inputValue()).toBe('88')
    await compareAdded(page, `${student(3).name} · 电路焊接`)
    await score(page).press('a')
    await notices(page).getByText('学生有新提交').waitFor({ state: 'detached' })
    await score(page).press('Enter')
    await said(page, '保存成功！')
    await expect.poll(() => live.result(student(3))).toMatchObject({ score: 88, submitStatus: 2, submitCount: 2 })
  })

  test('photos can be browsed, zoomed with the wheel, and rotated by key', async () => {
    await pick(page, student(4))
    const pane = page.getByRole('region', { name: '提交照片' })
    await pane.getByText('1 / 2').waitFor()
    await page.locator('.live-rows').focus()
    await page.keyboard.press('ArrowRight')
    await pane.getByText('2 / 2').waitFor()
    const photo = pane.locator('.live-photo')
    const scale = () => pane.locator('.live-photo-scale').innerText()
    await pane.getByRole('img', { name: /照片 2/ }).waitFor()
    const whole = await scale()
    await photo.hover()
    await page.mouse.wheel(0, -400)
    await expect.poll(scale).not.toBe(whole)
    await page.keyboard.press('z')
    await expect.poll(scale).toBe(whole)
    await page.keyboard.press('r')
    await expect.poll(() => pane.getByRole('img', { name: /照片 2/ }).getAttribute('style')).toContain('rotate(90deg)')
    await page.keyboard.press('v')
    await pane.waitFor({ state: 'detached' })
    await page.keyboard.press('v')
    await pane.waitFor()
  })

  test('a kit number is sent when the cursor leaves it, an empty one never; a refused one is reset, with the reason', async () => {
    const kit = page.getByLabel(`${student(4).name} 套件号`)
    await kit.fill('K-405')
    await kit.blur()
    await said(page, '修改成功！')
    await kit.fill('')
    await kit.blur()
    expect(await kit.inputValue()).toBe('K-405')
    await kitRefused(page, kit)
    await expect.poll(() => live.result(student(4))).toMatchObject({ tjh: 'K-405' })
  })

  test('the result window requires score and comment', async () => {
    await button(line(page, student(4)), '评分').click()
    const form = dialog(page, '评分：')
    await button(form, '保存').click()
    await form.getByText('请输入成绩!').waitFor()
    await form.getByText('请选择考察评语!').waitFor()
    await form.getByLabel('成绩').fill('66')
    await form.getByLabel('考察评语').click()
    await page.locator('.ant-select-item-option:visible').first().click()
    await button(form, '保存').click()
    await said(page, '保存成功！')
    await expect.poll(() => live.result(student(4))).toMatchObject({ score: 66, submitStatus: 2 })
  })

  async function assistantMarks(row: WorldRow, mark: object) {
    const call = await fetch(`${journey.server.url}/api${base}/edit`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', 'x-access-token': await assistantToken() },
      body: JSON.stringify({ id: row.id, version: row.version, ...mark, submitStatus: 2 }),
    })
    expect(JSON.parse(await call.text())).toMatchObject({ success: true })
  }
  const assistantToken = () => colleague.evaluate(() => String(JSON.parse(localStorage.getItem('shiyan.login') ?? '{}').token))

  test('the third tab shows who scored what, changes a mark, and undoes one’s own', async () => {
    await page.locator('.live-rows:focus').waitFor()
    await page.keyboard.press('Alt+3')
    await line(page, student(2)).waitFor()
    await button(line(page, student(2)), '历史').click()
    const drawer = dialog(page, '评分历史')
    await drawer.getByText('60 → 90').waitFor()
    await page.keyboard.press('Escape')
    await drawer.waitFor({ state: 'hidden' })
    await button(line(page, student(0)), '编辑').click()
    await score(page).fill('86.5')
    await score(page).press('Enter')
    await said(page, '保存成功！')
    await expect.poll(() => live.result(student(0))).toMatchObject({ score: 86.5 })
    await button(line(page, student(4)), '撤销').click()
    await said(page, `${student(4).name} · 电路焊接 · 66 分：已撤销评分！`)
    await readAndGoOn(page, line(page, student(4)), /^评分已撤销$/)
    await page.keyboard.press('Alt+1')
    await line(page, student(4)).waitFor()
  })

  test('scores can also come from a sheet, previewed before they are written', async () => {
    const rows = [
      ['学号', '分数', '评语', '备注'],
      [student(5).number, 77, '补录', ''],
    ]
    await page.getByRole('button', { name: '导入成绩' }).click()
    const panel = dialog(page, '导入')
    const file = { name: '成绩.xlsx', mimeType: 'application/octet-stream', buffer: Buffer.from(await workbook(rows)) }
    await panel.locator('input[type=file]').setInputFiles(file)
    await panel.locator('.ant-statistic').first().waitFor()
    expect(await importCounts(panel)).toEqual({ 新增: 0, 更新: 1, 不变: 0, 错误: 0 })
    await button(panel, '全部导入').click()
    await button(panel, '完成').click()
    await line(page, student(5)).getByText('已由我评分').waitFor()
    await pick(page, student(6))
    await line(page, student(5)).waitFor({ state: 'detached' })
    expect(await live.result(student(5))).toMatchObject({ score: 77, comment: '补录', submitStatus: 2 })
  })
})
