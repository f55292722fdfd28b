import type { Page } from 'playwright'
import { beforeAll, describe, expect, test } from 'vitest'
import type { WorldRow } from '../api/world.ts'
import { hasBrowser } from '../support/browser.ts'
import { serverPassword } from '../support/start-server.ts'
import { accompany, startJourney, type Journey } from './journey.ts'
import { signInAt } from './screen.ts'
import { callAs } from './small-session.ts'

describe.skipIf(!hasBrowser())('the page of a row', () => {
  let journey: Journey
  let page: Page
  beforeAll(async () => {
    journey = await startJourney()
    page = await journey.open()
    await signInAt(page, 'teacher1')
  })
  accompany(() => journey)

  test('a row that does not exist, or that this user may not see, says so on its page', async () => {
    await page.goto('/teaching/course/nobody')
    await page.getByText('数据不存在或已被删除').waitFor()
    await page.goto('/identity/user/1000000000000000001')
    await page.getByText('抱歉，您没有权限访问该页面').waitFor()
  })

  test('a row’s page shows what its list shows: masked values, its place in a tree, and nothing out of reach', async () => {
    const manager = await callAs(journey, 'admin', serverPassword)
    await manager('POST', '/sys/selectRole', { username: 'admin', roleCode: '1' })
    const first = async (path: string, query: Record<string, string>): Promise<WorldRow> => {
      const [found] = (await manager<{ records: WorldRow[] }>('GET', path, query)).records
      if (!found) throw new Error(`${path} is empty`)
      return found
    }
    const student = await first('/jw/user/list', { studyNumber: '2025010001' })
    await manager('POST', '/jw/user/edit', { id: student.id, idNumber: '11010519491231002X' })
    const account = await first('/sys/user/list', { username: 'teacher1' })
    const foreign = await first('/inspect/bhCourse/list', { courseTitle: '通信原理实验' })
    const below = await first('/sys/sysDepart/list', { column: 'orgCode', order: 'desc' })

    await page.goto(`/identity/student/${student.id}`)
    await page.getByRole('heading', { name: String(student['realname']) }).waitFor()
    await page.locator('.engine-record-fields').getByText('110***********002X').waitFor()
    expect(await page.content()).not.toContain('11010519491231002X')
    await page.goto(`/identity/user/${account.id}`)
    await page.getByText('抱歉，您没有权限访问该页面').waitFor()
    expect(await page.locator('.engine-record-fields').count()).toBe(0)
    await page.goto(`/teaching/course/${foreign.id}`)
    await page.getByText('数据不存在或已被删除').waitFor()
    expect(await page.getByText('通信原理实验').count()).toBe(0)

    const admin = await journey.open()
    await signInAt(admin, 'admin', '系统管理员')
    await admin.goto(`/identity/student/${student.id}`)
    await admin.locator('.engine-record-fields').getByText('11010519491231002X').waitFor()
    await admin.goto(`/identity/department/${below.id}`)
    await admin.getByRole('heading', { name: String(below['departName']) }).waitFor()
    const parent = String(below['parentId_dictText'])
    await admin.locator('.engine-record-fields').getByRole('link', { name: parent, exact: true }).click()
    await admin.getByRole('heading', { name: parent }).waitFor()
    await admin.getByRole('tab', { name: '下级部门' }).click()
    await admin.getByRole('link', { name: String(below['departName']), exact: true }).click()
    await admin.getByRole('heading', { name: String(below['departName']) }).waitFor()
    await admin.close()
  })
})
