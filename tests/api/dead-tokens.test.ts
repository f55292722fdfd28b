import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../support/build-app.ts'
import { onBothDatabases } from '../support/databases.ts'
import { expectNone } from '../support/expect-none.ts'
import { routesOf, type AppRoute } from './routes.ts'
import { raised, securityState } from './security-state.ts'
import { aPerson, password } from './world.ts'

type Person = Awaited<ReturnType<typeof aPerson>>
const other = 'Other-12345!'

onBothDatabases('a token that is worth nothing any more', (database) => {
  let app: TestApp
  let admin: string
  let routes: AppRoute[]
  beforeAll(async () => {
    app = await testApp({ database })
    admin = await app.signIn('admin', '1')
    routes = (await routesOf(app)).filter(({ access }) => access !== 'public')
  })
  afterAll(() => app.close())

  const ends: Readonly<Record<string, (person: Person) => Promise<{ body: { success: boolean } }>>> = {
    'after the owner changed the password': ({ token }) =>
      app.call('PUT', '/sys/user/updatePassword', {
        as: token,
        body: { oldpassword: password, password: other, confirmpassword: other },
      }),
    'after somebody else set it': ({ username }) =>
      app.call('PUT', '/sys/user/changePassword', { as: admin, body: { username, password: other, confirmpassword: other } }),
    'after signing out': ({ token }) => app.call('POST', '/sys/logout', { as: token }),
    'of somebody frozen': ({ id }) => app.call('PUT', '/sys/user/frozenBatch', { as: admin, body: { ids: id, status: 2 } }),
    'of somebody deleted': ({ id }) => app.call('DELETE', '/sys/user/delete', { as: admin, query: { id } }),
  }

  test.each(Object.keys(ends))('%s opens no route', async (how) => {
    const person = await aPerson(app, admin, '2')
    const asks = { as: person.token }
    expect((await app.call('GET', '/sys/user/getCurrentUserDeparts', asks)).status).toBe(200)
    expect((await ends[how]?.(person))?.body.success).toBe(true)
    const before = await securityState(app)
    const answered: string[] = []
    for (const { name, method, path } of routes) {
      const answer = await app.call(method, path.replaceAll(/\{[^}]*\}/g, 'x'), { ...asks, ...(method === 'GET' ? {} : { body: {} }) })
      if (answer.status !== 401) answered.push(`${name} answers ${answer.status}`)
    }
    expectNone(answered)
    expectNone(raised(before, await securityState(app), person.id))
  })

  test('a token that somebody made up opens none either', async () => {
    const opened: string[] = []
    for (const { name, method, path } of routes) {
      const as = randomBytes(32).toString('base64url')
      if ((await app.call(method, path.replaceAll(/\{[^}]*\}/g, 'x'), { as })).status !== 401) opened.push(name)
    }
    expectNone(opened)
  })
})
