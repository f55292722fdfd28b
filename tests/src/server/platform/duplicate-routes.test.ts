import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../support/build-app.ts'
import { onBothDatabases } from '../../../support/databases.ts'

onBothDatabases('whether an account name is free', (database) => {
  let shiyan: TestApp
  beforeAll(async () => {
    shiyan = await testApp({ database, env: { TRUST_PROXY: 'on' } })
  })
  afterAll(() => shiyan.close())

  const ask = (query: Record<string, string>, as?: string) =>
    shiyan.call<unknown>('GET', '/sys/user/checkOnlyUser', { query, ...(as ? { as } : {}) })
  /** A request through a proxy, which appends the caller's address to the header that it received. */
  const askFrom = (forwarded: string) =>
    shiyan.call('GET', '/sys/user/checkOnlyUser', { query: { username: 'free' }, headers: { 'x-forwarded-for': forwarded } })

  test('anyone may ask, sixty times in ten minutes per address; users who write accounts may ask as often as they like', async () => {
    const admin = await shiyan.signIn('admin', '1')
    expect((await ask({ username: 'Admin' })).body).toMatchObject({ success: false, message: '用户账号已存在' })
    const answers: number[] = []
    for (let tries = 0; tries < 60; tries++) answers.push((await ask({ username: 'free', phone: '13900000000' })).status)
    expect([answers.filter((status) => status === 200).length, answers.at(-1)]).toEqual([59, 429])
    expect((await ask({ username: 'admin' }, admin)).body).toMatchObject({ success: false, message: '用户账号已存在' })
  })

  test('who has no login learns nothing about e-mail addresses, which no registration asks for', async () => {
    const admin = await shiyan.signIn('admin', '1')
    const { body } = await shiyan.call<{ records: { id: string }[] }>('GET', '/sys/user/list', { as: admin, query: { username: 'admin' } })
    const email = 'known@example.edu'
    await shiyan.call('PUT', '/sys/user/edit', { as: admin, body: { id: body.result.records[0]?.id, email } })
    expect((await ask({ email }, admin)).body.success).toBe(false)
    const stranger = await shiyan.call('GET', '/sys/user/checkOnlyUser', { query: { email }, headers: { 'x-forwarded-for': '7.7.7.7' } })
    expect(stranger.body).toMatchObject({ success: true, result: true })
  })

  test('one IPv6 network is one address', async () => {
    const answers: number[] = []
    for (let tries = 0; tries < 61; tries++) answers.push((await askFrom(`2001:db8:1:2:${tries}::1`)).status)
    expect([answers.filter((status) => status === 200).length, answers.at(-1)]).toEqual([60, 429])
    expect((await askFrom('2001:db8:1:3::1')).status).toBe(200)
  })

  test('the row being edited is ignored for users who write accounts, and for nobody else', async () => {
    const admin = await shiyan.signIn('admin', '1')
    const { body } = await shiyan.call<{ records: { id: string }[] }>('GET', '/sys/user/list', { as: admin, query: { username: 'admin' } })
    const id = body.result.records[0]?.id ?? ''
    expect((await ask({ username: 'admin', id }, admin)).body).toMatchObject({ success: true, result: true })
    expect((await ask({ username: 'admin', id })).body.success).toBe(false)
  })

  test('an address that a caller invents before the proxy’s own is not counted', async () => {
    const answers: number[] = []
    for (let tries = 0; tries < 61; tries++) answers.push((await askFrom(`9.9.9.${tries}, 5.5.5.5`)).status)
    expect([answers.filter((status) => status === 200).length, answers.at(-1)]).toEqual([60, 429])
  })

  test('simultaneous questions are all counted', async () => {
    const answers = await Promise.all(Array.from({ length: 100 }, () => askFrom('6.6.6.6')))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(60)
  })
})
