import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { aPerson, password } from '../../../api/world.ts'
import { testApp, type TestApp } from '../../../support/build-app.ts'
import { hasPostgres, onBothDatabases } from '../../../support/databases.ts'
import { twoNodes } from '../../../support/two-nodes.ts'
import { enrol } from '../auth/two-step-phone.ts'
import { aHolder } from './granted.ts'

const reset = (app: TestApp, as: string, userId: string) => app.call('POST', '/sys/user/resetTwoStep', { as, body: { userId } })
const login = (app: TestApp, username: string) => app.call('POST', '/sys/login', { body: { username, password } })
const isIn = async (app: TestApp, as: string) => (await app.call('GET', '/sys/user/getCurrentUserDeparts', { as })).status === 200

onBothDatabases('resetting two-step codes', (database) => {
  let app: TestApp
  let admin: string
  beforeAll(async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    app = await testApp({ database })
    admin = await app.signIn('admin', '1')
  })
  afterAll(async () => {
    vi.useRealTimers()
    await app.close()
  })

  test('an administrator switches them off for someone who has lost the telephone: the password opens the account, every login has ended, and it is logged', async () => {
    const user = await aPerson(app, admin, '2')
    const { phone } = await enrol(app, user.token, password)
    const ticket = String((await login(app, user.username)).body.details?.['twoStep'])
    const answer = await reset(app, admin, user.id)
    expect(answer.body).toMatchObject({ success: true, message: '两步验证已重置，该用户的登录已全部退出' })
    expect(await isIn(app, user.token)).toBe(false)
    const code = await app.call('POST', '/sys/twoStep/login', { body: { ticket, code: phone.next() } })
    expect(code.body.success).toBe(false)
    expect((await login(app, user.username)).body.success).toBe(true)
    const lines = await app.app.engine.db.read.selectFrom('sys_login_log').select('content').where('user_id', '=', user.id).execute()
    expect(lines.map(({ content }) => content)).toContain(`用户名: ${user.username}，两步验证被admin重置，登录已退出`)
    expect((await reset(app, admin, user.id)).body.message).toBe('该用户未开启两步验证！')
  })

  test('nobody resets their own, an account that is not there, or one with more rights; and nobody without the permission resets any', async () => {
    const user = await aPerson(app, admin, '2')
    await enrol(app, user.token, password)
    const me = await app.app.engine.db.read.selectFrom('sys_user').select('id').where('username', '=', 'admin').executeTakeFirstOrThrow()
    expect((await reset(app, admin, me.id)).body.message).toBe('请在个人设置中关闭自己的两步验证！')
    expect((await reset(app, admin, 'nobody')).body.message).toBe('未找到对应实体')
    expect((await reset(app, user.token, user.id)).body.code).toBe(510)
    const helper = await aHolder(app, admin, { code: `reset${database}`, codes: ['identity:user:view', 'identity:user:resetTwoStep'] })
    expect((await reset(app, helper.token, user.id)).body.message).toBe('没有权限重置该用户的两步验证！')
    expect((await login(app, user.username)).body.message).toBe('请完成两步验证')
  })
})

describe.skipIf(!hasPostgres())('resetting two-step codes on two nodes (postgres)', () => {
  test('the logins of the account end on the other node too', async () => {
    const { one, other, close } = await twoNodes()
    const admin = await one.signIn('admin', '1')
    const user = await aPerson(one, admin, '2')
    vi.useFakeTimers({ toFake: ['Date'] })
    await enrol(one, user.token, password)
    vi.useRealTimers()
    expect(await isIn(other, user.token)).toBe(true)
    expect((await reset(one, admin, user.id)).body.success).toBe(true)
    await expect.poll(() => isIn(other, user.token), { timeout: 5000, interval: 50 }).toBe(false)
    await close()
  })
})
