import { afterAll, beforeAll, expect, test } from 'vitest'
import { onBothDatabases } from '../../../../support/databases.ts'
import {
  checkSmsCode,
  issueSmsCode,
  spendSmsCode,
  withdrawSmsCode,
  type SmsStores,
} from '../../../../../src/server/auth/phone/sms-codes.ts'
import { databaseKeys } from '../../../../../src/server/auth/short-lived/database-keys.ts'
import { newPhone, otherThan, phoneWorld, type PhoneWorld } from './phone-world.ts'

const gone = () => new Error('the code is gone')

onBothDatabases('codes sent by SMS', (database) => {
  let world: PhoneWorld
  beforeAll(async () => {
    world = await phoneWorld(database)
  })
  afterAll(() => world.close())
  const stores = (mostPerHour = 1000): SmsStores => {
    const { db } = world.app.app.engine
    return { db, keys: databaseKeys(db), mostPerHour }
  }
  const message = async (mobile: string, smsmode: string) => (await world.send(mobile, smsmode)).body.message

  test('each refusal of a code has its sentence', async () => {
    const user = await world.addUser(newPhone())
    expect(await message('', '0')).toBe('手机号不允许为空！')
    expect(await message('12345', '0')).toBe('您的手机号码格式不正确!')
    expect(await message('12345', '1')).toBe('请输入正确手机号')
    expect(await message('16612345678', '2')).toBe('请输入正确的手机号')
    expect((await world.send(user.phone, '7')).status).toBe(422)
    expect(await message(newPhone(), '0')).toBe('该用户不存在或未绑定手机号')
    expect(await message(newPhone(), '2')).toBe('该用户不存在或未绑定手机号')
    expect(await message(user.phone, '1')).toBe('手机号已经注册，请直接登录！')
    expect(world.gateway.arrived).toEqual([])
    expect((await world.send(user.phone, '0')).body).toMatchObject({ success: true, code: 200 })
    expect(await message(user.phone, '0')).toBe('验证码10分钟内，仍然有效！')
    expect((await world.send(user.phone, '2')).body.success).toBe(true)
  })

  test('the gateway gets phone, code and text, with the configured token', async () => {
    const phone = newPhone()
    const code = await world.code(phone, '1')
    expect(code).toMatch(/^\d{6}$/)
    expect(world.gateway.arrived.at(-1)).toEqual({
      authorization: 'Bearer gateway-secret',
      sent: { id: expect.stringMatching(/.{8,}/), mobile: phone, code, text: `您的验证码是${code}，10分钟内有效，请勿告知他人。` },
    })
  })

  test('a code that the gateway did not accept can be asked for again at once', async () => {
    const phone = newPhone()
    world.gateway.answerWith(502)
    expect(await message(phone, '1')).toBe('短信验证码发送失败,请稍后重试')
    world.gateway.answerWith(200)
    expect((await world.send(phone, '1')).body.success).toBe(true)
  })

  test('the database holds a hash of the code, not the code', async () => {
    const phone = newPhone()
    const code = await world.code(phone, '1')
    const { read } = world.app.app.engine.db
    const kept = await read.selectFrom('sys_one_time_key').selectAll().where('purpose', '=', 'sms-1').execute()
    const hashes = kept.map((row) => String(row.data)).filter((data) => data.includes('$argon2id$'))
    expect(hashes).toHaveLength(kept.length)
    expect(kept.length).toBeGreaterThan(0)
    const sent = await read.selectFrom('sys_sms_code').selectAll().where('phone', '=', phone).execute()
    expect(sent).toHaveLength(1)
    expect(JSON.stringify([kept, sent])).not.toContain(`"${code}"`)
  })

  test('of many simultaneous requests for one phone one code is sent', async () => {
    const phone = newPhone()
    const answers = await Promise.all(Array.from({ length: 8 }, (_, n) => world.send(phone, '1', `10.1.0.${n}`)))
    expect(answers.filter(({ body }) => body.success)).toHaveLength(1)
    expect(world.gateway.arrived.filter(({ sent }) => sent.mobile === phone)).toHaveLength(1)
  })

  test('a phone gets five codes in an hour and ten in a day', async () => {
    const place = { phone: newPhone(), purpose: '1' } as const
    const start = Date.now()
    const issue = async (hours: number, minutes: number) => {
      const request = { ...place, ip: '10.2.0.1', userId: undefined, refusal: '' }
      const issued = await issueSmsCode(stores(), request, start + (hours * 60 + minutes) * 60_000)
      await withdrawSmsCode(stores(), place)
      return issued
    }
    for (const minutes of [0, 11, 22, 33, 44]) expect((await issue(0, minutes)).code).toMatch(/^\d{6}$/)
    await expect(issue(0, 55)).rejects.toThrow('操作过于频繁，请稍后再试！')
    for (const minutes of [0, 11, 22, 33, 44]) expect((await issue(2, minutes)).code).toMatch(/^\d{6}$/)
    await expect(issue(4, 0)).rejects.toThrow('操作过于频繁，请稍后再试！')
    expect((await issue(25, 0)).code).toMatch(/^\d{6}$/)
  })

  test('all phones together get as many codes in an hour as were configured', async () => {
    const start = Date.now() + 60 * 3600_000
    const issue = (minutes: number) =>
      issueSmsCode(
        stores(3),
        { phone: newPhone(), purpose: '1', ip: `10.6.0.${minutes}`, userId: undefined, refusal: '' },
        start + minutes * 60_000,
      )
    for (const minutes of [0, 1, 2]) expect((await issue(minutes)).code).toMatch(/^\d{6}$/)
    await expect(issue(3)).rejects.toThrow('操作过于频繁，请稍后再试！')
    expect((await issue(60)).code).toMatch(/^\d{6}$/)
    const none = await phoneWorld(database, { SMS_PER_HOUR: '0' })
    expect(await none.send(newPhone(), '1')).toMatchObject({ status: 429, body: { message: '操作过于频繁，请稍后再试！' } })
    await none.close()
  })

  test('an address may ask a hundred times in ten minutes, for whatever phone', async () => {
    const answers: number[] = []
    for (let asked = 0; asked < 101; asked++)
      answers.push((await world.send(`1370000${String(asked).padStart(4, '0')}`, '0', '10.3.0.1')).status)
    expect([answers.filter((status) => status === 200).length, answers.at(-1)]).toEqual([100, 429])
    expect((await world.send(newPhone(), '0', '10.3.0.2')).status).toBe(200)
  })

  test('a code is right five tries long, ten minutes long, for its phone and purpose, and is used once', async () => {
    const { db } = world.app.app.engine
    const own = stores()
    const issue = (phone: string) => issueSmsCode(own, { phone, purpose: '1', ip: '10.4.0.1', userId: undefined, refusal: '' })
    const phone = newPhone()
    const { code } = await issue(phone)
    const tried = { phone, purpose: '1', code } as const
    expect(await checkSmsCode(own, { ...tried, purpose: '2' })).toBeUndefined()
    expect(await checkSmsCode(own, { ...tried, phone: newPhone() })).toBeUndefined()
    expect(await checkSmsCode({ keys: databaseKeys(db, () => Date.now() + 10 * 60_000) }, tried)).toBeUndefined()
    for (let wrong = 0; wrong < 4; wrong++) expect(await checkSmsCode(own, { ...tried, code: otherThan(code) })).toBeUndefined()
    const right = await checkSmsCode(own, tried)
    if (!right) throw new Error('the fifth try was refused')
    const broken = spendSmsCode(own, right, gone, () => Promise.reject(new Error('the work failed')))
    await expect(broken).rejects.toThrow('the work failed')
    const spent = await Promise.allSettled([1, 2, 3].map((n) => spendSmsCode(own, right, gone, () => Promise.resolve(n))))
    expect(spent.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await checkSmsCode(own, tried)).toBeUndefined()

    const second = { phone: newPhone(), purpose: '1' } as const
    const { code: secondCode } = await issue(second.phone)
    for (let wrong = 0; wrong < 5; wrong++) await checkSmsCode(own, { ...second, code: otherThan(secondCode) })
    expect(await checkSmsCode(own, { ...second, code: secondCode })).toBeUndefined()
    expect((await issue(second.phone)).code).toMatch(/^\d{6}$/)
  })

  test('simultaneous guesses are five tries too', async () => {
    const own = stores()
    const phone = newPhone()
    const { code } = await issueSmsCode(own, { phone, purpose: '1', ip: '10.5.0.1', userId: undefined, refusal: '' })
    await Promise.all(Array.from({ length: 12 }, () => checkSmsCode(own, { phone, purpose: '1', code: otherThan(code) })))
    expect(await checkSmsCode(own, { phone, purpose: '1', code })).toBeUndefined()
  })

  test('key and vector are the same at every question, and differ between installations', async () => {
    const ask = async (app: PhoneWorld['app']) =>
      (await app.call<{ key: string; iv: string }>('GET', '/sys/getEncryptedString')).body.result
    const own = await ask(world.app)
    expect(own.key).toMatch(/^.{16}$/)
    expect(own.iv).toMatch(/^.{16}$/)
    expect(await ask(world.app)).toEqual(own)
    const elsewhere = await phoneWorld(database)
    expect((await ask(elsewhere.app)).key).not.toBe(own.key)
    await elsewhere.close()
  })
})

test('a server without a gateway says so', async () => {
  const world = await phoneWorld('sqlite', { SMS: 'off' })
  expect((await world.send(newPhone(), '1')).body.message).toBe('短信接口未配置，请联系管理员！')
  await world.close()
})
