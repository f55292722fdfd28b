import { afterAll, beforeAll, expect, test } from 'vitest'
import { aPerson, password, stored } from '../../../api/world.ts'
import { onBothDatabases } from '../../../support/databases.ts'
import { newPhone, otherThan } from './phone/phone-world.ts'
import { bindingKeyIn, origin, thirdWorld, type ThirdWorld } from './third-world.ts'

const types = ['github', 'wechat_enterprise', 'dingtalk', 'wechat_open'] as const

onBothDatabases('signing in through other providers', (database) => {
  let third: ThirdWorld
  let app: ThirdWorld['app']
  let world: ThirdWorld['world']
  let provider: ThirdWorld['provider']
  let admin: string
  beforeAll(async () => {
    third = await thirdWorld(database)
    ;({ app, world, provider, admin } = third)
  })
  afterAll(() => third.close())

  const somebody = (name?: string) => third.somebody(name)
  const browser = () => third.browser()
  const aBoundUser = (type: string) => third.aBoundUser(type)
  const bound = async (as: string) => (await app.call<{ thirdType: string }[]>('GET', '/sys/thirdLogin/bound', { as })).body.result

  test.for(types)('%s: an unbound account asks for a phone; bound to a user, it signs that user in', async (type) => {
    const { username, who, token } = await aBoundUser(type)
    expect(await bound(token)).toMatchObject([{ thirdType: type, realname: who.nick }])
    const later = browser()
    const ticket = await later.popup(type, who)
    expect(ticket).toMatch(/^[\w-]{43}$/)
    const login = await later.enter(String(ticket), type)
    expect(login.body).toMatchObject({ success: true, result: { userInfo: { username }, multi_role: 1 } })
    expect((await app.call('GET', '/sys/permission/getUserPermissionByToken', { as: login.body.result.token })).body.success).toBe(true)
  })

  test('the browser is sent to the provider with a state of its own, and with PKCE where there is any; the way back is ours', async () => {
    const one = await browser().render('github')
    const other = await browser().render('github')
    const [asked, again] = [new URL(one.location), new URL(other.location)]
    expect(one.status).toBe(302)
    expect(asked.searchParams.get('redirect_uri')).toBe(`${origin}/api/sys/thirdLogin/github/callback`)
    expect(asked.searchParams.get('code_challenge_method')).toBe('S256')
    expect(asked.searchParams.get('state')).not.toBe(again.searchParams.get('state'))
    expect(asked.searchParams.get('code_challenge')).not.toBe(again.searchParams.get('code_challenge'))
    expect(one.set).toMatch(/HttpOnly; SameSite=Lax; Secure/)
  })

  test('a state that is forged, used, of another provider or of another browser opens nothing', async () => {
    const { who } = await aBoundUser('github')
    const back = async (own: ReturnType<ThirdWorld['browser']>) => provider.agree((await own.render('github')).location, who)
    const forger = browser()
    const address = new URL(await back(forger))
    for (const state of ['', 'forged', 'x'.repeat(43)]) {
      const forged = new URL(address)
      forged.searchParams.set('state', state)
      expect(await forger.comeBack(forged.href)).toBe('登录失败')
    }
    const victim = browser()
    await victim.render('github')
    expect(await victim.comeBack(address.href)).toBe('登录失败')
    expect(await forger.comeBack(address.href)).toBe('登录失败')
    expect(await browser().comeBack(await back(forger))).toBe('登录失败')
    const crossed = (await back(forger)).replace('/github/', '/wechat_open/')
    expect(await forger.comeBack(crossed)).toBe('登录失败')
    const used = await back(forger)
    expect(await forger.comeBack(used)).toMatch(/^[\w-]{43}$/)
    expect(await forger.comeBack(used)).toBe('登录失败')
  })

  test('a wrong code, no code, and a provider that refuses are 登录失败', async () => {
    for (const type of types) {
      const own = browser()
      for (const code of ['', 'made-up']) {
        const back = new URL(provider.agree((await own.render(type)).location, somebody()))
        back.searchParams.set(type === 'dingtalk' ? 'authCode' : 'code', code)
        expect(await own.comeBack(back.href), type).toBe('登录失败')
      }
    }
  })

  test('a ticket opens one login, in the browser that came back with it, for its own provider', async () => {
    const { who } = await aBoundUser('dingtalk')
    const own = browser()
    const ticket = async () => String(await own.popup('dingtalk', who))
    const first = await ticket()
    expect((await own.enter(first, 'dingtalk')).body.success).toBe(true)
    expect((await own.enter(first, 'dingtalk')).body).toMatchObject({ success: false, message: '登录失败' })
    expect((await own.enter(await ticket(), 'github')).body.message).toBe('登录失败')
    const thief = browser()
    await thief.render('dingtalk')
    expect((await thief.enter(await ticket(), 'dingtalk')).body.message).toBe('登录失败')
    expect((await browser().enter(await ticket(), 'dingtalk')).body.message).toBe('登录失败')
  })

  test('a frozen user is told so and gets nothing', async () => {
    const { who, id } = await aBoundUser('github')
    await app.call('PUT', '/sys/user/frozenBatch', { as: admin, body: { ids: id, status: 2 } })
    const own = browser()
    expect((await own.enter(String(await own.popup('github', who)), 'github')).body).toMatchObject({
      success: false,
      message: '该用户已冻结',
    })
  })

  test('an account with a name that is taken here is bound with that user’s password, or made anew with a number', async () => {
    const user = await aPerson(app, admin, '4')
    const who = somebody(user.username)
    const own = browser()
    const asked = await own.popup('github', who)
    expect(asked).toMatchObject({ isObj: true, source: 'github', username: user.username })
    if (typeof asked === 'string') throw new Error(asked)
    const { uuid, operateCode } = asked
    const check = (body: object) => own.post('/sys/third/user/checkPassword', { uuid, operateCode, ...body })
    expect((await check({ password, operateCode: 'x' })).body.message).toBe('校验失败')
    expect((await check({ password: 'Wrong-123' })).body.message).toBe('密码不正确')
    expect((await browser().post('/sys/third/user/checkPassword', { uuid, operateCode, password })).body.message).toBe('校验失败')
    const done = await check({ password })
    expect((await own.enter(done.body.result, 'github')).body.result.userInfo.username).toBe(user.username)
    expect((await check({ password })).body.message).toBe('校验失败')

    const namesake = browser()
    const second = await namesake.popup('github', somebody(user.username))
    if (typeof second === 'string') throw new Error(second)
    for (const suffix of [0, 100, 1.5, 'x', ''])
      expect((await namesake.post('/sys/third/user/create', { ...second, suffix })).body).toMatchObject({ code: 422 })
    const made = await namesake.post('/sys/third/user/create', {
      ...second,
      suffix: 7,
      selectedroles: '1000000000000000001',
      username: 'admin2',
    })
    const login = await namesake.enter(made.body.result, 'github')
    expect(login.body.result).toMatchObject({ userInfo: { username: `${user.username}7` }, roles: [{ roleCode: '4' }] })
    expect((await namesake.post('/sys/third/user/create', { ...second, suffix: 8 })).body.message).toBe('校验失败')
  })

  test('nobody binds by guessing: the provider’s number is no key, and five tries use a key up', async () => {
    const [user, own] = [await aPerson(app, admin, '4'), browser()]
    const who = somebody(user.username)
    const asked = await own.popup('github', who)
    if (typeof asked === 'string') throw new Error(asked)
    const before = await stored(app, 'sys_third_account')
    for (const uuid of [who.id, `github${who.id}`, '', 'x'.repeat(43)])
      expect((await own.post('/sys/third/user/checkPassword', { uuid, operateCode: asked.operateCode, password })).body.message).toBe(
        '校验失败',
      )
    for (let tries = 1; tries <= 5; tries++)
      expect((await own.post('/sys/third/user/checkPassword', { ...asked, password: `Wrong-${tries}` })).body.message).toBe('密码不正确')
    expect((await own.post('/sys/third/user/checkPassword', { ...asked, password })).body.message).toBe('校验失败')
    expect(await stored(app, 'sys_third_account')).toEqual(before)
  })

  test('a phone’s own code binds its user, and nobody else’s code does', async () => {
    const phone = newPhone()
    const { username } = await world.addUser(phone)
    const own = browser()
    const who = somebody()
    const uuid = bindingKeyIn(await own.popup('wechat_open', who))
    const bind = (body: object) => own.post('/sys/thirdLogin/bindingThirdPhone', { thirdUserUuid: uuid, ...body })
    expect((await bind({ mobile: '', captcha: '123456' })).body).toMatchObject({ code: 422, details: { mobile: '请输入手机号' } })
    expect((await bind({ mobile: '123', captcha: '123456' })).body).toMatchObject({
      code: 422,
      details: { mobile: '您的手机号码格式不正确!' },
    })
    expect((await bind({ mobile: phone, captcha: '' })).body).toMatchObject({ code: 422, details: { captcha: '请输入验证码!' } })
    const [captcha, ofAnother] = [await world.code(phone, '0'), await world.code(newPhone(), '1')]
    for (const wrong of [otherThan(captcha), ofAnother])
      expect((await bind({ mobile: phone, captcha: wrong })).body.message).toBe('手机验证码错误')
    const done = await bind({ mobile: phone, captcha })
    expect(done.body).toMatchObject({ success: true, message: '绑定成功' })
    expect((await own.enter(done.body.result, 'wechat_open')).body.result.userInfo.username).toBe(username)
    const later = browser()
    expect((await later.enter(String(await later.popup('wechat_open', who)), 'wechat_open')).body.result.userInfo.username).toBe(username)
  })

  test('a phone that is nobody’s makes a new student', async () => {
    const phone = newPhone()
    const own = browser()
    const uuid = bindingKeyIn(await own.popup('wechat_open', somebody()))
    const captcha = await world.code(phone, '1')
    const done = await own.post('/sys/thirdLogin/bindingThirdPhone', { thirdUserUuid: uuid, mobile: phone, captcha, selectedroles: '1' })
    expect((await own.enter(done.body.result, 'wechat_open')).body.result).toMatchObject({
      userInfo: { phone },
      roles: [{ roleCode: '4' }],
    })
  })

  test('users bind and unbind their own, with the password, one of each provider', async () => {
    const { token, own, who } = await aBoundUser('github')
    const second = bindingKeyIn(await own.popup('github', somebody()))
    expect((await own.post('/sys/thirdLogin/bind', { uuid: second, password: 'Wrong-123' }, token)).body.details).toEqual({
      password: '密码不正确',
    })
    expect((await own.post('/sys/thirdLogin/bind', { uuid: second, password }, token)).body.message).toBe(
      '该用户已绑定同一平台的其他账号，请先解绑',
    )
    const unbind = (typed = password) => own.post('/sys/thirdLogin/unbind', { thirdType: 'github', password: typed }, token)
    for (const typed of ['', 'Wrong-123'])
      expect((await unbind(typed)).body).toMatchObject({ code: 422, details: { password: '密码不正确' } })
    expect((await unbind()).body.message).toBe('解绑成功')
    expect((await unbind()).body.message).toBe('未找到对应实体')
    expect(bindingKeyIn(await browser().popup('github', who))).not.toBe('')
  })

  test('inside the provider’s application the way back is our own landing page, whatever origin is asked for', async () => {
    const { who, username } = await aBoundUser('dingtalk')
    const own = browser()
    const begin = (type: string, state: string) => own.get(`/api/sys/thirdLogin/oauth2/${type}/login?state=${encodeURIComponent(state)}`)
    for (const state of ['https://evil.example', '', `${origin}.evil.example`, `${origin}@evil.example`])
      expect(await begin('dingtalk', state)).toMatchObject({ status: 422, text: '不允许的来源' })
    for (const type of ['github', 'wechat_open', 'unknown']) expect((await begin(type, origin)).text).toBe('不支持的source')
    const landed = await own.get(provider.agree((await begin('dingtalk', origin)).location, who))
    const address = new URL(landed.location)
    expect(address.origin + address.pathname).toBe(`${origin}/oauth2-app/login`)
    const login = await own.enter(address.searchParams.get('oauth2LoginToken') ?? '', 'dingtalk')
    expect(login.body.result.userInfo.username).toBe(username)
    const lost = await own.get(`/api/sys/thirdLogin/oauth2/dingtalk/callback?code=x&state=forged`)
    expect(lost.location).toBe(`${origin}/oauth2-app/login?failed=1&thirdType=dingtalk`)
  })

  test('a provider that is not configured is not there, and neither are tenants', async () => {
    expect(await browser().render('unknown')).toMatchObject({ status: 422, text: '不支持的source' })
    const refused = await app.call('GET', '/sys/thirdLogin/render/unknown')
    expect(refused).toMatchObject({ status: 422, body: { success: false, code: 422, details: { source: '不支持的source' } } })
    expect((await app.call('GET', '/sys/thirdApp/getEnabledType', { as: admin })).body.result).toEqual({})
    expect((await app.call('GET', '/sys/tenant/queryList', { as: admin })).body.result).toEqual([])
  })

  test('nothing that a provider says can leave the script that carries it', async () => {
    const { username } = await aPerson(app, admin, '4')
    const own = browser()
    const who = { id: '99', name: username, nick: username, avatar: '</script><script>alert(1)</script>' }
    const { text } = await own.get(provider.agree((await own.render('github')).location, who))
    expect(text).toContain('alert(1)')
    expect(text.match(/<script/g)).toHaveLength(1)
  })
})
