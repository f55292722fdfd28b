import { afterAll, beforeAll, expect, test } from 'vitest'
import { aPerson, roleId, stored } from '../../../../api/world.ts'
import { testApp, type TestApp } from '../../../../support/build-app.ts'
import { onBothDatabases } from '../../../../support/databases.ts'

onBothDatabases('a list of references', (database) => {
  let app: TestApp
  let admin: string
  beforeAll(async () => {
    app = await testApp({ database })
    admin = await app.signIn('admin', '1')
  })
  afterAll(() => app.close())

  test('must name existing rows, and stores each once', async () => {
    const person = await aPerson(app, admin, '2')
    const give = async (...codes: string[]) =>
      (await app.call('PUT', '/sys/user/edit', { as: admin, body: { id: person.id, selectedroles: codes.map(roleId).join() } })).body
    const rolesOf = async () =>
      (await stored(app, 'sys_user_role')).filter((row) => row['user_id'] === person.id).map((row) => row['role_id'])
    expect(await give('2', '99')).toMatchObject({ code: 422, details: { selectedroles: '所选角色不存在' } })
    expect(await rolesOf()).toEqual([roleId('2')])
    expect(await give('2', '3', '3')).toMatchObject({ success: true })
    expect((await rolesOf()).sort()).toEqual([roleId('2'), roleId('3')])
  })
})
