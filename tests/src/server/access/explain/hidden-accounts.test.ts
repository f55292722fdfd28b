import { afterAll, beforeAll, expect, test } from 'vitest'
import { aSemester } from '../../../../api/teaching-world.ts'
import { aPerson } from '../../../../api/world.ts'
import { testApp, type TestApp } from '../../../../support/build-app.ts'
import { onBothDatabases } from '../../../../support/databases.ts'
import { aHolder, limitRole } from '../../identity/granted.ts'

onBothDatabases('explanations for somebody whose data rule hides accounts', (database) => {
  let app: TestApp
  let admin: string
  beforeAll(async () => {
    app = await testApp({ database })
    admin = await app.signIn('admin', '1')
  })
  afterAll(() => app.close())

  test('have none of these accounts in any answer', async () => {
    const codes = ['identity:viewing:explain', 'identity:user:view', 'teaching:semester:view']
    const asker = await aHolder(app, admin, { code: 'partly', codes })
    const [shown, hidden] = [await aPerson(app, admin, '2'), await aPerson(app, admin, '2')]
    const rule = { ruleColumn: 'username', ruleConditions: '=', ruleValue: shown.username }
    await limitRole(app, admin, { role: asker.role, code: 'identity:user:view', rule })
    for (const path of ['/sys/permission/explain', '/sys/user/permissionsOf']) {
      const query = { roleCode: '2', permission: 'teaching:course:edit' }
      const of = (userId: string) => app.call('GET', path, { as: asker.token, query: { userId, ...query } })
      expect([path, (await of(shown.id)).body.success]).toEqual([path, true])
      expect([path, (await of(hidden.id)).body.message]).toEqual([path, '未找到对应实体'])
      expect([path, (await of('nobody')).body.message]).toEqual([path, '未找到对应实体'])
    }
    const semester = await aSemester(app, admin)
    const may = await app.call<{ total: number; records: readonly { userId: string }[] }>('GET', '/sys/permission/whoMay', {
      as: asker.token,
      query: { entity: 'semester', rowId: semester.id, pageSize: 50 },
    })
    expect(may.body.result.records.map(({ userId }) => userId)).toEqual([shown.id])
    expect(may.body.result.total).toBe(1)
  })

  test('whoever may explain rights, and not look at accounts, finds the one to ask about by name', async () => {
    const { token } = await aHolder(app, admin, { code: `explainers${database}`, codes: ['identity:viewing:explain'] })
    const found = await app.call<readonly { value: string; label: string }[]>('GET', '/sys/user/options', {
      as: token,
      query: { keyword: '管理员' },
    })
    expect(found.body).toMatchObject({ success: true, result: [{ label: '管理员' }] })
    const userId = found.body.result[0]?.value ?? ''
    const answer = await app.call('GET', '/sys/permission/explain', { as: token, query: { userId, permission: 'identity:user:view' } })
    expect(answer.body).toMatchObject({ success: true, result: { who: { username: 'admin' } } })
  })
})
