import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fastify } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { guardRoutes } from '../../engine/server/access/route-access.ts'
import { aHolder } from '../src/server/identity/granted.ts'
import { testApp, type TestApp } from '../support/build-app.ts'
import { onBothDatabases } from '../support/databases.ts'
import { expectNone } from '../support/expect-none.ts'
import { routesOf, type AppRoute } from './routes.ts'
import { aPerson, roleId, stored } from './world.ts'

/** The calls that need no permission of their own, written down by hand: without a login, and with any. */
const written: { readonly public: object; readonly login: readonly string[] } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../spec/grants.json'), 'utf8'),
)
const open = { public: Object.keys(written.public), login: written.login }

/** It would end the login that asks. */
const ends = /\/logout$/

/** What an answer to someone with these permissions must not be; undefined for someone without a login. */
function faultOf(
  { name, access }: Pick<AppRoute, 'name' | 'access'>,
  held: ReadonlySet<string> | undefined,
  answer: { status: number; code: number },
): string[] {
  const is = answer.status === 401 ? 'unknown' : answer.code === 510 ? 'refused' : 'answered'
  const codes = typeof access === 'string' ? [access] : (access ?? [])
  const isOpen = codes.includes('public')
  if (!held) return is === (isOpen ? 'answered' : 'unknown') ? [] : [`${name} is ${is}`]
  const isAllowed = isOpen || codes.includes('login') || codes.some((code) => held.has(code))
  if (answer.status >= 500) return [`${name} faults`]
  return is === (isAllowed ? 'answered' : 'refused') ? [] : [`${name} is ${is}`]
}

/** Who asks: on PostgreSQL those whose rights come from tables alone, because the routes are the same. */
const asking = {
  sqlite: ['anonymous', 'administrator', 'teacher', 'assistant', 'student', 'department administrator', 'a role made here'],
  postgres: ['anonymous', 'department administrator', 'a role made here'],
} as const

/** What someone needs who looks after the people and the roles of departments. */
const isOfDepartments = (code: string): boolean =>
  ['departmentUser', 'departRole', 'permissionRule'].some((name) => code.startsWith(`identity:${name}:`)) ||
  ['view', 'mine', 'queryMyDeptTreeList', 'saveDepartPermission'].some((verb) => code === `identity:department:${verb}`)

onBothDatabases('the permission matrix', (database) => {
  let app: TestApp
  let routes: AppRoute[]
  const people = new Map<string, { token?: string; held?: ReadonlySet<string> }>()
  beforeAll(async () => {
    app = await testApp({ database })
    routes = await routesOf(app)
    const admin = await app.signIn('admin', '1')
    const { read } = app.app.engine.db
    const heldBy = async (role: string) => {
      const rows = await read
        .selectFrom('sys_role_permission as g')
        .innerJoin('sys_permission as p', 'p.id', 'g.permission_id')
        .select('p.perms')
        .where('g.role_id', '=', role)
        .execute()
      return new Set(rows.flatMap(({ perms }) => (perms ?? '').split(',')).filter((code) => code !== ''))
    }
    // Every third permission, whatever it is for.
    const codes = app.app.engine.permissions().flatMap(({ code, kind }) => (kind === 'button' || kind === 'screen' ? [code] : []))
    const some = codes.filter((_, index) => index % 3 === 0)
    const made = await aHolder(app, admin, { code: 'third', codes: some })
    const head = await aHolder(app, admin, { code: 'heads', codes: codes.filter(isOfDepartments) })
    const [departIds = ''] = (await stored(app, 'sys_depart')).map(({ id }) => id)
    await app.call('PUT', '/sys/user/edit', { as: admin, body: { id: head.id, userIdentity: 2, departIds } })
    people.set('anonymous', {})
    people.set('administrator', { token: admin, held: await heldBy(roleId('1')) })
    people.set('department administrator', { token: head.token, held: await heldBy(head.role) })
    const roles = database === 'sqlite' ? { teacher: '2', assistant: '3', student: '4' } : {}
    for (const [name, role] of Object.entries(roles))
      people.set(name, { token: (await aPerson(app, admin, role)).token, held: await heldBy(roleId(role)) })
    people.set('a role made here', { token: made.token, held: await heldBy(made.role) })
    expect([...(people.get('a role made here')?.held ?? [])].toSorted()).toEqual(some.toSorted())
  })
  afterAll(() => app.close())

  test('every route says which permission it requires, and one of these is in the permission tree', () => {
    const codes = new Set(app.app.engine.permissions().map(({ code }) => code))
    const known = (code: string) => codes.has(code) || code === 'public' || code === 'login'
    expect(routes.length).toBeGreaterThan(400)
    expectNone(routes.filter(({ access }) => ![access].flat().some((code) => code !== undefined && known(code))).map(({ name }) => name))
  })

  test.each(['public', 'login'] as const)('the routes that are open to everyone (%s) are those that were written down', (access) => {
    expect(
      routes
        .filter((route) => route.access === access)
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual(open[access].toSorted())
  })

  test.each(asking[database])('%s gets an answer where it was granted, and nowhere else', async (name) => {
    const { token, held } = people.get(name) ?? {}
    const faults: string[] = []
    for (const route of routes.filter(({ path }) => !ends.test(path))) {
      const path = route.path.replace(/\{[^}]*\}/g, 'x')
      const body = route.method === 'POST' || route.method === 'PUT' ? { body: {} } : {}
      const { status, body: answer } = await app.call(route.method, path, { ...(token && { as: token }), ...body })
      faults.push(...faultOf(route, held, { status, code: answer.code }))
    }
    expectNone(faults)
  })
})

test('a new route that does not say who may call it prevents the start', async () => {
  const server = fastify()
  guardRoutes(server, { identify: () => Promise.reject(new Error('nobody asks')) })
  expect(() => server.get('/api/new', () => 'open')).toThrow('say config.permission')
  await server.close()
})

test('a route left open, one wrongly closed and one that knows no login are all noticed', () => {
  const route = { name: 'GET /x', access: 'a:b:view' }
  const holds = new Set(['a:b:view'])
  expect(faultOf(route, new Set(), { status: 200, code: 200 })).toEqual(['GET /x is answered'])
  expect(faultOf(route, holds, { status: 200, code: 510 })).toEqual(['GET /x is refused'])
  expect(faultOf(route, undefined, { status: 200, code: 200 })).toEqual(['GET /x is answered'])
  expect(faultOf(route, holds, { status: 200, code: 422 })).toEqual([])
})
