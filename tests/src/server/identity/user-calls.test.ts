import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestApp } from '../../../support/build-app.ts'
import { onBothDatabases } from '../../../support/databases.ts'
import { openDemoSchool, type DemoSchool } from '../demo-school.ts'

onBothDatabases('look-ups of accounts', (database) => {
  let shiyan: TestApp
  let admin: string
  let teacher: string
  let list: DemoSchool['list']
  beforeAll(async () => {
    ;({ shiyan, admin, teacher, list } = await openDemoSchool(database))
  })
  afterAll(() => shiyan.close())

  type Person = { id: string; username: string; status: number }
  const ask = <R>(path: string, query: Record<string, string>, as = admin) => shiyan.call<R>('GET', `/sys/user/${path}`, { as, query })
  const department = async (departName: string) => (await list(admin, '/sys/sysDepart/list', { departName })).records[0]

  test('a picker finds accounts by parts of their names, and by a department with those below it', async () => {
    const found = await ask<{ records: Person[]; total: number }>('queryUserComponentData', { username: 'teacher', pageSize: '5' })
    expect(found.body.result).toMatchObject({ total: 6, size: 5 })
    const home = await department('电子科学系')
    const above = await department('电子信息学院')
    const inside = async (departId: string) =>
      (await ask<{ records: Person[] }>('queryUserComponentData', { departId, username: 'teacher' })).body.result.records.length
    expect([home?.departName, above?.departName]).toEqual(['电子科学系', '电子信息学院'])
    expect(await inside(home?.id ?? '')).toBe(2)
    expect(await inside(above?.id ?? '')).toBeGreaterThan(2)
    expect(await inside('nobody')).toBe(0)
    expect((await ask('queryUserComponentData', {}, teacher)).body.code).toBe(510)
  })

  test('all accounts of a department come as one list, without passwords', async () => {
    const home = await department('电子科学系')
    const all = (await ask<Person[]>('queryUserByDepId', { id: home?.id ?? '' })).body.result
    const listed = await list(admin, '/sys/user/list', { selecteddeparts: home?.id ?? '', pageSize: '1' })
    expect(all).toHaveLength(listed.total)
    expect(JSON.stringify(all)).not.toContain('argon2')
    const named = (
      await ask<Person[]>('queryUserByDepId', {
        id: home?.id ?? '',
        realname: String(all[0] && 'realname' in all[0] ? all[0].realname : ''),
      })
    ).body.result
    expect(named.map(({ id }) => id)).toContain(all[0]?.id)
  })

  test('frozen accounts are not offered among several', async () => {
    const one = async () => (await ask<Person[]>('getMultiUser', { username: 'teacher5' })).body.result
    const [person] = await one()
    expect(person).toMatchObject({ username: 'teacher5', status: 1 })
    const freeze = (status: number) => shiyan.call('PUT', '/sys/user/frozenBatch', { as: admin, body: { ids: person?.id, status } })
    await freeze(2)
    expect(await one()).toEqual([])
    await freeze(1)
  })

  test('the button for synchronising says that nothing is connected', async () => {
    for (const path of ['doSyncUser', 'doSyncUserByUserName']) {
      const answer = await shiyan.call('POST', `/act/process/extActProcess/${path}`, { as: admin, body: {} })
      expect(answer.body).toMatchObject({ success: false, message: '未配置第三方用户同步，没有同步任何用户！' })
      expect((await shiyan.call('POST', `/act/process/extActProcess/${path}`, { as: teacher, body: {} })).body.code).toBe(510)
    }
  })
})
