import type { Page } from 'playwright'
import { beforeAll, describe, expect, test } from 'vitest'
import type { WorldRow } from '../api/world.ts'
import { hasBrowser } from '../support/browser.ts'
import { accompany, demoPassword, startJourney, type Journey } from './journey.ts'
import { callAs, smallSession, type SmallSession } from './small-session.ts'
import { aPhoto, lookAt, signInOnTelephone, tapAgain, telephone } from './telephone.ts'

describe.skipIf(!hasBrowser())('a student with a telephone at the bench', () => {
  let journey: Journey
  let small: SmallSession
  let page: Page
  const result = async (itemId = item.id): Promise<WorldRow> => {
    const query = { inspectionId: itemId, stuId: String(small.students[0]?.stuId) }
    const [row] = (await small.call<{ records: WorldRow[] }>('GET', '/inspect/bhInspectionResult/list', query)).records
    if (!row) throw new Error('no result')
    return row
  }
  let item: WorldRow
  beforeAll(async () => {
    journey = await startJourney()
    small = await smallSession(journey)
    const { call, session, students } = small
    const { courseId, experiId } = session
    const ids = students.slice(0, 6).map(({ stuId }) => stuId)
    await call('POST', '/inspect/bhExperiGroup/groupAddStu', { experiGroupId: session.id, ids: ids.join(',') })
    await call('POST', '/inspect/bhExperiGroup/initSeatFacility', { id: session.id })
    item = await call<WorldRow>('POST', '/inspect/bhInspection/add', { courseId, experiId, inspectName: '波形记录', inspectType: '1' })
    await call('POST', '/inspect/bhInspection/initInSpectionResAll', { experiId })
    page = await journey.open({ ...telephone, losesNetwork: true })
  })
  accompany(() => journey)

  const line = (words: string) => page.getByRole('status', { name: `连接状态：${words}` }).waitFor()
  const tag = (words: string) => page.getByRole('region', { name: '成绩' }).getByText(words, { exact: true }).waitFor()
  const photos = () => page.getByRole('button', { name: /^查看第/ })

  test('a teacher is told that these pages are for students, and sent to the back office', async () => {
    const page = await journey.open(telephone)
    await page.goto('/m')
    await signInOnTelephone(page, 'teacher1')
    await page.getByRole('heading', { name: '您不是学生' }).waitFor()
    await page.getByRole('link', { name: '前往管理后台' }).click()
    await page.waitForURL(/dashboard/)
    await page.close()
  })

  test('the picture code is required, sent along, and renewed after a refusal', async () => {
    const page = await journey.open(telephone)
    const drawn: string[] = []
    const sent: { captcha: string; checkKey: string }[] = []
    await page.route('**/api/sys/randomImage/*', (route) => {
      drawn.push(route.request().url().split('/').pop() ?? '')
      return route.fulfill({
        json: { success: true, code: 200, message: '', result: 'data:image/gif;base64,R0lGODlhAQABAAAAACw=', timestamp: 0 },
      })
    })
    await page.route('**/api/sys/login', (route) => {
      sent.push(route.request().postDataJSON())
      return route.fulfill({ json: { success: false, code: 500, message: '验证码错误', result: null, timestamp: 0 } })
    })
    await page.goto('/m')
    await page.getByRole('img', { name: '验证码' }).waitFor({ state: 'attached' })
    await signInOnTelephone(page, '2025010001')
    await page.getByText('请输入验证码').waitFor()
    expect(sent).toEqual([])
    await page.getByLabel('验证码', { exact: true }).fill('ab12')
    await page.getByRole('button', { name: '登录', exact: true }).click()
    await page.getByText('验证码错误').waitFor()
    expect(sent).toMatchObject([{ captcha: 'ab12', checkKey: drawn[0] }])
    await expect.poll(() => drawn.length).toBe(2)
    expect(await page.getByLabel('验证码', { exact: true }).inputValue()).toBe('')
    await page.close()
  })

  test('a second tap on an item does not open the album that is now in its place', async () => {
    const hers = await journey.open(telephone)
    await hers.goto('/m')
    await signInOnTelephone(hers, '2025040012')
    const albums: unknown[] = []
    hers.on('filechooser', (album) => albums.push(album))
    const tapped = hers.getByRole('button', { name: /静态工作点测量/ })
    const { x = 0, y = 0, width = 0, height = 0 } = (await tapped.boundingBox()) ?? {}
    await tapAgain(tapped, { part: 0.75 })
    const album = await hers.locator('label').filter({ hasText: '从相册选择' }).boundingBox()
    const [left, top] = [x + width * 0.75 - (album?.x ?? 0), y + height / 2 - (album?.y ?? 0)]
    expect([left > 0, top > 0, left < (album?.width ?? 0), top < (album?.height ?? 0)]).toEqual([true, true, true, true])
    expect(albums).toEqual([])
    await hers.close()
  })

  test('signs in and sees seat, kit, device, room and time', async () => {
    await page.goto('/m')
    await page.getByRole('button', { name: '登录', exact: true }).click()
    await page.getByText('请输入密码').waitFor()
    await signInOnTelephone(page, String(small.students[0]?.studyNumber))
    const card = page.getByRole('article')
    await card.getByText('11月23日 周一 08:00–10:00').waitFor()
    const text = (await card.innerText()).replace(/\s+/g, ' ')
    expect(text).toContain('座位号 1 ')
    expect(text).toContain(String(small.devices[0]?.facilityNum))
    expect(text).toContain('波形记录 未提交')
    await line('实时')
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0)
  })

  test('takes photos, which survive a reload, upright and small', async () => {
    await page.getByRole('button', { name: /波形记录/ }).click()
    await page
      .getByLabel('从相册选择')
      .setInputFiles([await aPhoto(page, { width: 3000, height: 2000 }), await aPhoto(page, { width: 800, height: 400, orientation: 6 })])
    await expect.poll(() => photos().count()).toBe(2)
    await page.evaluate(async () => void (await navigator.serviceWorker.ready))
    await page.reload()
    await expect.poll(() => photos().count()).toBe(2)
    expect(await lookAt(photos().nth(0).locator('img'))).toEqual({ width: 1600, height: 1067, corner: 'red' })
    expect(await lookAt(photos().nth(1).locator('img'))).toEqual({ width: 400, height: 800, corner: 'green' })
    await page.getByLabel('拍照').setInputFiles({ name: '笔记.txt', mimeType: 'text/plain', buffer: Buffer.from('笔记') })
    await page.getByText('请上传图片').waitFor()
  })

  test('enlarges one, and returns with the back key', async () => {
    await photos().nth(1).click()
    const viewer = page.getByRole('dialog', { name: '查看照片' })
    await viewer.getByText('2 / 2').waitFor()
    await page.goBack()
    await viewer.waitFor({ state: 'hidden' })
    await photos().nth(0).click()
    await viewer.getByText('1 / 2').waitFor()
    await page.keyboard.press('Escape')
    await viewer.waitFor({ state: 'hidden' })
  })

  test('submits without a network, pressing twice: told so, kept through a reload, and sent when the network is back', async () => {
    await page.context().setOffline(true)
    await tapAgain(page.getByRole('button', { name: '提交 2 张照片' }))
    await page.getByText(/网络已断开|发送未成功/).waitFor()
    await page.getByRole('button', { name: '取消发送' }).waitFor()
    await line('离线')
    expect((await result()).submitStatus).toBe(0)
    await page.reload()
    await page.getByText(/网络已断开|发送未成功/).waitFor()
    expect(await photos().count()).toBe(2)
    await page.context().setOffline(false)
    await tag('已提交')
    await line('实时')
    const row = await result()
    expect(row).toMatchObject({ submitStatus: 1, submitCount: 1 })
    expect(String(row.filePaths).split(',')).toHaveLength(2)
    expect(await lookAt(photos().nth(1).locator('img'))).toMatchObject({ width: 400, height: 800 })
  })

  test('submits again with one photo fewer; an answer lost on the way causes no second submission', async () => {
    const keys: (string | undefined)[] = []
    await page.route('**/bhInspectionResult/submit', async (route) => {
      keys.push(route.request().headers()['idempotency-key'])
      if (keys.length > 1) return route.continue()
      await route.fetch()
      await route.abort('internetdisconnected')
    })
    await page.getByLabel('从相册选择').setInputFiles(await aPhoto(page, { width: 300, height: 300 }))
    await expect.poll(() => photos().count()).toBe(3)
    await tapAgain(page.getByRole('button', { name: '移除第 2 张照片' }), { part: 0.5, after: [150] })
    await expect.poll(() => photos().count()).toBe(2)
    await page.getByRole('button', { name: '移除第 2 张照片' }).click()
    await page.getByRole('button', { name: '重新提交 1 张照片' }).click()
    await expect.poll(async () => (await result()).submitCount).toBe(2)
    await page.getByText('已提交，重新拍照后可再次提交').waitFor()
    expect(String((await result()).filePaths).split(',')).toHaveLength(1)
    expect(keys).toHaveLength(2)
    expect(new Set(keys).size).toBe(1)
    expect((await result()).submitCount).toBe(2)
    await page.unroute('**/bhInspectionResult/submit')
  })

  test('asks for help, sees who is coming, and cancels', async () => {
    const box = page.getByRole('region', { name: '求助' })
    await box.getByRole('button', { name: '请求帮助' }).click()
    await box.getByLabel('需要什么帮助').fill('示波器没有波形')
    await box.getByRole('button', { name: '发送求助' }).click()
    await box.getByText('您排在第一位').waitFor()
    const [help] = (await small.call<{ records: WorldRow[] }>('GET', '/inspect/bhInspectionResult/helpList')).records
    expect(help?.content).toBe('示波器没有波形')
    await small.call('POST', '/inspect/bhInspectionResult/takeHelp', { id: help?.id })
    await box.getByText(/正在赶来/).waitFor()
    await box.getByRole('button', { name: '取消求助' }).click()
    const question = page.getByRole('dialog', { name: '取消求助' })
    await question.getByText('确定取消您的求助吗？').waitFor()
    await question.getByRole('button', { name: '继续等待' }).click()
    await box.getByText(/正在赶来/).waitFor()
    await box.getByRole('button', { name: '取消求助' }).click()
    await question.getByRole('button', { name: '取消求助' }).click()
    await box.getByRole('button', { name: '请求帮助', disabled: false }).waitFor()
    expect((await small.call<{ records: WorldRow[] }>('GET', '/inspect/bhInspectionResult/helpList')).records).toEqual([])
  })

  test('sees a bench mate’s call for help with their name, and is asked before cancelling it', async () => {
    const mate = small.students[1]
    const callAsMate = await callAs(journey, String(mate?.studyNumber))
    const [own] = (await callAsMate<{ records: WorldRow[] }>('GET', '/inspect/bhInspectionResult/stuList')).records
    await callAsMate('POST', '/inspect/bhInspectionResult/help', { id: own?.id })
    const box = page.getByRole('region', { name: '求助' })
    await box.getByText(`${mate?.realname} 的求助`).waitFor()
    await box.getByRole('button', { name: '取消求助' }).click()
    const question = page.getByRole('dialog', { name: '取消求助' })
    await question.getByText(`确定取消 ${mate?.realname} 的求助吗？`).waitFor()
    await question.getByRole('button', { name: '继续等待' }).click()
    await callAsMate('POST', '/inspect/bhInspectionResult/cancelHelp', { id: own?.id })
    await box.getByRole('button', { name: '请求帮助', disabled: false }).waitFor()
  })

  test('sees the score as soon as it is given, and can submit nothing more', async () => {
    const { id, version } = await result()
    await page.getByLabel('从相册选择').setInputFiles(await aPhoto(page, { width: 300, height: 300 }))
    await expect.poll(() => photos().count()).toBe(2)
    const mark = { id, version, score: 92.5, comment: '波形清晰', submitStatus: 2 }
    await small.call('POST', '/inspect/bhInspectionResult/edit', mark)
    await tag('已评分')
    const shown = page.getByRole('region', { name: '成绩' })
    expect((await shown.innerText()).replace(/\s+/g, ' ')).toContain('92.5分 波形清晰')
    await page.getByText('教师已评分，本机上的照片没有提交').waitFor()
    await page.getByRole('button', { name: '移除未提交的照片' }).click()
    await expect.poll(() => photos().count()).toBe(1)
    expect(await page.getByRole('button', { name: /提交/ }).count()).toBe(0)
    await page.goBack()
    await page.getByRole('button', { name: /波形记录.*92.5/ }).waitFor()
  })

  test('was absent and got zero for it: sees both, and can still make it up', async () => {
    const { call, session } = small
    const added = { courseId: session.courseId, experiId: session.experiId, inspectName: '误差分析', inspectType: '1' }
    const later = await call<WorldRow>('POST', '/inspect/bhInspection/add', added)
    await call('POST', '/inspect/bhInspection/initInSpectionRes', { id: later.id })
    for (const mark of [
      { mark: 'absent', absentReason: '病假' },
      { mark: 'absentScore', score: '0' },
    ]) {
      const { id: ids, version: versions } = await result(later.id)
      await call('POST', '/inspect/bhInspectionResult/markMany', { ids, versions: String(versions), ...mark })
    }
    const { id } = await result(later.id)
    await page.goto(`/m/item/${id}`)
    const shown = page.getByRole('region', { name: '成绩' })
    await shown.getByText('缺席原因：病假。补做后仍可以提交照片，重新评分前保留这个成绩').waitFor()
    await page.getByLabel('从相册选择').setInputFiles(await aPhoto(page, { width: 300, height: 300 }))
    await page.getByRole('button', { name: '提交 1 张照片' }).click()
    await tag('已提交')
    await shown.getByText('这是缺席时的成绩，重新评分前保留').waitFor()
    expect(await result(later.id)).toMatchObject({ score: 0, submitStatus: 1, attendance: 3 })
    await page.goto('/m')
  })

  test('an expired login asks once, over the page, and the page continues', async () => {
    journey.allowRefusals(401)
    const token = await page.evaluate(() => JSON.parse(localStorage.getItem('shiyan.login') ?? '{}').token)
    await fetch(`${journey.server.url}/api/sys/logout`, { method: 'POST', headers: { 'x-access-token': token } })
    const again = page.getByRole('dialog', { name: '登录已过期' })
    await again.waitFor({ timeout: 40_000 })
    expect(await page.getByRole('dialog').count()).toBe(1)
    await again.getByLabel('密码').fill(demoPassword)
    await again.getByRole('button', { name: '登录', exact: true }).click()
    await again.waitFor({ state: 'hidden' })
    await page.getByRole('article').waitFor()
    await line('实时')
  })
})
