import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { hasBrowser } from '../support/browser.ts'
import type { SmsGateway } from '../support/sms-gateway.ts'
import { serverPassword } from '../support/start-server.ts'
import { focused, pressOn, tabStops, walk } from './by-keyboard.ts'
import { demoPassword } from './journey.ts'
import { address, button, dialog, said } from './screen.ts'
import { keysOn, openSignIn } from './sign-in-keys.ts'

const ownPhone = '13912340001'
const newcomer = { username: 'newcomer', password: 'Newcomer-1' }
const recovered = 'Recovered-1'

describe.skipIf(!hasBrowser())('the sign-in family using only the keyboard', () => {
  let gateway: SmsGateway
  let page: Page
  let site = ''
  openSignIn((stand) => ({ gateway, page, site } = stand))

  const { field, sentence, codeButton, type, enter, askForCode, told, leave } = keysOn(
    () => page,
    () => gateway,
  )

  test('an account: what is missing or wrong has the cursor, and the role is chosen by arrows', async () => {
    await focused(field('用户名'))
    await button(page, '微信').waitFor()
    const ways = ['通行密钥', 'GitHub', '企业微信', '钉钉', '微信']
    const fields = ['用户名', '密码', '7 天内自动登录', '忘记密码', '登录', '注册账户']
    expect(await tabStops(page)).toEqual([...fields, ...ways, '账号密码登录'])
    await type({ 密码: 'Wrong-1234' })
    await enter()
    await focused(field('用户名'))
    await told('请输入用户名')
    await page.keyboard.type('admin')
    await pressOn(page, button(page, '登录'))
    await told('登录失败')
    await focused(field('密码'))
    await page.keyboard.press('Control+A')
    await page.keyboard.type(serverPassword)
    await enter()
    const choice = dialog(page, '请选择登录身份')
    await focused(choice.getByRole('radio', { checked: true }))
    expect(await tabStops(page)).toEqual(['系统管理员', '取消', '确定', '关闭窗口'])
    await walk(page, 'Tab', choice.getByRole('radio', { checked: true }))
    await page.keyboard.press('ArrowDown')
    await choice.getByRole('radio', { name: '教师', checked: true }).waitFor()
    await enter()
    await said(page, '欢迎回来')
    await page
      .getByRole('button', { name: /^用户菜单/ })
      .filter({ hasText: '教师' })
      .waitFor()
    await leave()
  })

  test('registration: the first wrong field has the cursor, and the result’s button leads to a login that only needs Enter', async () => {
    await pressOn(page, page.getByRole('link', { name: '注册账户' }))
    await focused(field('用户名'))
    expect(await tabStops(page)).toEqual(['用户名', '密码', '确认密码', '手机号', '验证码', '获取验证码', '注册', '使用已有账户登录'])
    await walk(page, 'Tab', field('用户名'))
    await enter()
    await sentence('username', '请输入用户名')
    await focused(field('用户名'))
    await type({ 用户名: newcomer.username, 密码: newcomer.password, 确认密码: 'Other-1234', 手机号: ownPhone })
    await askForCode(ownPhone)
    await enter()
    await sentence('confirmpassword', '两次密码不一致')
    await focused(field('确认密码'))
    await type({ 确认密码: newcomer.password })
    await enter()
    await page.getByText(`你的账户：${newcomer.username} 注册成功`).waitFor()
    await focused(button(page, '返回首页'))
    await enter()
    await focused(field('密码'))
    expect(await field('用户名').inputValue()).toBe(newcomer.username)
    await enter()
    await said(page, '欢迎回来')
  })

  test('a phone: arrows change the way, and a code is typed where it was asked for', async () => {
    await walk(page, 'Shift+Tab', page.getByRole('tab', { name: '账号密码登录' }))
    await page.keyboard.press('ArrowRight')
    await focused(field('手机号'))
    expect((await tabStops(page)).slice(0, 3)).toEqual(['手机号', '验证码', '获取验证码'])
    await walk(page, 'Tab', field('手机号'))
    await enter()
    await told('请输入手机号码!')
    await focused(field('手机号'))
    await page.keyboard.type('123')
    await pressOn(page, codeButton())
    await told('您的手机号码格式不正确!')
    await focused(field('手机号'))
    await type({ 手机号: ownPhone, 验证码: '000000' })
    await enter()
    await told('登录失败')
    await focused(field('验证码'))
    await askForCode(ownPhone)
    await enter()
    await said(page, '欢迎回来')
  })

  test('a forgotten password: four steps, each begins at its first field', async () => {
    await pressOn(page, page.getByRole('link', { name: '忘记密码' }))
    await focused(field('用户名'))
    expect(await tabStops(page)).toEqual(['用户名', '下一步', '使用已有账户登录'])
    await type({ 用户名: newcomer.username })
    await enter()
    await focused(field('手机号'))
    expect(await tabStops(page)).toEqual(['手机号', '验证码', '获取验证码', '下一步', '上一步', '使用已有账户登录'])
    await type({ 手机号: ownPhone, 验证码: '000000' })
    await enter()
    await told('验证错误')
    await focused(field('验证码'))
    await askForCode(ownPhone)
    await enter()
    await focused(field('新密码'))
    await type({ 新密码: 'short' })
    await enter()
    await sentence('password', '密码由8位数字、大小写字母和特殊符号组成!')
    await focused(field('新密码'))
    await type({ 新密码: recovered, 确认新密码: recovered })
    await enter()
    await page.getByText('密码修改成功').waitFor()
    await focused(button(page, '返回登录'))
    await enter()
    await focused(field('密码'))
    expect(await field('用户名').inputValue()).toBe(newcomer.username)
    await page.keyboard.type(recovered)
    await enter()
    await said(page, '欢迎回来')
  })

  test('a password is changed by phone in three steps; the way there is the account’s', async () => {
    await type({ 用户名: newcomer.username, 密码: recovered })
    await enter()
    await said(page, '欢迎回来')
    await page.goto(`${site}/account?part=security`)
    const part = page.getByRole('region', { name: '登录密码', exact: true })
    await part.waitFor()
    await pressOn(page, button(part, '修改密码'))
    await focused(field('旧密码'))
    await pressOn(page, page.getByRole('link', { name: '忘记旧密码？用手机验证码修改' }))
    await focused(field('手机号'))
    expect(address(page)).toBe('/user/password')
    await type({ 手机号: ownPhone })
    await askForCode(ownPhone)
    await enter()
    await focused(field('新密码'))
    await type({ 新密码: demoPassword, 确认新密码: demoPassword })
    await enter()
    await focused(button(page, '重新登录'))
    await pressOn(page, button(page, '完成'))
    await focused(field('手机号'))
    await pressOn(page, page.getByRole('link', { name: '返回登录' }))
    await focused(field('用户名'))
  })
})
