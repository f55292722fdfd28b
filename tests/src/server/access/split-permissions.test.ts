import { afterAll, beforeAll, expect, test } from 'vitest'
import { addRow, aPerson, password, stored } from '../../../api/world.ts'
import { syncPermissions } from '../../../../src/server/access/sync-permissions.ts'
import { testApp, type TestApp } from '../../../support/build-app.ts'
import { onBothDatabases } from '../../../support/databases.ts'
import { aHolder, nodeOf } from '../identity/granted.ts'

const split = ['runtime', 'sessions', 'trace', 'cache', 'disk'].map((page) => `platform:log:${page}`)
const monitor = 'platform:log:monitor'
const grantTables = ['sys_role_permission', 'sys_depart_permission', 'sys_depart_role_permission'] as const
const calls = [
  '/actuator/metrics/jvm.memory.used',
  '/actuator/httptrace',
  '/sys/actuator/redis/keysSize',
  '/sys/actuator/redis/queryDiskInfo',
]

onBothDatabases('the monitor’s pages', (database) => {
  let app: TestApp
  let admin: string
  beforeAll(async () => {
    app = await testApp({ database })
    admin = await app.signIn('admin', '1')
  })
  afterAll(() => app.close())

  /** As a database was before the monitor was split: one page, and nobody holds the others. */
  const makeOlder = () =>
    app.app.engine.db.write(async (tx) => {
      const ids = split.map((code) => nodeOf(app, code))
      for (const table of grantTables) await tx.deleteFrom(table).where('permission_id', 'in', ids).execute()
      await tx.deleteFrom('sys_permission').where('id', 'in', ids).execute()
    })
  const upgrade = () => syncPermissions(app.app.engine, app.app.engine.permissions())
  const post = async (path: string, body: object) => expect((await app.call('POST', path, { as: admin, body })).body.success).toBe(true)
  /** Somebody whose department has a role with these permissions. */
  async function aMember(codes: readonly string[]) {
    const depart = await addRow(app, '/sys/sysDepart', { as: admin, body: { departName: '机房' } })
    const role = await addRow(app, '/sys/sysDepartRole', { as: admin, body: { departId: depart.id, roleName: '值班', roleCode: 'duty' } })
    const permissionIds = codes.map((code) => nodeOf(app, code)).join()
    await post('/sys/permission/saveDepartPermission', { departId: depart.id, permissionIds })
    await post('/sys/sysDepartPermission/saveDeptRolePermission', { roleId: role.id, permissionIds })
    const person = await aPerson(app, admin, '4')
    await app.call('PUT', '/sys/user/edit', { as: admin, body: { id: person.id, selecteddeparts: depart.id } })
    await post('/sys/sysDepartRole/deptRoleUserAdd', { userId: person.id, newRoleId: role.id, oldRoleId: '' })
    return app.signIn(person.username, '4', password)
  }
  const pagesOf = async (as: string): Promise<string[]> => {
    const answer = await app.call<{ auth: { action: string }[] }>('GET', '/sys/permission/getUserPermissionByToken', { as })
    return answer.body.result.auth.flatMap(({ action }) => (action === monitor || split.includes(action) ? [action] : [])).toSorted()
  }
  const codes = (as: string) => Promise.all(calls.map(async (path) => (await app.call('GET', path, { as })).body.code))

  test('go to whoever held the one that they were, by role and by department role, and to nobody else, once', async () => {
    const keeper = await aHolder(app, admin, { code: 'keeper', codes: [monitor] })
    const other = await aHolder(app, admin, { code: 'other', codes: ['platform:log:view'] })
    const member = await aMember([monitor])
    const all = [monitor, ...split].toSorted()
    await makeOlder()
    expect(await upgrade()).toEqual([])
    expect(await Promise.all([admin, keeper.token, member, other.token].map(pagesOf))).toEqual([all, all, all, []])
    expect(await Promise.all([keeper.token, member, other.token].map(codes))).toEqual([
      [200, 200, 200, 200],
      [200, 200, 200, 200],
      [510, 510, 510, 510],
    ])
    const grants = () => Promise.all(grantTables.map((table) => stored(app, table)))
    await post('/sys/permission/saveRolePermission', { roleId: keeper.role, permissionIds: nodeOf(app, monitor), lastpermissionIds: '' })
    const before = await grants()
    expect(await upgrade()).toEqual([])
    expect(await grants()).toEqual(before)
  })

  test('stay away from an administrator who had given the monitor away', async () => {
    await makeOlder()
    await app.app.engine.db.write((tx) => tx.deleteFrom('sys_role_permission').where('permission_id', '=', nodeOf(app, monitor)).execute())
    expect(await upgrade()).toEqual([])
    expect(await pagesOf(admin)).toEqual([])
  })
})
