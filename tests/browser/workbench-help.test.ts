import type { Page } from 'playwright'
import { beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser } from '../support/browser.ts'
import { accompany, startJourney, type Journey } from './journey.ts'
import { liveClass, type LiveClass, type LiveStudent } from './live-class.ts'
import { readAndGoOn } from './workbench-page.ts'
import { agree, button, dialog, filters, said, signInAt } from './screen.ts'
import { tapAgain } from './telephone.ts'

describe.skipIf(!hasBrowser())('the help queue and the room', () => {
  let journey: Journey
  let live: LiveClass
  let page: Page
  let colleague: Page

  const student = (index: number): LiveStudent => {
    const found = live.students[index]
    if (!found) throw new Error('no such student')
    return found
  }
  const line = (place: Page, who: LiveStudent) => place.locator('.live-line').filter({ hasText: who.name })
  const selected = async (place: Page) => place.locator('.live-line[aria-selected=true]').getAttribute('data-row')

  beforeAll(async () => {
    journey = await startJourney()
    live = await liveClass(journey, 12)
    for (const index of [0, 1, 2]) await student(index).submit()
    page = await journey.open({ losesNetwork: true })
    await page.goto(live.screen)
    await signInAt(page, 'teacher1')
    await line(page, student(0)).waitFor()
    await page.locator('.live-rows').focus()
    await page.keyboard.type('85')
    await page.keyboard.press('Enter')
    await said(page, '保存成功！')
    colleague = await journey.open()
    await colleague.goto(live.screen)
    await signInAt(colleague, live.assistant)
    await line(colleague, student(1)).waitFor()
  })
  accompany(() => journey)

  test('the queue shows who is waiting, with their number in the title, and names the colleague who takes one', async () => {
    await student(7).help('示波器没有波形')
    await student(9).help('缺一根导线')
    await expect.poll(() => page.title()).toMatch(/^\(2\) /)
    await page.keyboard.press('Alt+2')
    await Promise.all([line(page, student(7)).waitFor(), line(page, student(9)).waitFor()])
    await expect.poll(() => line(page, student(7)).locator('.live-waited').innerText()).toMatch(/^\d+:\d\d$/)
    await colleague
      .locator('.live-tabs')
      .getByRole('tab', { name: /^求助请求/ })
      .click()
    await tapAgain(button(line(colleague, student(7)), '接受'), { part: 0.5 })
    await said(colleague, '已接受求助')
    await line(page, student(7)).locator('.ant-tag').waitFor()
    expect(await button(line(page, student(7)), '接受').isDisabled()).toBe(true)
    expect(await button(line(colleague, student(7)), '退回').isEnabled()).toBe(true)
    await student(9).cancelHelp()
    await line(page, student(9)).waitFor({ state: 'detached' })
    await button(line(colleague, student(7)), '解决').click()
    await agree(colleague, '确定已解决吗?')
    await said(colleague, `${student(7).name} · 电路焊接：`)
    await readAndGoOn(page, line(page, student(7)), /^已由 .+ 解决$/)
    await expect.poll(() => page.title()).not.toMatch(/^\(/)
  })

  test('the room shows every seat’s state, and a seat with a request leads to it', async () => {
    await student(11).help()
    await page.locator('.live-rows').focus()
    await page.keyboard.press('m')
    const room = page.getByRole('region', { name: '场次座位图' })
    await room.getByRole('button', { name: new RegExp(`${student(0).name} 85 分`) }).waitFor()
    await room.getByRole('button', { name: new RegExp(`${student(2).name} 待评分`) }).waitFor()
    await page.keyboard.press('Alt+1')
    await room.getByRole('button', { name: new RegExp(`${student(11).name} .*求助中`) }).click()
    await expect.poll(() => selected(page)).not.toBeNull()
    expect(page.url()).toContain('tab=2')
    await page.locator('.live-rows').focus()
    await page.keyboard.press('m')
    await room.waitFor({ state: 'detached' })
  })

  describe('students who did not submit', () => {
    const room = () => page.getByRole('region', { name: '场次座位图' })
    const seat = (index: number) => room().getByRole('button', { name: new RegExp(` ${student(index).name} `) })
    const figures = async () => {
      const legend = await room().locator('.live-legend').innerText()
      const of = (words: string) => Number(new RegExp(`${words} (\\d+)`).exec(legend)?.[1])
      const tab = async (words: string) =>
        Number((await page.getByRole('tab', { name: new RegExp(`^${words}`) }).innerText()).match(/\d+/)?.[0])
      const strip = await page.locator('.live-progress').innerText()
      return {
        waiting: [of('待评分'), await tab('提交的实验')],
        scored: [of('已评分'), await tab('评分记录'), Number(/已批 (\d+)/.exec(strip)?.[1])],
      }
    }

    test('a seat with one of two items scored is not done, and the figures of map, list and strip agree', async () => {
      const { courseId, experiId } = live.session
      await live.teacher('POST', '/inspect/bhInspection/add', { courseId, experiId, inspectName: '波形测量', inspectType: '1' })
      await live.teacher('POST', '/inspect/bhInspection/initInSpectionResAll', { experiId })
      await page.goto(live.screen.replace(/&inspectionId=[^&]*/, ''))
      await line(page, student(1)).waitFor()
      await page.locator('.live-rows').focus()
      await page.keyboard.press('m')
      await room()
        .getByRole('button', { name: new RegExp(`${student(0).name} 部分已评 1/2`) })
        .waitFor()
      await student(4).submit()
      await line(page, student(4)).waitFor()
      const one = await figures()
      expect(new Set(one.waiting).size).toBe(1)
      expect(new Set(one.scored).size).toBe(1)
      await button(line(page, student(4)), '编辑').click()
      await page.keyboard.type('70')
      await page.keyboard.press('Enter')
      await said(page, '保存成功！')
      const { scored } = await figures()
      expect(scored).toEqual(one.scored.map((count) => count + 1))
    })

    test('from the map: a student is marked absent, with the reason; the notice can undo it', async () => {
      await seat(5).click()
      const asked = dialog(page, '登记：')
      await asked.getByText('缺席', { exact: true }).click()
      await asked.getByLabel('缺席原因').fill('病假')
      await asked.getByRole('region', { name: '登记预览' }).getByText('缺席（病假）').first().waitFor()
      await button(asked, '登记 2 项').click()
      await said(page, '已登记缺席 2 项！')
      await asked.waitFor({ state: 'hidden' })
      await room()
        .getByRole('button', { name: new RegExp(`${student(5).name} 缺席 0/2`) })
        .waitFor()
      await page
        .locator('.ant-message-notice')
        .filter({ hasText: `${student(5).name}：已登记缺席 2 项！` })
        .getByRole('button')
        .click()
      await said(page, '已撤销 2 项！')
      await room()
        .getByRole('button', { name: new RegExp(`${student(5).name} 未提交 0/2`) })
        .waitFor()
    })

    test('from the full list: the absent, the rest, and zero for the absent; each is previewed and reported to the colleague', async () => {
      await page.locator('.live-rows').focus()
      await page.keyboard.press('?')
      await dialog(page, '快捷键').getByText('Alt+4').waitFor()
      await page.keyboard.press('Escape')
      await dialog(page, '快捷键').waitFor({ state: 'hidden' })
      await page.keyboard.press('Alt+4')
      const roster = page.getByRole('grid', { name: '全部结果' })
      const own = roster
        .locator('.live-line')
        .filter({ hasText: student(6).name })
        .filter({ hasText: '电路焊接' })
      await button(own, '缺席').click()
      await button(dialog(page, '登记：'), '登记 1 项').click()
      await own.getByText('缺席 · 未到').waitFor()
      await button(page, '其余评分').click()
      const asked = dialog(page, '批量登记')
      await asked.getByLabel('分数').fill('60')
      const preview = asked.getByRole('region', { name: '登记预览' })
      await preview.getByText(/^跳过/).click()
      await preview.getByRole('cell', { name: '已评 85 分' }).waitFor()
      await preview.getByRole('cell', { name: '缺席', exact: true }).waitFor()
      const pressed = asked.getByRole('button', { name: /^登记 \d+ 项$/ })
      const count = Number((await pressed.innerText()).match(/\d+/)?.[0])
      expect(count).toBe(24 - 2 - 1)
      await pressed.click()
      await said(page, `已评分 ${count} 项！`)
      await expect.poll(async () => (await figures()).scored).toEqual([count + 2, count + 2, count + 2])
      await button(page, '缺席记分').click()
      await button(dialog(page, '批量登记'), '登记 1 项').click()
      await own.getByText('0 分 · 缺席 · 未到').waitFor()
      await expect.poll(() => live.result(student(6))).toMatchObject({ score: 0, submitStatus: 2, attendance: 1, absentReason: '未到' })
      await colleague.getByRole('tab', { name: /^全部结果/ }).click()
      await colleague
        .locator('.live-line')
        .filter({ hasText: student(6).name })
        .getByText('0 分 · 缺席 · 未到')
        .waitFor()
      await student(6).submit()
      await own.getByText('待评分 · 补做').waitFor()
      expect(await live.result(student(6))).toMatchObject({ score: 0, submitStatus: 1 })
      await page
        .locator('.ant-message-notice')
        .filter({ hasText: `已评分 ${count} 项！` })
        .getByRole('button')
        .click()
      await said(page, `已撤销 ${count} 项！`)
      await page.keyboard.press('Alt+1')
      await line(page, student(2)).waitFor()
      await colleague.getByRole('tab', { name: /^提交的实验/ }).click()
      await page.goto(live.screen)
      await line(page, student(2)).waitFor()
    })
  })

  test('a second press on 编辑 does not press 保存, which is now in its place', async () => {
    await page.keyboard.press('Alt+1')
    await tapAgain(button(line(page, student(1)), '编辑'), { part: 0.5 })
    await line(page, student(1)).getByLabel('分数', { exact: true }).waitFor()
    expect(await page.locator('.ant-message-notice').filter({ hasText: '请填写分数' }).count()).toBe(0)
    await button(line(page, student(1)), '取消').click()
    await button(line(page, student(1)), '编辑').waitFor()
  })

  test('a muted sound stays muted', async () => {
    const kept = () => page.waitForResponse((answer) => answer.url().endsWith('/sys/user/settings') && answer.ok())
    await page.locator('.live-rows').focus()
    await Promise.all([kept(), page.keyboard.press('q')])
    const sound = page.getByRole('button', { name: '提示音' })
    expect(await sound.getAttribute('aria-pressed')).toBe('false')
    await page.reload()
    await sound.waitFor()
    expect(await sound.getAttribute('aria-pressed')).toBe('false')
    await Promise.all([kept(), sound.click()])
    expect(await sound.getAttribute('aria-pressed')).toBe('true')
  })

  test('the account’s settings of notices are obeyed: without the number the title is plain, and the sound is off', async () => {
    await student(4).help('不会接线')
    await expect.poll(() => page.title()).toMatch(/^\(\d+\) /)
    const settings = await page.context().newPage()
    await settings.goto('/account?part=notices')
    for (const name of ['求助提示音', '标题显示求助数']) {
      const kept = settings.waitForResponse((answer) => answer.url().endsWith('/sys/user/settings') && answer.ok())
      await settings.getByRole('switch', { name }).click()
      await kept
    }
    await settings.close()
    await page.reload()
    await line(page, student(2)).waitFor()
    expect(await page.getByRole('button', { name: '提示音' }).getAttribute('aria-pressed')).toBe('false')
    expect(await page.title()).not.toMatch(/^\(/)
    await student(4).cancelHelp()
  })

  test('the filters are in the address and apply to every tab', async () => {
    await page.getByRole('tab', { name: /^提交的实验/ }).click()
    await line(page, student(1)).waitFor()
    await button(filters(page), '展开').click()
    await filters(page).getByLabel('姓名').fill(student(2).name)
    await filters(page).getByLabel('姓名').press('Enter')
    await line(page, student(1)).waitFor({ state: 'detached' })
    await line(page, student(2)).waitFor()
    expect(new URL(page.url()).searchParams.get('realname')).toBe(student(2).name)
    await student(3).submit()
    await page.reload()
    await line(page, student(2)).waitFor()
    expect(await line(page, student(3)).count()).toBe(0)
    await page.goto(live.screen)
    await line(page, student(3)).waitFor()
  })

  test('every shortcut is listed under ?', async () => {
    await page.locator('.live-rows').focus()
    await page.keyboard.press('?')
    await dialog(page, '快捷键').getByText('下一个未评').waitFor()
    await page.keyboard.press('Escape')
    await dialog(page, '快捷键').waitFor({ state: 'hidden' })
  })

  test('on a telephone, marking uses cards and a sheet, and nothing goes beyond the edge', async () => {
    const small = await journey.open({ width: 390, height: 844 })
    await small.goto(live.screen)
    await signInAt(small, 'teacher1')
    const card = small.locator('.live-card').filter({ hasText: student(2).name })
    await card.waitFor()
    expect(await small.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    await button(card, '编辑').click()
    const sheet = small.getByRole('region', { name: `评分 ${student(2).name}` })
    await sheet.getByLabel('分数').fill('91')
    await button(sheet, '保存').click()
    await said(small, '保存成功！')
    await expect.poll(() => live.result(student(2))).toMatchObject({ score: 91 })
    await small.close()
  })

  test('a broken connection is shown, and missed changes are there when it is back', async () => {
    await page.locator('.live-rows').focus()
    await page.keyboard.press('Alt+1')
    await page.context().setOffline(true)
    await expect.poll(() => page.locator('.live-connection').getAttribute('aria-label'), { timeout: 40_000 }).toMatch(/离线|重连中/)
    await student(8).submit()
    await page.context().setOffline(false)
    await page.getByRole('status', { name: '连接状态：已连接' }).waitFor({ timeout: 40_000 })
    await line(page, student(8)).waitFor()
  })
})
