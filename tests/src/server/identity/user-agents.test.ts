import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../support/build-app.ts'
import { onBothDatabases } from '../../../support/databases.ts'
import { aPerson } from '../../../api/world.ts'

onBothDatabases('user agents', (database) => {
  let app: TestApp
  let admin: string
  beforeAll(async () => {
    app = await testApp({ database })
    admin = await app.signIn('admin', '1')
  })
  afterAll(() => app.close())

  const base = '/sys/sysUserAgent'
  const times = { startTime: '2026-09-01 08:00:00', endTime: '2026-09-08 08:00:00' }
  const add = (body: object) => app.call<{ id: string }>('POST', `${base}/add`, { as: admin, body })
  const find = (userName: string, as = admin) => app.call('GET', `${base}/queryByUserName`, { as, query: { userName } })

  test('an account without an agent is answered by one that is not in force, and with one by that', async () => {
    const [person, agent] = [await aPerson(app, admin, '2'), await aPerson(app, admin, '2')]
    expect((await find(person.username)).body).toMatchObject({ success: true, result: { userName: person.username, status: '0' } })
    const row = { userName: person.username, agentUserName: agent.username, ...times }
    const added = await add({ ...row, status: '1' })
    expect(added.body).toMatchObject({ success: true, message: '代理人设置成功！' })
    expect((await find(person.username)).body.result).toMatchObject({ id: added.body.result.id, ...row, status: '1' })
    const body = { id: added.body.result.id, status: '0' }
    expect((await app.call('PUT', `${base}/edit`, { as: admin, body })).body.message).toBe('代理人设置成功！')
    const list = await app.call('GET', `${base}/list`, { as: admin, query: { userName: person.username } })
    expect(list.body.result).toMatchObject({
      records: [{ userName_dictText: person.realname, agentUserName_dictText: agent.realname, status_dictText: '无效' }],
    })
    expect((await find(person.username, person.token)).body.code).toBe(510)
  })

  test('what is missing or wrong is told at its field', async () => {
    const person = await aPerson(app, admin, '2')
    const details = async (body: object) => (await add(body)).body.details
    expect(await details({})).toEqual({
      userName: '请输入用户名!',
      agentUserName: '请输入代理人用户名!',
      startTime: '请输入代理开始时间!',
      endTime: '请输入代理结束时间!',
    })
    const userName = person.username
    expect(await details({ userName, agentUserName: 'nobody', ...times })).toEqual({ agentUserName: '所选代理人用户名不存在' })
    expect(await details({ userName, agentUserName: userName, ...times })).toEqual({ agentUserName: '代理人不能是本人!' })
    expect(await details({ userName, agentUserName: 'admin', ...times, endTime: times.startTime })).toEqual({
      endTime: '结束时间需大于开始时间',
    })
  })

  test('an account has one agent, leaves for good together with that row, and not while it acts for others', async () => {
    const [person, agent] = [await aPerson(app, admin, '2'), await aPerson(app, admin, '2')]
    const row = { userName: person.username, agentUserName: agent.username, ...times }
    expect((await add(row)).body.success).toBe(true)
    expect((await add(row)).body.details).toEqual({ userName: '该用户已设置代理人!' })
    const leave = async (id: string) => {
      await app.call('DELETE', '/sys/user/delete', { as: admin, query: { id } })
      return (await app.call('DELETE', '/sys/user/deleteRecycleBin', { as: admin, query: { userIds: id } })).body
    }
    expect((await leave(agent.id)).message).toBe('存在关联数据，不能删除：代理人 1 条')
    expect((await leave(person.id)).success).toBe(true)
    const list = await app.call('GET', `${base}/list`, { as: admin, query: { userName: person.username } })
    expect(list.body.result).toMatchObject({ total: 0 })
    expect((await leave(agent.id)).success).toBe(true)
  })
})
