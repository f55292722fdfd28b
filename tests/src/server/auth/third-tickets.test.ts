import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aPerson, password, stored } from '../../../api/world.ts'
import { onBothDatabases } from '../../../support/databases.ts'
import { newPhone } from './phone/phone-world.ts'
import { bindingKeyIn, thirdWorld, type ThirdWorld } from './third-world.ts'

onBothDatabases('an account that changes while its owner comes back from another provider', (database) => {
  let third: ThirdWorld
  beforeAll(async () => {
    third = await thirdWorld(database)
  })
  afterAll(() => third.close())

  test.each([
    ['another password', { password: 'changed meanwhile' }, '登录已过期，请重新登录'],
    ['been frozen', { status: 2 as const }, '该用户已冻结'],
    ['been deleted', { del_flag: 1 as const }, '该用户已注销'],
  ])('a ticket opens nothing for a user who has %s since it was issued', async (_what, values, message) => {
    const { who, id } = await third.aBoundUser('github')
    const set = (row: object) => third.app.app.engine.db.write((tx) => tx.updateTable('sys_user').set(row).where('id', '=', id).execute())
    const sessions = async () => (await stored(third.app, 'sys_session')).length
    const own = third.browser()
    const [ticket, open] = [String(await own.popup('github', who)), await sessions()]
    await set(values)
    expect((await own.enter(ticket, 'github')).body).toMatchObject({ success: false, message })
    expect(await sessions()).toBe(open)
  })

  test('a ticket opens nothing once the account was unbound, and a new binding does not revive it', async () => {
    const { who, token } = await third.aBoundUser('github')
    const own = third.browser()
    const [early, late] = [String(await own.popup('github', who)), String(await own.popup('github', who))]
    const sessions = async () => (await stored(third.app, 'sys_session')).length
    const open = await sessions()
    const unbound = await third.app.call('POST', '/sys/thirdLogin/unbind', { as: token, body: { thirdType: 'github', password } })
    expect(unbound.body).toMatchObject({ success: true, message: '解绑成功' })
    expect((await own.enter(early, 'github')).body).toMatchObject({ success: false, message: '登录失败' })
    const other = await aPerson(third.app, third.admin, '4')
    const uuid = bindingKeyIn(await own.popup('github', who))
    expect((await own.post('/sys/thirdLogin/bind', { uuid, password }, other.token)).body).toMatchObject({ success: true })
    expect((await own.enter(late, 'github')).body).toMatchObject({ success: false, message: '登录失败' })
    expect(await sessions()).toBe(open + 1)
  })

  test('somebody whom the provider calls like the server gets another name here', async () => {
    const own = third.browser()
    const phone = newPhone()
    const thirdUserUuid = bindingKeyIn(await own.popup('github', third.somebody('system')))
    const captcha = await third.world.code(phone, '1')
    const bound = await own.post('/sys/thirdLogin/bindingThirdPhone', { mobile: phone, captcha, thirdUserUuid })
    expect(bound.body).toMatchObject({ success: true, message: '绑定成功' })
    expect((await own.enter(bound.body.result, 'github')).body.result.userInfo.username).toBe('system1')
  })

  // SQLite has one writer, which would also wait with the count of tries before the password is checked.
  test.runIf(database === 'postgres')('a password that was changed while it was checked binds nothing', async () => {
    const user = await aPerson(third.app, third.admin, '4')
    const own = third.browser()
    const asked = await own.popup('github', third.somebody(user.username))
    let checked: ReturnType<typeof own.post> | undefined
    await third.app.app.engine.db.write(async (tx) => {
      await tx.updateTable('sys_user').set({ password: 'changed meanwhile' }).where('id', '=', user.id).execute()
      // Meanwhile the account is read as it was, and its password checked; the binding then waits for this transaction.
      checked = own.post('/sys/third/user/checkPassword', { ...Object(asked), password })
      await pause(1500)
    })
    expect((await checked)?.body).toMatchObject({ success: false, message: '登录已过期，请重新登录' })
    expect((await stored(third.app, 'sys_third_account')).some(({ user_id }) => user_id === user.id)).toBe(false)
  })
})
