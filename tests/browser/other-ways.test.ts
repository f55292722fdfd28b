import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser } from '../support/browser.ts'
import { expectNone } from '../support/expect-none.ts'
import { startThirdProvider, type ThirdProvider } from '../support/third-provider.ts'
import { violations } from './axe.ts'
import { codeTelephone } from './code-telephone.ts'
import { accompany, demoPassword, startJourney, type Journey } from './journey.ts'
import { button, dialog, putAway, said, signInAt } from './screen.ts'

describe.skipIf(!hasBrowser())('two-step codes, passkeys and other providers', () => {
  let journey: Journey
  let page: Page
  let provider: ThirdProvider
  /** The address under which the browser is a secure place with a name. */
  let site = ''
  beforeAll(async () => {
    provider = await startThirdProvider()
    journey = await startJourney({ env: { THIRD_LOGIN: provider.settings, SMS: 'log' } })
    journey.allowRefusals(401, 422)
    site = journey.server.url.replace('127.0.0.1', 'localhost')
    page = await journey.open()
  })
  accompany(() => journey)
  afterAll(() => provider.close())

  const security = (name: string) => page.getByRole('region', { name, exact: true })
  const confirmPassword = async (title: string, typed = demoPassword, of = page) => {
    await dialog(of, title).getByLabel('登录密码').fill(typed)
    await dialog(of, title).getByLabel('登录密码').press('Enter')
  }
  /** The code that the server has sent to a phone; in tests it writes codes to its log. */
  const codeFor = (phone: string) => {
    const line = journey.server.lines.findLast((one) => one.includes(phone) && one.includes('您的验证码是'))
    return /您的验证码是(\d{6})/.exec(line ?? '')?.[1] ?? ''
  }
  const leave = async () => {
    await page.getByRole('button', { name: /^用户菜单/ }).click()
    await page.getByRole('menuitem', { name: '退出登录' }).click()
    await button(page.locator('.ant-modal-confirm'), '确定').click()
    await page.getByLabel('用户名').waitFor()
  }
  const typePassword = async (username: string) => {
    await page.getByLabel('用户名').fill(username)
    await page.getByLabel('密码').fill(demoPassword)
    await page.getByLabel('密码').press('Enter')
  }

  test('a user switches two-step codes on with the telephone, signs in with one and with a recovery code, and switches them off', async () => {
    await page.goto(`${site}/`)
    await signInAt(page, 'teacher1')
    await page.goto(`${site}/account?part=security`)
    await button(security('两步验证'), '开启两步验证').click()
    await dialog(page, '开启两步验证').getByLabel('登录密码').fill('Wrong-123')
    await button(dialog(page, '开启两步验证'), '确定').click()
    await page.getByText('密码不正确').waitFor()
    await confirmPassword('开启两步验证')
    await page.locator('.enrol-picture svg').waitFor()
    const nextCode = codeTelephone((await page.locator('.enrol-secret').innerText()).trim())
    const code = dialog(page, '开启两步验证').getByLabel('动态码')
    await code.fill('12345')
    await code.press('Enter')
    await page.getByText('请输入 6 位动态码!').waitFor()
    await code.fill(nextCode())
    await code.press('Enter')
    const codes = dialog(page, '恢复码')
    await codes.getByRole('listitem').first().waitFor()
    expect(await codes.getByRole('listitem').count()).toBe(10)
    const recovery = await codes.getByRole('listitem').first().innerText()
    // As on a page that is not served over https.
    await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
    await button(codes, '复制').click()
    await said(page, '复制失败，请手动抄写')
    await button(codes, '我已保存').click()
    await security('两步验证').getByText('已开启').waitFor()
    await leave()

    await typePassword('teacher1')
    const asked = dialog(page, '两步验证')
    await asked.getByLabel('验证器中的动态码').press('Enter')
    await asked.getByText('请输入 6 位动态码!').waitFor()
    await asked.getByLabel('验证器中的动态码').fill(nextCode())
    await button(asked, '确定').dblclick()
    await putAway(page, '欢迎回来')
    await leave()

    await typePassword('teacher1')
    await button(asked, '取消').click()
    await asked.waitFor({ state: 'hidden' })
    await typePassword('teacher1')
    await button(asked, '手机不在身边？使用恢复码').click()
    await asked.getByLabel('恢复码').fill('aaaaa-aaaaa')
    await asked.getByLabel('恢复码').press('Enter')
    await asked.getByText('恢复码错误或已使用！').waitFor()
    await asked.getByLabel('恢复码').fill(recovery)
    await asked.getByLabel('恢复码').press('Enter')
    await putAway(page, '欢迎回来')

    await page.goto(`${site}/account?part=security`)
    await security('两步验证').getByText('剩余恢复码 9 个').waitFor()
    await button(security('两步验证'), '关闭两步验证').click()
    await confirmPassword('关闭两步验证')
    await said(page, '两步验证已关闭')
    await security('两步验证').getByText('未开启').waitFor()
    await leave()
  })

  test('a user adds a passkey, signs in with it without typing anything, renames and removes it', async () => {
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('WebAuthn.enable')
    await devtools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    })
    await page.goto(`${site}/`)
    await signInAt(page, 'teacher2')
    await page.goto(`${site}/account?part=security`)
    await button(security('通行密钥'), '添加通行密钥').click()
    await confirmPassword('添加通行密钥')
    await said(page, '通行密钥已添加')
    await security('通行密钥').getByText('尚未使用').waitFor()
    await leave()
    await button(page, '通行密钥').click()
    await putAway(page, '欢迎回来')
    await page.goto(`${site}/account?part=security`)
    await security('通行密钥').getByText('最近使用').waitFor()
    await security('通行密钥').getByRole('button', { name: /^改名/ }).click()
    await security('通行密钥').getByRole('textbox').fill('办公室电脑')
    await security('通行密钥').getByRole('textbox').press('Enter')
    await said(page, '修改成功!')
    await security('通行密钥').getByText('办公室电脑').waitFor()
    await security('通行密钥').getByRole('button', { name: '移除办公室电脑' }).click()
    await confirmPassword('移除通行密钥')
    await said(page, '删除成功!')
    await leave()
    await button(page, '通行密钥').click()
    await said(page, '该通行密钥已被移除，请换一种方式登录')
  })

  test('under an address of digits, which no passkey can belong to, none is offered', async () => {
    const other = await journey.open()
    await other.goto('/')
    await button(other, '登录').waitFor()
    expect(await button(other, '通行密钥').count()).toBe(0)
    await other.close()
  })

  test('an account of another provider is bound with the password of its namesake here, and signs in from then on', async () => {
    const own = await journey.open()
    provider.visitor = { id: '71', name: 'teacher3', nick: '三老师' }
    await own.goto(`${site}/`)
    await button(own, 'GitHub').click()
    const asked = dialog(own, '第三方账号已存在同名用户')
    await asked.waitFor()
    expectNone(await violations(own))
    await button(asked, '绑定已有账号').click()
    const checked = dialog(own, '绑定账号密码验证')
    await checked.getByLabel('用户 teacher3 的密码').fill('Wrong-123')
    await checked.getByLabel('用户 teacher3 的密码').press('Enter')
    await checked.getByText('密码不正确').waitFor()
    expectNone(await violations(own))
    await checked.getByLabel('用户 teacher3 的密码').fill(demoPassword)
    await button(checked, '确定').dblclick()
    await putAway(own, '欢迎回来')
    await own.goto(`${site}/account?part=binding`)
    await own.getByRole('region', { name: 'GitHub' }).getByText('已绑定 三老师').waitFor()
    const later = await journey.open()
    await later.goto(`${site}/`)
    await button(later, 'GitHub').click()
    await putAway(later, '欢迎回来')
    await later.close()
    await own.close()
  })

  test('an unbound account asks for a phone and its code, with the document’s sentences and 30 seconds between codes', async () => {
    const own = await journey.open()
    provider.visitor = { id: '72', name: '', nick: '李四' }
    await own.goto(`${site}/`)
    await button(own, '微信').click()
    const asked = dialog(own, '绑定手机号')
    await asked.getByLabel('手机号').press('Enter')
    await asked.getByText('请输入手机号', { exact: true }).waitFor()
    await asked.getByText('请输入验证码!').waitFor()
    await asked.getByLabel('手机号').fill('13700009999')
    await button(asked, '获取验证码').click()
    await asked.getByRole('button', { name: /^(30|29|28) 秒后重发/ }).waitFor()
    await asked.getByLabel('验证码').fill('000000')
    await button(asked, '确定').click()
    await asked.getByText('手机验证码错误').waitFor()
    expectNone(await violations(own))
    await button(asked, '取消').click()
    await own.close()
  })

  test('the code of a phone binds the account to the phone’s user, and signs in by keyboard alone', async () => {
    const own = await journey.open({ width: 390, height: 844, dark: true })
    provider.visitor = { id: '75', name: '', nick: '六老师' }
    await own.goto(`${site}/`)
    await button(own, '企业微信').waitFor()
    expectNone(await violations(own))
    await button(own, '微信').press('Enter')
    const asked = dialog(own, '绑定手机号')
    await asked.getByLabel('手机号').fill('13800100006')
    await button(asked, '获取验证码').press('Enter')
    await asked.getByRole('button', { name: /秒后重发$/ }).waitFor()
    await expect.poll(() => codeFor('13800100006')).toMatch(/^\d{6}$/)
    expectNone(await violations(own))
    await asked.getByLabel('验证码').fill(codeFor('13800100006'))
    await asked.getByLabel('验证码').press('Enter')
    await putAway(own, '欢迎回来')
    await own.goto(`${site}/account?part=binding`)
    await own.getByRole('region', { name: '微信', exact: true }).getByText('已绑定 六老师').waitFor()
    await own.close()
  })

  test('someone whose name is taken by another may have a new account instead', async () => {
    const own = await journey.open()
    provider.visitor = { id: '76', name: 'teacher2', nick: '新人' }
    await own.goto(`${site}/`)
    await button(own, 'GitHub').click()
    await button(dialog(own, '第三方账号已存在同名用户'), '创建新账号').dblclick()
    await putAway(own, '欢迎回来')
    await own.goto(`${site}/account`)
    await own
      .getByText(/^teacher2\d{1,2}$/)
      .first()
      .waitFor()
    await own.close()
  })

  test('a provider that refuses is told as 登录失败', async () => {
    const own = await journey.open()
    provider.visitor = { id: '73', name: 'x', nick: 'x' }
    await own.goto(`${site}/`)
    provider.isRefusing = true
    await button(own, 'GitHub').click()
    await said(own, '登录失败')
    await own.close()
  })

  test('a popup that says something unknown is told as 不识别的信息传递, at the login and in the account', async () => {
    const own = await journey.open()
    const body = '<script>opener.postMessage("something else", location.origin)</script>'
    await own.context().route('**/thirdLogin/render/*', (route) => route.fulfill({ contentType: 'text/html', body }))
    await own.goto(`${site}/`)
    await button(own, 'GitHub').click()
    await said(own, '不识别的信息传递')
    await expect.poll(() => button(own, 'GitHub').isEnabled()).toBe(true)
    await signInAt(own, 'teacher4')
    await own.goto(`${site}/account?part=binding`)
    await button(own.getByRole('region', { name: '钉钉' }), '绑定').click()
    await said(own, '不识别的信息传递')
    await own.evaluate(() => void Object.assign(window, { open: () => null }))
    await button(own.getByRole('region', { name: '钉钉' }), '绑定').click()
    await said(own, '登录窗口被浏览器拦截，请允许弹出窗口后重试')
    await own.close()
  })

  test('a user binds an account while signed in and unbinds it, each with the password', async () => {
    const own = await journey.open()
    provider.visitor = { id: '74', name: 'elsewhere', nick: '五老师' }
    provider.isRefusing = false
    await own.goto(`${site}/account?part=binding`)
    await signInAt(own, 'teacher5')
    const part = own.getByRole('region', { name: '钉钉' })
    const refusedThenConfirmed = async (title: string) => {
      await confirmPassword(title, 'Wrong-123', own)
      await dialog(own, title).getByText('密码不正确').waitFor()
      await confirmPassword(title, demoPassword, own)
    }
    await button(part, '绑定').click()
    await refusedThenConfirmed('绑定第三方账号')
    await part.getByText('已绑定 五老师').waitFor()
    await button(part, '解绑').click()
    await refusedThenConfirmed('解绑钉钉')
    await said(own, '解绑成功')
    await part.getByText('未绑定').waitFor()
    await own.close()
  })

  test('the landing page inside an application signs in by itself, says 登录失败 with another try, and is no page for other browsers', async () => {
    const own = await journey.open()
    await own.goto(`${site}/oauth2-app/login?failed=1&thirdType=dingtalk`)
    await dialog(own, '登录失败').waitFor()
    expectNone(await violations(own))
    await button(dialog(own, '登录失败'), '账号密码登录').click()
    await own.getByLabel('用户名').waitFor()
    await own.goto(`${site}/oauth2-app/login?oauth2LoginToken=made-up&thirdType=dingtalk`)
    await dialog(own, '登录失败').waitFor()
    await button(dialog(own, '登录失败'), '重试').click()
    await own.getByLabel('用户名').waitFor()
    await own.close()
  })
})
