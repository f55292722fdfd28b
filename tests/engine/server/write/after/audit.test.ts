import { afterAll, beforeAll, expect, test } from 'vitest'
import { aPerson, auditOf } from '../../../../api/world.ts'
import { testApp, type TestApp } from '../../../../support/build-app.ts'
import { onBothDatabases } from '../../../../support/databases.ts'

onBothDatabases('the audit of a write', (database) => {
  let app: TestApp
  let admin: string
  beforeAll(async () => {
    app = await testApp({ database })
    admin = await app.signIn('admin', '1')
  })
  afterAll(() => app.close())

  test('records which fields an edit changed, from what to what, and for a secret only that it changed', async () => {
    const { id, username, realname } = await aPerson(app, admin, '2')
    await app.call('PUT', '/sys/user/edit', { as: admin, body: { id, realname: '改名' } })
    const password = 'Other-1!'
    await app.call('PUT', '/sys/user/changePassword', { as: admin, body: { username, password, confirmpassword: password } })
    const entries = (await auditOf(app, id)).map(({ operation, changes }) => ({ operation, changes: JSON.parse(changes) }))
    expect(entries.map(({ operation }) => operation)).toEqual(['add', 'edit', 'edit'])
    expect(entries[0]?.changes).toMatchObject({ realname: [null, realname], password: ['***', '***'] })
    expect(entries[1]?.changes).toEqual({ realname: [realname, '改名'] })
    expect(entries[2]?.changes).toEqual({ password: ['***', '***'] })
  })
})
