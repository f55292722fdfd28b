import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { hasBrowser } from '../support/browser.ts'
import type { SmsGateway } from '../support/sms-gateway.ts'
import type { ThirdProvider } from '../support/third-provider.ts'
import { focused, pressOn, tabStops } from './by-keyboard.ts'
import { codeTelephone } from './code-telephone.ts'
import { demoPassword } from './journey.ts'
import { button, dialog, said } from './screen.ts'
import { keysOn, openSignIn } from './sign-in-keys.ts'

describe.skipIf(!hasBrowser())('a second step, a passkey and another provider using only the keyboard', () => {
  let gateway: SmsGateway
  let provider: ThirdProvider
  let page: Page
  let site = ''
  openSignIn((stand) => ({ gateway, provider, page, site } = stand))

  const { field, type, enter, askForCode, told, leave } = keysOn(
    () => page,
    () => gateway,
  )

  test('a two-step code: switched on, asked for, and replaced by a recovery code', async () => {
    await type({ 用户名: 'teacher1', 密码: demoPassword })
    await enter()
    await said(page, '欢迎回来')
    await page.goto(`${site}/account?part=security`)
    const part = page.getByRole('region', { name: '两步验证', exact: true })
    await part.waitFor()
    await pressOn(page, button(part, '开启两步验证'))
    await focused(field('登录密码'))
    await enter()
    await told('请输入登录密码!')
    await focused(field('登录密码'))
    await page.keyboard.type(demoPassword)
    await enter()
    await focused(field('动态码'))
    const nextCode = codeTelephone((await page.locator('.enrol-secret').innerText()).trim())
    await page.keyboard.type('12345')
    await enter()
    await told('请输入 6 位动态码!')
    await focused(field('动态码'))
    await page.keyboard.press('Control+A')
    await page.keyboard.type(nextCode())
    await enter()
    const codes = dialog(page, '恢复码')
    await focused(codes)
    const recovery = await codes.getByRole('listitem').first().innerText()
    await pressOn(page, button(codes, '我已保存'))
    await part.getByText('已开启').waitFor()
    await focused(part)
    await leave()

    await type({ 用户名: 'teacher1', 密码: demoPassword })
    await enter()
    await focused(field('验证器中的动态码'))
    expect(await tabStops(page)).toEqual(['验证器中的动态码', '手机不在身边？使用恢复码', '取消', '确定', '关闭窗口'])
    await page.keyboard.press('Escape')
    await focused(field('密码'))
    await enter()
    await focused(field('验证器中的动态码'))
    await page.keyboard.type('000000')
    await enter()
    await told('动态码错误，请重新输入！')
    await focused(field('验证器中的动态码'))
    await page.keyboard.type(nextCode())
    await enter()
    await said(page, '欢迎回来')
    await leave()

    await type({ 用户名: 'teacher1', 密码: demoPassword })
    await enter()
    await focused(field('验证器中的动态码'))
    await pressOn(page, button(page, '手机不在身边？使用恢复码'))
    await focused(field('恢复码'))
    await page.keyboard.type('aaaaa-aaaaa')
    await enter()
    await told('恢复码错误或已使用！')
    await focused(field('恢复码'))
    await page.keyboard.press('Control+A')
    await page.keyboard.type(recovery)
    await enter()
    await said(page, '欢迎回来')
  })

  test('a passkey: added, used, renamed and removed', async () => {
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('WebAuthn.enable')
    const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    })
    await type({ 用户名: 'teacher2', 密码: demoPassword })
    await enter()
    await said(page, '欢迎回来')
    await page.goto(`${site}/account?part=security`)
    const part = page.getByRole('region', { name: '通行密钥', exact: true })
    await part.waitFor()
    await pressOn(page, button(part, '添加通行密钥'))
    await focused(field('登录密码'))
    await page.keyboard.type(demoPassword)
    await enter()
    await part.getByText('尚未使用').waitFor()
    await focused(part)
    await leave()
    await pressOn(page, button(page, '通行密钥'))
    await said(page, '欢迎回来')
    await page.goto(`${site}/account?part=security`)
    await part.getByText('最近使用').waitFor()
    await pressOn(page, part.getByRole('button', { name: /^改名/ }))
    await focused(part.getByRole('textbox'))
    await page.keyboard.press('Control+A')
    await page.keyboard.type('办公室电脑')
    await enter()
    await part.getByText('办公室电脑').waitFor()
    await focused(part)
    await pressOn(page, part.getByRole('button', { name: '移除办公室电脑' }))
    await focused(field('登录密码'))
    await page.keyboard.type(demoPassword)
    await enter()
    await said(page, '删除成功!')
    await focused(part)
    await leave()
    await pressOn(page, button(page, '通行密钥'))
    await told('该通行密钥已被移除')
    await focused(button(page, '通行密钥'))
    await devtools.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId })
  })

  test('another provider: a namesake’s password, a phone, and a refusal that keeps its place', async () => {
    provider.visitor = { id: '81', name: 'teacher3', nick: '三老师' }
    provider.isRefusing = true
    await pressOn(page, button(page, 'GitHub'))
    await told('登录失败')
    await focused(button(page, 'GitHub'))
    provider.isRefusing = false
    await enter()
    const asked = dialog(page, '第三方账号已存在同名用户')
    await focused(button(asked, '绑定已有账号'))
    await enter()
    await focused(field('用户 teacher3 的密码'))
    await page.keyboard.type('Wrong-123')
    await enter()
    await told('密码不正确')
    await focused(field('用户 teacher3 的密码'))
    await page.keyboard.press('Control+A')
    await page.keyboard.type(demoPassword)
    await enter()
    await said(page, '欢迎回来')
    await leave()

    provider.visitor = { id: '82', name: '', nick: '六老师' }
    await pressOn(page, button(page, '钉钉'))
    const phone = dialog(page, '绑定手机号')
    await focused(phone.getByLabel('手机号'))
    await enter()
    await told('请输入手机号')
    await focused(phone.getByLabel('手机号'))
    await page.keyboard.type('13800100006')
    await askForCode('13800100006')
    await enter()
    await said(page, '欢迎回来')
  })
})
