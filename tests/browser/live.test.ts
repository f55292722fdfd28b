import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import type { Locator, Page } from 'playwright'
import { beforeAll, describe, expect, test } from 'vitest'
import { readSheet } from '../../engine/server/transfer/sheet/workbook.ts'
import { hasBrowser } from '../support/browser.ts'
import { onOneDatabase } from '../support/databases.ts'
import { accompany, startJourney, type Journey } from './journey.ts'
import { liveClass, type LiveClass, type LiveStudent } from './live-class.ts'
import { agree, button, dialog, openMenu, said, signInAt } from './screen.ts'
import { strangeCalls } from './strange-calls.ts'
import { decide, readAndGoOn, userNameOf } from './workbench-page.ts'
import { aPhoto, signInOnTelephone as signInAtBench, telephone } from './telephone.ts'

interface Version {
  readonly realname: string
  readonly changes: readonly { readonly field: string; readonly from: unknown; readonly to: unknown }[]
}

describe.skipIf(!hasBrowser())('a lesson with three browsers at once', () => {
  onOneDatabase('teacher, assistant and a student at the bench', (database) => {
    let journey: Journey
    let live: LiveClass
    let teacher: Page
    let assistant: Page
    let phone: Page
    const names = { teacher: '', assistant: '' }

    const student = (index: number): LiveStudent => {
      const found = live.students[index]
      if (!found) throw new Error('no such student')
      return found
    }
    const line = (page: Page, index: number): Locator => page.locator('.live-line').filter({ hasText: student(index).name })
    const score = (page: Page): Locator => page.getByLabel('分数', { exact: true })
    const connected = (page: Page, words: string) => page.getByRole('status', { name: `连接状态：${words}` }).waitFor({ timeout: 40_000 })
    const mark = () => phone.getByRole('region', { name: '成绩' })
    const helpBox = () => phone.getByRole('region', { name: '求助' })
    const askForHelp = async (content: string) => {
      await helpBox().getByRole('button', { name: '请求帮助' }).click()
      await helpBox().getByLabel('需要什么帮助').fill(content)
      await helpBox().getByRole('button', { name: '发送求助' }).click()
    }
    /** Move to a row of the list by keyboard. */
    const walkTo = async (page: Page, index: number) => {
      const selected = () => page.locator('.live-line[aria-selected=true]').getAttribute('data-row')
      const rows = await page.locator('.live-line').count()
      for (let steps = 0; steps < rows; steps++) await page.keyboard.press('ArrowUp')
      for (let steps = 0; steps < rows && (await selected()) !== student(index).resultId; steps++) await page.keyboard.press('ArrowDown')
      expect(await selected()).toBe(student(index).resultId)
    }

    beforeAll(async () => {
      journey = await startJourney({ database })
      journey.allowRefusals(409)
      live = await liveClass(journey, 10)
    })
    accompany(() => journey)

    test('teacher and assistant open the workbench, and the student a page that shows the seat', async () => {
      teacher = await journey.open({ losesNetwork: true })
      await teacher.goto(live.screen)
      await signInAt(teacher, 'teacher1')
      assistant = await journey.open({ losesNetwork: true })
      await signInAt(assistant, live.assistant)
      await openMenu(assistant, '考察结果管理')
      for (const page of [teacher, assistant]) {
        await connected(page, '已连接')
        await page.getByText('没有待评分的提交').waitFor()
      }
      names.teacher = await userNameOf(teacher)
      names.assistant = await userNameOf(assistant)
      phone = await journey.open({ ...telephone, losesNetwork: true })
      await phone.goto('/m')
      await signInAtBench(phone, student(0).number)
      const lesson = phone.getByRole('article').filter({ hasText: '第1场' })
      await lesson.getByText('11月23日 周一 08:00–10:00').waitFor()
      expect((await lesson.innerText()).replace(/\s+/g, ' ')).toContain('座位号 1 ')
      await connected(phone, '实时')
      expect(await phone.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0)
    })

    test('two submitted photos reach both about a second later', async () => {
      await phone.getByRole('button', { name: /电路焊接/ }).click()
      const photos = [await aPhoto(phone, { width: 2400, height: 1600 }), await aPhoto(phone, { width: 800, height: 600 })]
      await phone.getByLabel('从相册选择').setInputFiles(photos)
      const pressed = phone.getByRole('button', { name: '提交 2 张照片' })
      await pressed.waitFor()
      const begun = performance.now()
      const appeared = async (page: Page) => {
        await line(page, 0).waitFor()
        return Math.round(performance.now() - begun)
      }
      const [, ...waited] = await Promise.all([pressed.click(), appeared(teacher), appeared(assistant)])
      console.info(`${database}: pressed, two photos sent, row on the screens of teacher and assistant after ${waited.join(' and ')} ms`)
      expect(Math.max(...waited)).toBeLessThan(8_000)
      await mark().getByText('已提交', { exact: true }).waitFor()
      for (const page of [teacher, assistant]) await line(page, 0).getByText('2 张').waitFor()
      const shown = teacher.getByRole('region', { name: '提交照片' }).getByRole('img', { name: /照片 1/ })
      await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1600)
    })

    test('the student asks for help; the assistant takes it, everybody sees who, and it is solved', async () => {
      await askForHelp('示波器没有波形')
      await helpBox().getByText('您排在第一位').waitFor()
      for (const page of [teacher, assistant]) {
        await page.keyboard.press('Alt+2')
        await line(page, 0).getByText('示波器没有波形').waitFor()
      }
      await assistant.keyboard.press('t')
      await said(assistant, '已接受求助')
      await helpBox().getByText(`${names.assistant} 正在赶来`).waitFor()
      await line(teacher, 0).getByText(names.assistant, { exact: true }).waitFor()
      expect(await button(line(teacher, 0), '接受').isDisabled()).toBe(true)
      await assistant.keyboard.press('s')
      await agree(assistant, '确定已解决吗?')
      await said(assistant, `${student(0).name} · 电路焊接：提交成功`)
      await line(assistant, 0).waitFor({ state: 'detached' })
      await readAndGoOn(teacher, line(teacher, 0), /^已由 .+ 解决$/)
      await helpBox().getByRole('button', { name: '请求帮助', disabled: false }).waitFor()
    })

    test('the student cancels another request, and its row disappears from both screens', async () => {
      await askForHelp('缺一根导线')
      for (const page of [teacher, assistant]) await line(page, 0).getByText('缺一根导线').waitFor()
      await helpBox().getByRole('button', { name: '取消求助' }).click()
      await phone.getByRole('dialog', { name: '取消求助' }).getByRole('button', { name: '取消求助' }).click()
      for (const page of [teacher, assistant]) {
        await readAndGoOn(page, line(page, 0), /^学生已取消$/)
        await page.getByText('没有人在等待帮助').waitFor()
      }
      await helpBox().getByRole('button', { name: '请求帮助', disabled: false }).waitFor()
    })

    test('the teacher marks using only the keyboard; a missing score is refused, and the student sees the mark at once', async () => {
      for (const index of [1, 2, 3, 4]) await student(index).submit()
      await assistant.keyboard.press('Alt+1')
      await teacher.keyboard.press('Alt+1')
      await line(teacher, 4).waitFor()
      await teacher.keyboard.press('n')
      await score(teacher).waitFor()
      await teacher.keyboard.press('Enter')
      await said(teacher, '请填写分数')
      await teacher.keyboard.type('85')
      await teacher.keyboard.press('c')
      const bank = dialog(teacher, '评语库')
      await bank.getByRole('option').first().waitFor()
      await teacher.keyboard.press('1')
      await bank.waitFor({ state: 'hidden' })
      await expect.poll(() => score(teacher).evaluate((input) => input === document.activeElement)).toBe(true)
      expect(await score(teacher).inputValue()).toBe('85')
      const comment = await teacher.getByLabel('评语', { exact: true }).inputValue()
      await teacher.keyboard.press('Control+Enter')
      await line(teacher, 0).waitFor({ state: 'detached' })
      await mark().getByText('85分').waitFor()
      await mark().getByText(comment).waitFor()
      await expect.poll(() => line(teacher, 1).getAttribute('data-editing')).toBe('true')
      await teacher.keyboard.type('90.5')
      await teacher.keyboard.press('Enter')
      for (const page of [teacher, assistant]) await line(page, 1).waitFor({ state: 'detached' })
      expect(await live.result(student(0))).toMatchObject({ score: 85, comment, submitStatus: 2 })
      expect(await live.result(student(1))).toMatchObject({ score: 90.5, submitStatus: 2 })
    })

    test('a row that one of them is marking shows their name to the other', async () => {
      await walkTo(teacher, 2)
      await teacher.keyboard.type('80')
      await line(assistant, 2).locator('.live-holder').getByText(names.teacher).waitFor()
      expect(await button(line(assistant, 2), '编辑').count()).toBe(0)
    })

    test('the teacher goes offline during an edit; the assistant takes the row over and scores it', async () => {
      await teacher.context().setOffline(true)
      await connected(teacher, '离线')
      await button(line(assistant, 2), '接手').click()
      await agree(assistant, `${names.teacher} 正在评分，确定接手吗?`)
      await score(assistant).fill('70')
      await assistant.keyboard.press('Enter')
      await said(assistant, '保存成功！')
      await student(5).submit()
      await student(6).help('电源跳闸')
      await student(8).help('看错了')
      await student(8).cancelHelp()
      await line(assistant, 5).waitFor()
      await pause(5_000)
      expect(await line(teacher, 5).count()).toBe(0)
      expect(await score(teacher).inputValue()).toBe('80')
    })

    test('back online, a marker gets everything they missed, and sees both scores side by side', async () => {
      await teacher.context().setOffline(false)
      await connected(teacher, '已连接')
      await line(teacher, 5).waitFor()
      await teacher.getByRole('tab', { name: /^求助请求 1$/ }).waitFor()
      await teacher.locator('.live-notices').getByText('已评为 70 分').waitFor()
      await score(teacher).press('Enter')
      const card = teacher.getByRole('group', { name: '评分冲突' })
      await card.getByRole('row', { name: /分数 80 70/ }).waitFor()
      await dialog(teacher, `${names.assistant} 也评了这份结果`).waitFor()
      await decide(teacher, '1')
      await said(teacher, '保存成功！')
      expect(await live.result(student(2))).toMatchObject({ score: 80, submitStatus: 2 })
      const past = await live.teacher<Version[]>('GET', '/inspect/bhInspectionResult/history', { id: student(2).resultId })
      const scores = past.flatMap(({ realname, changes }) =>
        changes.filter(({ field }) => field === 'score').map(({ from, to }) => [realname, from, to]),
      )
      expect(scores).toEqual([
        [names.teacher, 70, 80],
        [names.assistant, null, 70],
      ])
    })

    test('the server is killed and restarted: drafts, rows and a call for help made meanwhile are all there', async () => {
      await walkTo(teacher, 3)
      await teacher.keyboard.type('88')
      const { start } = await journey.kill()
      await expect.poll(() => teacher.locator('.live-connection').innerText(), { timeout: 40_000 }).not.toBe('已连接')
      await askForHelp('电阻烧了')
      await helpBox().getByText('求助待发送').waitFor()
      await start()
      for (const page of [teacher, assistant]) await connected(page, '已连接')
      expect(await score(teacher).inputValue()).toBe('88')
      await score(teacher).press('Enter')
      await line(teacher, 3).waitFor({ state: 'detached' })
      await readAndGoOn(assistant, line(assistant, 3), /^已由 .+ 评分$/)
      await helpBox()
        .getByText(/前面还有 1 人/)
        .waitFor({ timeout: 60_000 })
      for (const page of [teacher, assistant]) {
        await page.keyboard.press('Alt+2')
        for (const index of [6, 0]) await line(page, index).waitFor()
        expect(await page.locator('.live-line').count()).toBe(2)
        await page.keyboard.press('Alt+1')
        for (const index of [4, 5]) await line(page, index).waitFor()
        expect(await page.locator('.live-line').count()).toBe(2)
      }
      expect(await live.result(student(3))).toMatchObject({ score: 88, submitStatus: 2 })
    })

    test('the third tab shows who scored what and when', async () => {
      await teacher.keyboard.press('Alt+3')
      const when = /\d\d-\d\d \d\d:\d\d/
      for (const [index, points] of [
        [0, '85'],
        [1, '90.5'],
        [2, '80'],
        [3, '88'],
      ] as const) {
        await line(teacher, index).waitFor()
        const cells = await line(teacher, index).getByRole('gridcell').allInnerTexts()
        expect(cells).toEqual(expect.arrayContaining([points, names.teacher, expect.stringMatching(when)]))
      }
      await button(line(teacher, 2), '历史').click()
      const drawer = dialog(teacher, '评分历史')
      await drawer.getByText('70 → 80').waitFor()
      await drawer.getByText('（空） → 70').waitFor()
      expect(await drawer.innerText()).toMatch(new RegExp(`${names.teacher}[\\s\\S]*${names.assistant}`))
      await teacher.keyboard.press('Escape')
      await drawer.waitFor({ state: 'hidden' })
    })

    test('the grade sheet has every score', async () => {
      const [file] = await Promise.all([teacher.waitForEvent('download'), button(teacher, '导出成绩单').click()])
      expect(file.suggestedFilename()).toMatch(/^成绩单.*\.xlsx$/)
      const rows: unknown[][] = []
      for await (const { cells } of readSheet(new Uint8Array(await readFile(await file.path())), 'xlsx')) rows.push([...cells])
      const titles = rows.find((cells) => cells.includes('学号')) ?? []
      const cell = (number: string, title: string) => rows.find((cells) => cells.includes(number))?.[titles.indexOf(title)]
      expect(live.students.map(({ number }) => cell(number, '分数'))).toEqual([85, 90.5, 80, 88, null, null, null, null, null, null])
      expect(live.students.map(({ number }) => cell(number, '姓名'))).toEqual(live.students.map(({ name }) => name))
      expect(cell(student(2).number, '评分人')).toBe(names.teacher)
    })

    test('students see their own scores and nobody else’s, whatever they type into the address bar', async () => {
      await mark().getByText('85分').waitFor()
      await phone.goto(`/m/item/${student(2).resultId}`)
      await phone.getByText('没有找到这个考察项').waitFor()
      await phone.setViewportSize({ width: 1440, height: 900 })
      await phone.goto('/teaching/inspectionResult/submitList?tab=3')
      await phone.getByText('抱歉，您没有权限访问该页面').waitFor()
      await phone.goto(`/teaching/inspectionResult/stuList?stuId=${student(2).id}&studyNumber=${student(2).number}`)
      await phone.getByText('共 1 条').waitFor()
      await phone.locator('.ant-table-row').getByText('85', { exact: true }).waitFor()
      expect(await phone.locator('body').innerText()).not.toMatch(/\b(90\.5|80|88)\b/)
    })

    test('nor through any call', async () => {
      const { resultId, name } = student(2)
      const before = await live.result(student(2))
      const answers = await strangeCalls(phone, student(2), before)
      for (const answer of answers) {
        expect(answer).not.toContain(name)
        expect(answer).not.toContain(resultId)
      }
      expect(await live.result(student(2))).toMatchObject({ score: 80, version: before.version })
    })
  })
})
