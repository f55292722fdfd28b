import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../support/build-app.ts'
import { onBothDatabases } from '../support/databases.ts'
import { aPerson, type WorldRow } from './world.ts'
import { expectNone } from '../support/expect-none.ts'

onBothDatabases('many simultaneous writers', (database) => {
  let app: TestApp
  let admin: string
  let person: string
  beforeAll(async () => {
    app = await testApp({ database })
    admin = await app.signIn('admin', '1')
    person = (await aPerson(app, admin, '2')).id
  })
  afterAll(() => app.close())

  const rename = (n: number) => app.call('PUT', '/sys/user/edit', { as: admin, body: { id: person, realname: `第${n}次` } })

  test('are all answered, even just after a dictionary has changed', async () => {
    const { body } = await app.call<{ records: WorldRow[] }>('GET', '/sys/dictItem/list', { as: admin, query: { itemText: '男' } })
    for (let round = 0; round < 3; round++) {
      const item = { id: body.result.records[0]?.id, itemText: `男${round}` }
      expect((await app.call('PUT', '/sys/dictItem/edit', { as: admin, body: item })).body.success).toBe(true)
      const answers = await Promise.all(Array.from({ length: 30 }, (_, n) => rename(round * 30 + n)))
      expectNone(answers.filter((answer) => !answer.body.success))
    }
  })

  test('are all answered if they clash, each with the name of the one who came first', async () => {
    const edit = (n: number) => {
      const body = { id: person, version: 1, _base: { realname: '从前' }, realname: `同时${n}` }
      return app.call('PUT', '/sys/user/edit', { as: admin, body })
    }
    const answers = await Promise.all(Array.from({ length: 30 }, (_, n) => edit(n)))
    for (const { body } of answers) expect(body).toMatchObject({ code: 409, details: { who: 'admin', whoName: '管理员' } })
  })
})
