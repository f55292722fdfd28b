import { setTimeout as pause } from 'node:timers/promises'
import type { Locator, Page } from 'playwright'
import { beforeAll, describe, expect, test } from 'vitest'
import type { WorldRow } from '../api/world.ts'
import { hasBrowser } from '../support/browser.ts'
import { accompany, startJourney, type Journey } from './journey.ts'
import { agree, button, dialog, row, said, signInAt } from './screen.ts'
import { tapAgain } from './telephone.ts'
import { smallSession, type Call, type SmallSession } from './small-session.ts'

const seatNames = ['1-01', '1-02', '2-03', '2-04', '3-05', '3-06']

describe.skipIf(!hasBrowser())('the seats of a session', () => {
  let journey: Journey
  let page: Page
  let world: SmallSession
  let session: WorldRow
  let students: readonly WorldRow[]
  let screen = ''

  const call: Call = (method, path, given) => world.call(method, path, given)
  /** Who sits where according to the server: indexes of the students of the session. */
  const sitting = async () => {
    const seats = await call<WorldRow[]>('GET', '/inspect/bhExperiGroup/groupSeatList', { experiGroupId: session.id })
    return seats.map(({ stuId }) => students.findIndex((student) => student.stuId === stuId))
  }

  beforeAll(async () => {
    journey = await startJourney()
    world = await smallSession(journey)
    ;({ session, students, screen } = world)
    const ids = students.slice(0, 4).map(({ stuId }) => stuId)
    await call('POST', '/inspect/bhExperiGroup/groupAddStu', { experiGroupId: session.id, ids: ids.join(',') })
    page = await journey.open()
    await page.goto(screen)
    await signInAt(page, 'teacher1')
    await row(page, '第1场').waitFor()
  })
  accompany(() => journey)

  const seat = (place: Page | Locator, index: number): Locator => place.getByRole('button', { name: new RegExp(`^${seatNames[index]} `) })
  /** A folded action of the session. */
  const act = async (place: Page, words: string) => {
    await row(place, '第1场')
      .getByRole('button', { name: /更多|操作/ })
      .click()
    await place.getByRole('menuitem', { name: words }).click()
  }
  const nameAt = (index: number): string => String(students[index]?.realname)
  const numberAt = (index: number): string => String(students[index]?.studyNumber)

  test('setup shows what will be made and asks for the name of the session', async () => {
    await act(page, '初始化座位')
    const setup = dialog(page, '初始化座位')
    await setup.getByText('6 个').waitFor()
    await setup.getByText('3 组，每组 2 人').waitFor()
    await setup.getByText('4 人（按班级、学号）').waitFor()
    await setup.getByText('初始化后座位不可更改，确定初始化吗?').waitFor()
    const go = button(setup, '确定初始化')
    expect(await go.isDisabled()).toBe(true)
    await setup.getByLabel('场次名称确认').fill('第2场')
    expect(await go.isDisabled()).toBe(true)
    const asked: string[] = []
    page.on('request', (request) => request.url().endsWith('/exportXls') && asked.push(request.url()))
    const [list] = await Promise.all([page.waitForEvent('download'), button(setup, '下载学生名单').dblclick()])
    expect(list.suggestedFilename()).toBe('场次学生.xlsx')
    expect(asked).toHaveLength(1)
    await setup.getByLabel('场次名称确认').fill('第1场')
    await go.click()
    await said(page, '初始化成功！座位 6 个，设备 3 台，学生 4 人')
    await setup.waitFor({ state: 'hidden' })
    expect(await sitting()).toEqual([0, 1, 2, 3, -1, -1])
  })

  test('kit numbers and student numbers are edited in the expanded row', async () => {
    await page.locator('.ant-table-row-expand-icon').first().click()
    const table = page.locator('.seat-table')
    await table.getByLabel('1-01 套件号').waitFor()
    const hidden = () => page.locator('.engine-table .ant-table-body').evaluate((box) => box.scrollHeight - box.clientHeight)
    await expect.poll(hidden).toBe(0)
    await table.getByLabel('1-01 套件号').fill('K-101')
    await table.getByLabel('1-01 套件号').press('Enter')
    await said(page, '修改成功！')
    await expect.poll(() => table.getByLabel('1-02 套件号').evaluate((input) => input === document.activeElement)).toBe(true)
    await table.getByLabel('1-01 套件号').fill('')
    await table.getByLabel('1-01 套件号').blur()
    await expect.poll(() => table.getByLabel('1-01 套件号').inputValue()).toBe('K-101')
    await table.getByLabel('3-05 学号').fill(numberAt(4))
    await table.getByLabel('3-05 学号').press('Enter')
    await said(page, `3-05 ${nameAt(4)}`)
    await expect.poll(() => table.getByLabel('3-06 学号').evaluate((input) => input === document.activeElement)).toBe(true)
    await table.getByLabel('3-06 学号').fill('000')
    await table.getByLabel('3-06 学号').press('Enter')
    await said(page, '该学号的学生不在本课程的班级中！')
    await table.getByLabel('3-06 学号').blur()
    expect(await table.getByLabel('3-06 学号').inputValue()).toBe('')
    await button(
      row(table, numberAt(4))
        .or(table.locator('tr').filter({ has: page.getByLabel('3-05 学号') }))
        .last(),
      '移除',
    ).click()
    await agree(page, '确定移除')
    await said(page, '移除成功！')
    expect(await sitting()).toEqual([0, 1, 2, 3, -1, -1])
    await page.locator('.ant-table-row-expand-icon').first().click()
  })

  test('students without a seat are listed beside the map and get the first free one', async () => {
    await act(page, '座位图')
    const map = dialog(page, '座位图')
    const asked: string[] = []
    await page.route('**/seatStudent', async (route) => {
      asked.push(route.request().method())
      await pause(600)
      await route.continue()
    })
    await tapAgain(map.getByRole('button', { name: `${nameAt(4)} ${numberAt(4)}` }))
    await expect.poll(sitting).toEqual([0, 1, 2, 3, 4, -1])
    await pause(300)
    expect(asked).toHaveLength(1)
    await page.unroute('**/seatStudent')
    await map.getByRole('group', { name: '未就座的学生' }).waitFor({ state: 'detached' })
    await call('POST', '/inspect/bhExperiGroup/deleteGroupStu', { experiGroupId: session.id, ids: students[4]?.stuId })
    await map.locator('.ant-drawer-close').click()
    await map.waitFor({ state: 'hidden' })
  })

  test('a late answer changes neither the cursor nor what is typed elsewhere', async () => {
    await page.locator('.ant-table-row-expand-icon').first().click()
    const table = page.locator('.seat-table')
    const typing = table.getByLabel('1-02 套件号')
    let answer = () => {}
    const asked = new Promise<void>((resolve) => {
      void page.route('**/seatStudent', async (route) => {
        await new Promise<void>((release) => {
          answer = release
          resolve()
        })
        await route.continue()
      })
    })
    await table.getByLabel('3-05 学号').fill(numberAt(5))
    await table.getByLabel('3-05 学号').press('Enter')
    await asked
    await typing.fill('K-1')
    answer()
    await said(page, `3-05 ${nameAt(5)}`)
    await expect.poll(sitting).toEqual([0, 1, 2, 3, 5, -1])
    expect(await typing.evaluate((input) => input === document.activeElement)).toBe(true)
    expect(await typing.inputValue()).toBe('K-1')
    await typing.fill('')
    await typing.blur()
    await page.unroute('**/seatStudent')
    await call('POST', '/inspect/bhExperiGroup/deleteGroupStu', { experiGroupId: session.id, ids: students[5]?.stuId })
    await page.locator('.ant-table-row-expand-icon').first().click()
  })

  test('dragging on the map moves to an empty seat and swaps on a taken one, and can be undone', async () => {
    await act(page, '座位图')
    const map = dialog(page, '座位图')
    await seat(map, 0).dragTo(map.getByText(/^已就座/))
    expect(await seat(map, 0).getAttribute('aria-pressed')).toBe('false')
    await seat(map, 1).click()
    expect(await seat(map, 1).getAttribute('aria-pressed')).toBe('true')
    await page.keyboard.press('Escape')
    expect(await sitting()).toEqual([0, 1, 2, 3, -1, -1])
    await seat(map, 0).dragTo(seat(map, 5))
    await expect.poll(sitting).toEqual([-1, 1, 2, 3, -1, 0])
    await seat(map, 1).dragTo(seat(map, 2))
    await expect.poll(sitting).toEqual([-1, 2, 1, 3, -1, 0])
    await button(map, '撤销').click()
    await expect.poll(sitting).toEqual([-1, 1, 2, 3, -1, 0])
    await button(map, '撤销').click()
    await expect.poll(sitting).toEqual([0, 1, 2, 3, -1, -1])
    expect(await button(map, '撤销').isDisabled()).toBe(true)
  })

  test('the keyboard can walk, pick up, put down and mark absent', async () => {
    const map = dialog(page, '座位图')
    await seat(map, 0).focus()
    await page.keyboard.press('Space')
    expect(await seat(map, 0).getAttribute('aria-pressed')).toBe('true')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Space')
    await expect.poll(sitting).toEqual([2, 1, 0, 3, -1, -1])
    await page.keyboard.press('Space')
    await page.keyboard.press('Escape')
    expect(await map.isVisible()).toBe(true)
    expect(await seat(map, 2).getAttribute('aria-pressed')).toBe('false')
    await page.keyboard.press('a')
    await map.getByText('已就座 4 / 6，缺席 1').waitFor()
    expect(await seat(map, 2).getAttribute('aria-label')).toContain('缺席')
  })

  test('an outdated map moves nobody else: it says so and shows the current seats', async () => {
    const map = dialog(page, '座位图')
    journey.allowRefusals(400)
    await map.locator('.ant-drawer-close').click()
    await map.waitFor({ state: 'hidden' })
    const read = page.waitForResponse(/groupSeatList/)
    await act(page, '座位图')
    await read
    const before = await sitting()
    const seats = await call<WorldRow[]>('GET', '/inspect/bhExperiGroup/groupSeatList', { experiGroupId: session.id })
    const elsewhere = { from: seats[0]?.id, to: seats[1]?.id }
    await call('POST', '/inspect/bhExperiSeat/moveSeat', elsewhere)
    const now = await sitting()
    await seat(map, 0).dragTo(seat(map, 5))
    await said(page, '座位已被调整，请查看最新的座位后再试！')
    expect(await sitting()).toEqual(now)
    await seat(map, 0)
      .filter({ hasText: nameAt(now[0] ?? -1) })
      .waitFor()
    await call('POST', '/inspect/bhExperiSeat/moveSeat', elsewhere)
    expect(await sitting()).toEqual(before)
  })

  test('the printer gets only the plan or the list for the door', async () => {
    const map = dialog(page, '座位图')
    await page.evaluate(() => {
      window.print = () => undefined
    })
    const [first] = await sitting()
    await button(map, '打印座位图').click()
    await page.emulateMedia({ media: 'print' })
    const sheet = page.locator('.seat-print')
    await sheet
      .locator('.print-seat')
      .first()
      .filter({ hasText: nameAt(first ?? -1) })
      .waitFor()
    await sheet.getByRole('heading', { name: '第1场 座位图' }).waitFor()
    expect(await sheet.locator('.print-seat').count()).toBe(6)
    expect(await page.locator('#root').isVisible()).toBe(false)
    await page.emulateMedia({ media: 'screen' })
    expect(await sheet.isVisible()).toBe(false)
    await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
    await sheet.waitFor({ state: 'detached' })
    const sheets = page.evaluate(
      () =>
        new Promise((resolve) => {
          let printed = 0
          window.print = () => {
            printed += 1
            setTimeout(() => dispatchEvent(new Event('afterprint')))
          }
          setTimeout(() => resolve(printed), 1500)
        }),
    )
    await button(map, '打印签到表').dblclick()
    expect(await sheets).toBe(1)
    await page.evaluate(() => {
      window.print = () => undefined
    })
    await button(map, '打印签到表').click()
    await page.emulateMedia({ media: 'print' })
    await sheet.getByRole('heading', { name: '第1场 签到表' }).waitFor()
    expect(await sheet.locator('tbody tr').count()).toBe(4)
    expect(await sheet.locator('tbody tr').first().innerText()).toContain(numberAt(0))
    await page.emulateMedia({ media: 'screen' })
    await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
    await map.locator('.ant-drawer-close').click()
    await map.waitFor({ state: 'hidden' })
  })

  test('after there are results, seats show plain text and a slash', async () => {
    const item = { courseId: session.courseId, experiId: session.experiId, inspectName: '焊接', inspectType: '1' }
    await call('POST', '/inspect/bhInspection/add', item)
    await call('POST', '/inspect/bhInspection/initInSpectionResAll', { experiId: session.experiId })
    await page.goto(screen)
    await row(page, '第1场').waitFor()
    expect(await button(row(page, '第1场'), '编辑').count()).toBe(0)
    await page.locator('.ant-table-row-expand-icon').first().click()
    const table = page.locator('.seat-table')
    await table.getByText('K-101').waitFor()
    expect(await table.locator('input').count()).toBe(0)
    expect(await table.locator('tr').filter({ hasText: 'K-101' }).locator('td').last().innerText()).toBe('/')
  })

  test('on a telephone the map fits', async () => {
    const small = await journey.open({ width: 390, height: 844, dark: true })
    await small.goto(screen)
    await signInAt(small, 'teacher1')
    await small
      .locator('.engine-card')
      .filter({ hasText: '第1场' })
      .getByRole('button', { name: /更多|操作/ })
      .click()
    await small.getByRole('menuitem', { name: '座位图' }).click()
    const map = dialog(small, '座位图')
    await map.getByText('该场次的座位不能修改。').waitFor()
    expect(await map.evaluate((window) => window.scrollWidth - window.clientWidth)).toBe(0)
    expect((await map.locator('.seat-tile').first().boundingBox())?.width).toBeGreaterThan(80)
    await small.close()
  })
})
