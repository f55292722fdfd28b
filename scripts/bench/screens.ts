import type { Browser, BrowserContext, Page } from 'playwright'
import { hasBrowser, launchBrowser } from '../../tests/support/browser.ts'
import { timed } from './bench-calls.ts'
import { lineOf, type BenchLine } from './bench-lines.ts'
import { withDatabase, withServer, type BenchDatabase } from './bench-servers.ts'
import type { Effort } from './compare.ts'
import { pressedToShown, watchLoad, worstFrame } from './in-page.ts'
import { keyToPaint, plainInput, slowDown } from './key-to-paint.ts'
import { withSubmissions } from './marking.ts'
import { prepareData } from './prepare-data.ts'

/** As much slower as a cheap telephone is. */
const slow = 4
const view = { width: 1440, height: 900 }

interface Login {
  readonly port: number
  readonly token: string
  readonly userId: string
  readonly roleCode: string
}

/** A browser's window without a cache, with this login. */
async function openWindow(browser: Browser, { port, token, userId, roleCode }: Login): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL: `http://127.0.0.1:${port}`, viewport: view })
  const user = { id: userId, username: 'bench', realname: '同事', roleCode }
  const login = JSON.stringify({ token, user, roles: [], departments: [], savedAt: Date.now() })
  await context.addInitScript((record) => localStorage.setItem('shiyan.login', record), login)
  await context.addInitScript(watchLoad)
  return context
}

interface Seen {
  readonly blocked: number
  readonly shifted: number
  readonly formFirst: number
  readonly formAgain: number
}

const listOf = (courseId: string): string => `/teaching/equipment?courseId=${courseId}`

/** A list in a browser that has seen nothing of the application, on a slow machine. */
async function coldList(browser: Browser, login: Login, courseId: string): Promise<Pick<Seen, 'blocked' | 'shifted'>> {
  const context = await openWindow(browser, login)
  const page = await context.newPage()
  await slowDown(page, slow)
  await page.goto(listOf(courseId))
  await page.locator('.ant-table-row').first().waitFor()
  await page.waitForTimeout(2000)
  const load = await page.evaluate(() => ('load' in window ? window.load : undefined) as { blocked: number; shifted: number })
  await context.close()
  return load
}

async function putAway(page: Page): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name: '关闭窗口' }).click()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
}

/** The form above a list, which a hand has come nearer to. */
async function openedForms(browser: Browser, login: Login, courseId: string): Promise<Omit<Seen, 'blocked' | 'shifted'>> {
  const context = await openWindow(browser, login)
  const page = await context.newPage()
  await page.goto(listOf(courseId))
  await page.locator('.ant-table-row').first().waitFor()
  await page.waitForTimeout(1000)
  await page.mouse.move(view.width / 2, view.height / 2)
  await page.waitForTimeout(1000)
  const form = { name: '新增', selector: '[role=dialog] [data-field]', text: '设备编号' }
  const formFirst = await page.evaluate(pressedToShown, form)
  await putAway(page)
  const formAgain = await page.evaluate(pressedToShown, form)
  await putAway(page)
  await context.close()
  return { formFirst, formAgain }
}

interface Marking {
  readonly shown: readonly number[]
  readonly frame: readonly number[]
  readonly later: readonly number[]
}

/** A thousand submissions, from pressing their tab to the first row on the screen, and the worst frame while they are scrolled. */
async function thousandRows(page: Page, courseId: string): Promise<{ shown: number; frame: number }> {
  await page.goto(`/teaching/inspectionResult/submitList?courseId=${courseId}&tab=2`)
  await page.getByRole('tab', { name: /^求助请求/, selected: true }).waitFor()
  await page.waitForTimeout(1000)
  const shown = await page.evaluate(pressedToShown, { name: '提交的实验', selector: '.live-line', text: '' })
  await page.locator('.live-rows[aria-rowcount="1000"]').waitFor()
  return { shown, frame: await page.evaluate(worstFrame, '.live-rows') }
}

/** How much later a key is painted in the score of a submission than in a plain input, on a slow machine. */
async function keyTimes(page: Page, { runs }: Effort): Promise<number[]> {
  await page.locator('.live-rows').focus()
  await page.keyboard.press('n')
  const score = page.locator('[data-mark="score"]:focus')
  await score.waitFor()
  await score.evaluate((input) => (input.id = 'score'))
  const plain = await plainInput(page)
  await slowDown(page, slow)
  const later: number[] = []
  for (let run = 0; run < runs; run++) {
    const inPlain = await keyToPaint(plain)
    const inRow = await keyToPaint(page.locator('#score'))
    later.push(inRow.median - inPlain.median)
  }
  return later
}

/** The workbench of a teacher for whom 5,000 submissions wait. */
async function workbench(browser: Browser, effort: Effort): Promise<Marking | undefined> {
  return withSubmissions('SQLite', async (marker) => {
    const context = await openWindow(browser, { ...marker, roleCode: '2' })
    const page = await context.newPage()
    const lists: { shown: number; frame: number }[] = []
    for (let run = 0; run < effort.runs; run++) lists.push(await thousandRows(page, marker.courseId))
    const later = await keyTimes(page, effort)
    await context.close()
    return { shown: lists.map((one) => one.shown), frame: lists.map((one) => one.frame), later }
  })
}

/** What people wait for in a browser; measured once, over SQLite. */
export async function measureScreens(database: BenchDatabase, { effort }: { readonly effort: Effort }): Promise<BenchLine[] | undefined> {
  if (database !== 'SQLite' || !hasBrowser()) return undefined
  const browser = await launchBrowser()
  try {
    const seen = await withDatabase(database, async (env) => {
      const { courseIds } = await prepareData(env, 5000)
      const [courseId = ''] = courseIds
      return withServer(env, async ({ port, token }) => {
        const { result } = await timed<{ records: { id: string }[] }>({ port, token }, '/sys/user/list?username=admin')
        const login = { port, token, userId: result.records[0]?.id ?? '', roleCode: '1' }
        const all: Seen[] = []
        for (let run = 0; run < effort.runs; run++)
          all.push({ ...(await coldList(browser, login, courseId)), ...(await openedForms(browser, login, courseId)) })
        return all
      })
    })
    const of = (part: keyof Seen) => (seen ?? []).map((one) => one[part])
    const marked = await workbench(browser, effort)
    return [
      lineOf({ database, what: 'cold list, processor ×4: blocked', unit: 'ms', wanted: '≤ 1600' }, of('blocked')),
      lineOf({ database, what: 'cold list: layout shift', unit: 'ratio', wanted: '0' }, of('shifted')),
      lineOf({ database, what: 'form, first', unit: 'ms', wanted: '≤ 300' }, of('formFirst')),
      lineOf({ database, what: 'form, again', unit: 'ms', wanted: '≤ 100' }, of('formAgain')),
      lineOf({ database, what: '1,000 submissions, tab pressed to shown', unit: 'ms', wanted: '≤ 250' }, marked?.shown ?? []),
      lineOf({ database, what: '1,000 submissions, worst frame', unit: 'ms', wanted: '≤ 50' }, marked?.frame ?? []),
      lineOf({ database, what: 'key, later than in a plain input, ×4', unit: 'ms', wanted: '≤ 17' }, marked?.later ?? []),
    ]
  } finally {
    await browser.close()
  }
}
