import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createThrottle, type Throttle } from '../../../../src/server/auth/throttle.ts'
import { adminPassword, testApp, type TestApp } from '../../../support/build-app.ts'
import { onBothDatabases } from '../../../support/databases.ts'
import { aPerson, password } from '../../../api/world.ts'

const locked = '该用户登录失败次数过多，请于10分钟后再次登录！'
const crowded = '登录尝试过于频繁，请稍后再试！'

onBothDatabases('guessing passwords', (database) => {
  let app: TestApp
  let now = 0
  let slept = 0
  let throttle: Throttle
  const nodes: Throttle[] = []
  beforeAll(async () => {
    app = await testApp({ database, env: { TRUST_PROXY: 'on' } })
    const sleep = (milliseconds: number) => {
      slept += milliseconds
      now += milliseconds
      return Promise.resolve()
    }
    for (let n = 0; n < 2; n++) nodes.push(createThrottle(app.app.engine.db.read, { now: () => now, sleep }))
    const [first] = nodes
    if (first) throttle = first
  })
  beforeEach(async () => {
    await app.app.engine.db.write((tx) => tx.deleteFrom('sys_login_log').execute())
    slept = 0
    now = Date.now()
  })
  afterAll(() => app.close())

  const note = (ip: string, username: string, ok: 0 | 1) =>
    app.app.engine.db.write((tx) =>
      tx
        .insertInto('sys_login_log')
        .values({ id: crypto.randomUUID(), username, ip, at: '', day: '', kind: 'login', ok, moment: (now += 1) })
        .execute(),
    )
  /** One attempt through the throttle, with its outcome in the log. */
  async function guess(ip: string, username: string, ok: 0 | 1 = 0, by = throttle): Promise<void> {
    const leave = await by.enter(ip, username)
    await note(ip, username, ok)
    leave()
  }
  const login = (ip: string, username: string, secret: string) =>
    app.call('POST', '/sys/login', { body: { username, password: secret }, headers: { 'x-forwarded-for': ip } })

  test('from one address for one account locks that pair for ten minutes, on every node; a correct password resets the count', async () => {
    for (let n = 0; n < 6; n++) await guess('1.1.1.1', 'ada', 0, nodes[n % 2])
    for (const node of nodes) {
      await expect(node.ask('1.1.1.1', 'ada')).rejects.toThrow(locked)
      await expect(node.enter('1.1.1.1', 'ada')).rejects.toThrow(locked)
      await node.ask('2.2.2.2', 'ada')
      await node.ask('1.1.1.1', 'bob')
    }
    now += 10 * 60_000 + 1
    for (let n = 0; n < 5; n++) await guess('1.1.1.1', 'ada')
    await guess('1.1.1.1', 'ada', 1)
    for (let n = 0; n < 5; n++) await guess('1.1.1.1', 'ada')
    await throttle.ask('1.1.1.1', 'ada')
  })

  test('simultaneous attempts are all counted', async () => {
    const all = await Promise.allSettled(Array.from({ length: 30 }, () => throttle.enter('1.1.1.1', 'ada')))
    const begun = all.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    expect(begun).toHaveLength(6)
    for (const leave of begun) leave()
    ;(await throttle.enter('1.1.1.1', 'ada'))()
  })

  test('24 wrong passwords from four addresses do not lock out a fifth, which waits a few seconds at most', async () => {
    for (let n = 0; n < 24; n++) await guess(`1.1.1.${n % 4}`, 'ada')
    await guess('5.5.5.5', 'ada', 1)
    expect(slept).toBeLessThanOrEqual(10_000)
  })

  test('61 invented names from one address do not lock out the campus behind it', async () => {
    for (let n = 0; n < 61; n++) await guess('1.1.1.1', `nobody${n}`)
    const waited = slept
    await guess('1.1.1.1', 'ada', 1)
    expect(slept - waited).toBeLessThanOrEqual(10_000)
  })

  test('a user who recently signed in from there does not wait', async () => {
    await guess('5.5.5.5', 'ada', 1)
    for (let n = 0; n < 40; n++) await note(`1.1.${n}.1`, 'ada', 0)
    for (let n = 0; n < 70; n++) await note('5.5.5.5', `nobody${n}`, 0)
    await guess('5.5.5.5', 'ada', 1)
    expect(slept).toBe(0)
    now += 31 * 24 * 3600_000
    for (let n = 0; n < 40; n++) await note(`1.1.${n}.1`, 'ada', 0)
    await guess('5.5.5.5', 'ada', 1)
    expect(slept).toBeGreaterThan(0)
  })

  test('an account accepts one guess per second, from any number of addresses; a caller who waits too long is told so', async () => {
    const began = now
    for (let n = 0; n < 200; n++) await guess(`10.0.${n}.1`, 'ada')
    expect((now - began) / 1000).toBeGreaterThan(170)
    const endless = createThrottle(app.app.engine.db.read, {
      now: () => now,
      sleep: async () => {
        now += 400
        await note(`11.${now % 250}.1.1`, 'ada', 0)
      },
    })
    for (let n = 0; n < 15; n++) await note(`12.0.${n}.1`, 'ada', 0)
    await expect(endless.enter('5.5.5.5', 'ada')).rejects.toThrow(crowded)
    ;(await throttle.enter('5.5.5.5', 'bob'))()
  })

  test('waiting callers read the log once for all of them, and no more wait than can get their turn', async () => {
    let reads = 0
    const { read } = app.app.engine.db
    const counted = new Proxy(read, {
      get(target, key) {
        if (key === 'selectFrom') reads++
        const value: unknown = Reflect.get(target, key)
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
    const sleepers: (() => void)[] = []
    const crowd = createThrottle(counted, { now: () => now, sleep: () => new Promise<void>((wake) => sleepers.push(wake)) })
    const all = Array.from({ length: 400 }, (_, n) => crowd.enter('1.1.1.1', `nobody${n}`))
    const settled = Promise.allSettled(all)
    const asleep = () => vi.waitFor(() => expect(sleepers.length).toBe(239), { timeout: 15_000 })
    await asleep()
    reads = 0
    for (let looks = 0; looks < 4; looks++) {
      now += 500
      for (const wake of sleepers.splice(0)) wake()
      await asleep()
    }
    expect(reads).toBe(4)
    now += 15_000
    for (const wake of sleepers.splice(0)) wake()
    const outcomes = await settled
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(61)
  })

  test('through the front door: strangers’ wrong passwords do not keep the right one out', async () => {
    const admin = await app.signIn('admin', '1')
    const { username } = await aPerson(app, admin, '2')
    await app.app.engine.db.write((tx) => tx.deleteFrom('sys_login_log').execute())
    await Promise.all(Array.from({ length: 20 }, (_, n) => login(`1.1.1.${n % 4}`, username, 'wrong')))
    expect((await login('5.5.5.5', username, password)).body).toMatchObject({ success: true })
    await Promise.all(Array.from({ length: 61 }, (_, n) => note('7.7.7.7', `nobody${n}`, 0)))
    expect((await login('7.7.7.7', 'admin', adminPassword)).body).toMatchObject({ success: true })
    for (let n = 0; n < 6; n++) await login('8.8.8.8', username, 'wrong')
    expect(await login('8.8.8.8', username, password)).toMatchObject({ status: 429, body: { message: locked } })
  })
})
