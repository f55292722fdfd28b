import { afterAll, beforeAll, expect, test } from 'vitest'
import { aPerson, password, stored } from '../../../api/world.ts'
import { testApp, type TestApp } from '../../../support/build-app.ts'
import { onBothDatabases } from '../../../support/databases.ts'

type Settings = Readonly<Record<string, string | number>>

onBothDatabases('settings of a user', (database) => {
  let app: TestApp
  let admin: string
  beforeAll(async () => {
    app = await testApp({ database })
    admin = await app.signIn('admin', '1')
  })
  afterAll(() => app.close())

  const read = async (as: string) => (await app.call<Settings>('GET', '/sys/user/settings', { as })).body.result
  const keep = (as: string, body: Readonly<Record<string, unknown>>) => app.call<Settings>('PUT', '/sys/user/settings', { as, body })

  test('what was set is there after the next sign-in, in another browser, and nobody else has it', async () => {
    const [one, other] = [await aPerson(app, admin, '2'), await aPerson(app, admin, '2')]
    expect(await read(one.token)).toEqual({})
    const first = await keep(one.token, { themeMode: 'dark', themeCompact: 1 })
    expect(first.body.result).toEqual({ themeMode: 'dark', themeCompact: 1 })
    await keep(one.token, { themeMode: 'system', helpSound: 0 })
    const kept = { themeMode: 'system', themeCompact: 1, helpSound: 0 }
    const again = await app.signIn(one.username, '2', password)
    expect(await read(again)).toEqual(kept)
    const rights = await app.call<{ settings: Settings }>('GET', '/sys/permission/getUserPermissionByToken', { as: again })
    expect(rights.body.result.settings).toEqual(kept)
    expect(await read(other.token)).toEqual({})
  })

  test('an empty value makes a setting as it is by default', async () => {
    const { token } = await aPerson(app, admin, '2')
    await keep(token, { themePrimary: 'green', helpCount: 0 })
    expect((await keep(token, { themePrimary: '' })).body.result).toEqual({ helpCount: 0 })
  })

  test('a value that a setting does not have, and a setting that there is not, are refused with nothing kept', async () => {
    const { token, id } = await aPerson(app, admin, '2')
    const pink = await keep(token, { themePrimary: 'pink', helpSound: 0 })
    expect(pink).toMatchObject({ status: 422, body: { details: { themePrimary: expect.stringContaining('主题色') } } })
    const unknown = await keep(token, { helpSound: 0, user_id: 'admin', selectedroles: '1000000000000000001' })
    expect(unknown.body.details).toEqual({ user_id: '没有该项设置', selectedroles: '没有该项设置' })
    const inherited = await keep(token, { hasOwnProperty: 'true', constructor: '1' })
    expect(inherited).toMatchObject({ status: 422, body: { details: { hasOwnProperty: '没有该项设置', constructor: '没有该项设置' } } })
    expect((await stored(app, 'sys_user_setting')).filter((row) => row['user_id'] === id)).toEqual([])
  })

  test('many changes at the same time leave one value of each setting', async () => {
    const { token, id } = await aPerson(app, admin, '2')
    const modes = ['light', 'dark', 'system', 'dark', 'light', 'system']
    const answers = await Promise.all(modes.map((themeMode) => keep(token, { themeMode })))
    expect(answers.every(({ body }) => body.success)).toBe(true)
    expect((await stored(app, 'sys_user_setting')).filter((row) => row['user_id'] === id)).toHaveLength(1)
  })

  test('they go with an account that is gone for good', async () => {
    const { token, id } = await aPerson(app, admin, '2')
    await keep(token, { helpSound: 0 })
    await app.call('DELETE', '/sys/user/delete', { as: admin, query: { id } })
    await app.call('DELETE', '/sys/user/deleteRecycleBin', { as: admin, query: { userIds: id } })
    expect((await stored(app, 'sys_user_setting')).filter((row) => row['user_id'] === id)).toEqual([])
  })
})
