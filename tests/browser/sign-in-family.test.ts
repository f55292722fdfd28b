import type { Page } from 'playwright'
import { beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser } from '../support/browser.ts'
import { startSmsGateway, type SmsGateway } from '../support/sms-gateway.ts'
import { expectNone } from '../support/expect-none.ts'
import { violations } from './axe.ts'
import { accompany, demoPassword, startJourney, type Journey } from './journey.ts'
import { address, button, putAway, said, sentenceOf } from './screen.ts'

const ownPhone = '13912340001'
const registered = { username: 'newcomer', password: 'Newcomer-1', phone: ownPhone }
const recovered = 'Recovered-1'

describe.skipIf(!hasBrowser())('signing in by phone, registering, and recovering a password', () => {
  let gateway: SmsGateway
  let journey: Journey
  let page: Page
  beforeAll(async () => {
    gateway = await startSmsGateway()
    journey = await startJourney({ env: { SMS: gateway.url } })
    // A changed password ends a login that a page still holds.
    journey.allowRefusals(401, 422)
    page = await journey.open({ width: 390, height: 844 })
    return () => gateway.close()
  })
  accompany(() => journey)

  const field = (label: string) => page.getByLabel(label, { exact: true })
  const form = () => page.locator('form')
  const sentence = (name: string, words: string) => expect.poll(() => sentenceOf(form(), name).textContent()).toBe(words)
  /** Type into a field of the present form, and leave it. */
  const fill = async (values: Readonly<Record<string, string>>) => {
    for (const [label, value] of Object.entries(values)) await field(label).fill(value)
  }
  /** axe finds nothing, once notices have gone. */
  const isClean = async () => {
    await page.mouse.move(0, 0)
    await expect.poll(() => page.locator('.ant-notification-notice').count()).toBe(0)
    expectNone(await violations(page))
  }
  const codeButton = () => page.getByRole('button', { name: /获取验证码|秒后重发/ })

  test('the phone’s tab is reached and used by keyboard, and says what is missing', async () => {
    await page.goto('/')
    await field('用户名').waitFor()
    await isClean()
    await page.getByRole('tab', { name: '账号密码登录' }).focus()
    await page.keyboard.press('ArrowRight')
    await field('手机号').waitFor()
    await field('手机号').press('Enter')
    await page.getByText('请输入手机号码!', { exact: true }).waitFor()
    await page.getByText('请输入验证码!', { exact: true }).waitFor()
    await isClean()
    await fill({ 手机号: '12345678901' })
    await codeButton().press('Enter')
    await page.getByText('您的手机号码格式不正确!', { exact: true }).waitFor()
  })

  test('a code that is not sent is explained, and can be asked for again at once', async () => {
    await fill({ 手机号: ownPhone })
    await codeButton().click()
    await said(page, '获取验证码失败')
    await said(page, '该用户不存在或未绑定手机号')
    await expect.poll(() => codeButton().textContent()).toBe('获取验证码')
    expect(await codeButton().isEnabled()).toBe(true)
    await fill({ 验证码: '123456' })
    await field('验证码').press('Enter')
    await said(page, '登录失败')
    await said(page, '手机验证码错误')
  })

  test('registration shows the document’s sentence at each field', async () => {
    await page.getByRole('link', { name: '注册账户' }).click()
    await field('确认密码').waitFor()
    expect(address(page)).toBe('/user/register')
    await button(page, '注册').click()
    await sentence('username', '请输入用户名')
    await sentence('password', '密码由8位数字、大小写字母和特殊符号组成!')
    await sentence('phone', '请输入正确手机号')
    await sentence('smscode', '请输入验证码')
    await fill({ 密码: '12345678' })
    await sentence('password', '密码强度不够')
    await page.getByText('强度：低').waitFor()
    await fill({ 密码: 'abcd1234' })
    await sentence('password', '密码由8位数字、大小写字母和特殊符号组成!')
    await page.getByText('强度：中').waitFor()
    await fill({ 密码: registered.password, 确认密码: 'Other-1234' })
    await page.getByText('强度：强').waitFor()
    await sentence('confirmpassword', '两次密码不一致')
    await isClean()
    await fill({ 用户名: 'teacher1', 确认密码: registered.password, 手机号: ownPhone, 验证码: '123456' })
    await field('验证码').press('Enter')
    await sentence('username', '用户名已存在!')
    await fill({ 用户名: registered.username })
    await field('验证码').press('Enter')
    await said(page, '注册失败')
    await said(page, '手机验证码错误')
  })

  test('a code counts down for a minute, and a new account is made with it', async () => {
    gateway.answerWith(500)
    await codeButton().click()
    await said(page, '短信验证码发送失败,请稍后重试')
    gateway.answerWith(200)
    await expect.poll(() => codeButton().isEnabled()).toBe(true)
    await codeButton().click()
    await expect.poll(() => codeButton().textContent()).toMatch(/^(60|5\d) 秒后重发$/)
    await expect.poll(() => gateway.codeFor(ownPhone)).toMatch(/^\d{6}$/)
    await fill({ 验证码: gateway.codeFor(ownPhone) })
    await field('验证码').press('Enter')
    await page.getByText(`你的账户：${registered.username} 注册成功`).waitFor()
    expect(address(page)).toBe('/user/register-result')
    await isClean()
    await button(page, '返回首页').click()
    await expect.poll(() => field('用户名').inputValue()).toBe(registered.username)
    expect(await field('密码').inputValue()).toBe(registered.password)
    expect(page.url()).not.toContain(registered.password)
    await button(page, '登录').click()
    await putAway(page, '欢迎回来')
  })

  test('a taken phone is refused at its field', async () => {
    await page.goto('/user/register')
    await fill({ 用户名: 'another', 密码: registered.password, 确认密码: registered.password, 手机号: ownPhone, 验证码: '123456' })
    await field('验证码').press('Enter')
    await sentence('phone', '手机号已存在!')
  })

  test('a password is recovered in four steps, and the login follows by itself with the name filled in', async () => {
    page = await journey.open({ losesNetwork: true })
    await page.goto('/')
    await page.getByRole('link', { name: '忘记密码' }).click()
    await button(page, '下一步').click()
    await sentence('username', '请输入用户名')
    await isClean()
    await fill({ 用户名: 'teacher1' })
    await field('用户名').press('Enter')
    await fill({ 手机号: '16612345678' })
    await button(page, '下一步').click()
    await sentence('phone', '请输入正确的手机号')
    await sentence('smscode', '请输入验证码!')
    await fill({ 手机号: ownPhone, 验证码: '000000' })
    await field('验证码').press('Enter')
    await said(page, '验证错误')
    await codeButton().click()
    await said(page, '验证码已发送')
    await fill({ 验证码: gateway.codeFor(ownPhone) })
    await field('验证码').press('Enter')
    await sentence('phone', '该手机号不属于账号 teacher1')
    await button(page, '上一步').click()
    await fill({ 用户名: registered.username })
    await field('用户名').press('Enter')
    await field('验证码').press('Enter')
    await field('新密码').waitFor()
    await fill({ 新密码: 'short' })
    await button(page, '提交').click()
    await sentence('password', '密码由8位数字、大小写字母和特殊符号组成!')
    await fill({ 新密码: recovered, 确认新密码: 'Other-1234' })
    await button(page, '提交').click()
    await sentence('confirmpassword', '两次密码不一致')
    await isClean()
    await fill({ 确认新密码: recovered })
    await field('确认新密码').press('Enter')
    await page.getByText('密码修改成功').waitFor()
    await expect.poll(() => field('用户名').inputValue()).toBe(registered.username)
    await fill({ 密码: recovered })
    await button(page, '登录').click()
    await putAway(page, '欢迎回来')
  })

  test('the network’s absence is told, and a code that was used up changes no password', async () => {
    await page.goto('/user/password')
    await field('手机号').waitFor()
    await page.route('**/api/sys/sms', (route) => route.abort('internetdisconnected'))
    await fill({ 手机号: ownPhone })
    await codeButton().click()
    await said(page, '网络连接失败，请检查网络后重试')
    await expect.poll(() => codeButton().isEnabled()).toBe(true)
    await page.unroute('**/api/sys/sms')
    await codeButton().click()
    await said(page, '验证码已发送')
    const code = gateway.codeFor(ownPhone)
    await fill({ 验证码: code })
    await field('验证码').press('Enter')
    await field('新密码').waitFor()
    await isClean()
    const used = { username: registered.username, phone: ownPhone, smscode: code, password: 'Elsewhere-1' }
    await page.request.post('/api/sys/user/passwordChange', { data: used })
    await fill({ 新密码: demoPassword, 确认新密码: demoPassword })
    await button(page, '提交').click()
    await said(page, '密码修改失败')
    await said(page, '手机验证码错误')
  })

  test('a password is changed in three steps, and the last one leads back to the first', async () => {
    await page.goto('/user/password')
    await fill({ 手机号: ownPhone })
    await codeButton().click()
    await said(page, '验证码已发送')
    await fill({ 验证码: gateway.codeFor(ownPhone) })
    await field('验证码').press('Enter')
    await field('新密码').waitFor()
    await fill({ 新密码: demoPassword, 确认新密码: demoPassword })
    await button(page, '提交').click()
    await page.getByText('所有登录都已退出，请使用新密码重新登录').waitFor()
    await isClean()
    await button(page, '完成').click()
    await field('手机号').waitFor()
    expect(await field('手机号').inputValue()).toBe('')
  })

  test('nothing complained', () => journey.expectQuiet())
})
