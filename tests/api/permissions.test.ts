import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type Method, type TestApp } from '../support/build-app.ts'
import { onBothDatabases } from '../support/databases.ts'
import { aPerson } from './world.ts'
import { expectNone } from '../support/expect-none.ts'

interface Grants {
  readonly entities: Readonly<
    Record<string, { readonly bases: readonly string[]; readonly calls: Readonly<Record<string, readonly number[]>> }>
  >
  readonly public: object
}
/** Who may call what, based on the decisions and not on the schemas. */
const grants: Grants = JSON.parse(readFileSync(join(import.meta.dirname, '../spec/grants.json'), 'utf8'))

interface Route {
  readonly method: Method
  /** Without `/api`, parameters in braces. */
  readonly path: string
  readonly name: string
}

const methods = new Set(['GET', 'POST', 'PUT', 'DELETE'])
const isMethod = (text: string): text is Method => methods.has(text)
const filled = (path: string): string => path.replace(/\{[^}]*\}/g, 'x')

/** All routes that the running application lists in its own documentation. */
async function routesOf(app: TestApp): Promise<Route[]> {
  const reply = await app.app.inject({ method: 'GET', url: '/api/openapi.json' })
  const { paths } = reply.json<{ paths: Record<string, object> }>()
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.keys(operations).flatMap((verb): Route[] => {
      const method = verb.toUpperCase()
      const short = path.replace(/^\/api/, '')
      return isMethod(method) && path.startsWith('/api/') && path !== '/api/{*}' && path !== '/api/*'
        ? [{ method, path: short, name: `${method} ${short}` }]
        : []
    }),
  )
}

/** What is wrong with the answer to a role; undefined if it matches the grants. */
export function grantProblem(name: string, role: number, granted: readonly number[], code: number): string | undefined {
  const refused = code === 510
  if (granted.includes(role) !== refused) return undefined
  return `role ${role} ${refused ? 'may not' : 'may'} ${name}, which is ${refused ? '' : 'not '}granted`
}

onBothDatabases('permissions', (database) => {
  let app: TestApp
  const tokens = new Map<number, string>()
  beforeAll(async () => {
    app = await testApp({ database })
    const admin = await app.signIn('admin', '1')
    tokens.set(1, admin)
    for (const role of [2, 3, 4]) tokens.set(role, (await aPerson(app, admin, String(role))).token)
  })
  afterAll(() => app.close())

  test('every route except the listed ones answers 401 to a call without a token, with an expired one, and with one in query or cookie', async () => {
    const live = tokens.get(1) ?? ''
    const open: string[] = []
    for (const { method, path, name } of await routesOf(app)) {
      const answers = [
        await app.call(method, filled(path)),
        await app.call(method, filled(path), { as: 'dead'.repeat(10) }),
        await app.call(method, filled(path), { query: { token: live, 'X-Access-Token': live } }),
      ]
      if (answers.some(({ status }) => status !== 401)) open.push(name)
      else
        for (const { body } of answers)
          expect(body).toMatchObject({ success: false, code: 401, message: expect.stringContaining('Token失效') })
    }
    expect(open.sort()).toEqual(Object.keys(grants.public).sort())
  })

  test('the table of grants names every route of every entity, and no others', async () => {
    const listed = Object.values(grants.entities).flatMap(({ bases, calls }) =>
      bases.flatMap((base) => Object.keys(calls).map((call) => call.replace(' ', ` ${base}/`))),
    )
    const bases = Object.values(grants.entities).flatMap((entity) => entity.bases)
    const handWritten = [
      'getUserPermissionByToken',
      'queryUserRole',
      'userDepartList',
      'queryByIds',
      'generateUserId',
      'updatePassword',
      'settings',
      'getUserData',
      'userEdit',
      'sendChangePhoneSms',
      'changePhone',
      'changeEmail',
      'getCurrentUserDeparts',
      'listByUser',
      'showAddress',
      'show/{id}',
      'checkOnlyUser',
      'register',
      'phoneVerification',
      'passwordChange',
    ]
    const found = (await routesOf(app)).filter(
      ({ path }) => bases.some((base) => path.startsWith(`${base}/`)) && !handWritten.some((name) => path.endsWith(name)),
    )
    expect(found.map(({ name }) => name).sort()).toEqual(listed.sort())
  })

  test.for([1, 2, 3, 4])('role %i may use what it was granted and gets 510 on everything else', async (role) => {
    const problems: string[] = []
    const doors = Object.values(grants.entities).flatMap(({ bases, calls }) =>
      bases.flatMap((base) => Object.entries(calls).map(([call, granted]) => ({ call, base, granted }))),
    )
    for (const { call, base, granted } of doors) {
      const [method = '', path = ''] = call.split(' ')
      if (!isMethod(method)) throw new Error(call)
      const body = method === 'GET' || method === 'DELETE' ? {} : { body: {} }
      const answer = await app.call(method, `${base}/${filled(path)}`, { as: tokens.get(role) ?? '', ...body })
      if (answer.status >= 500) problems.push(`${method} ${base}/${path} faults`)
      const problem = grantProblem(`${method} ${base}/${path}`, role, granted, answer.body.code)
      if (problem) problems.push(problem)
    }
    expectNone(problems)
  })

  test('each route requires its own permission: without it, these routes are closed and no others', async () => {
    const { db, permissions } = app.app.engine
    const idOf = (code: string) => permissions().find((node) => node.code === code)?.id ?? ''
    const doors: readonly (readonly [code: string, method: Method, path: string])[] = [
      ['identity:dictionary:view', 'GET', '/sys/dict/list'],
      ['identity:dictionary:view', 'GET', '/sys/dict/queryById'],
      ['identity:dictionary:add', 'POST', '/sys/dict/add'],
      ['identity:dictionary:edit', 'PUT', '/sys/dict/edit'],
      ['identity:dictionary:delete', 'DELETE', '/sys/dict/delete'],
      ['identity:dictionary:delete', 'DELETE', '/sys/dict/deleteBatch'],
      ['identity:dictionary:restore', 'PUT', '/sys/dict/back/x'],
      ['identity:dictionary:purge', 'DELETE', '/sys/dict/deletePhysic/x'],
      ['identity:dictionary:export', 'GET', '/sys/dict/exportXls'],
      ['teaching:inspectionResult:history', 'GET', '/inspect/bhInspectionResult/history'],
    ]
    const as = tokens.get(1) ?? ''
    for (const taken of new Set(doors.map(([code]) => code))) {
      const change = async (status: '0' | '1') => {
        // Disabling a screen would also disable its buttons, so only the screen's own permission is taken away.
        const values = taken.endsWith(':view') ? { perms: status === '0' ? 'none' : taken } : { status }
        await db.write((tx) => tx.updateTable('sys_permission').set(values).where('id', '=', idOf(taken)).execute())
        const body = { id: '1000000000000000004', description: `${taken} ${status}` }
        expect((await app.call('PUT', '/sys/role/edit', { as, body })).body.success).toBe(true)
      }
      await change('0')
      const shut: string[] = []
      for (const [, method, path] of doors) {
        const body = method === 'POST' || method === 'PUT' ? { body: {} } : {}
        if ((await app.call(method, path, { as, ...body })).body.code === 510) shut.push(path)
      }
      await change('1')
      expect([taken, shut]).toEqual([taken, doors.filter(([code]) => code === taken).map(([, , path]) => path)])
    }
  })

  test('a login has the permissions of the chosen role, and they change with it', async () => {
    const two = await aPerson(app, tokens.get(1) ?? '', '23')
    const add = () => app.call('POST', '/inspect/bhCourse/add', { as: two.token, body: {} })
    expect((await add()).body.code).toBe(422)
    await app.call('POST', '/sys/selectRole', { as: two.token, body: { username: two.username, roleCode: '3' } })
    expect((await add()).body.code).toBe(510)
    expect(
      (await app.call('POST', '/sys/selectRole', { as: two.token, body: { username: two.username, roleCode: '1' } })).body.success,
    ).toBe(false)
    expect((await add()).body.code).toBe(510)
  })
})

describe('planted', () => {
  test('a route left open and one wrongly closed are both noticed', () => {
    expect(grantProblem('GET /x', 3, [1, 2], 200)).toContain('not granted')
    expect(grantProblem('GET /x', 1, [1, 2], 510)).toContain('is granted')
    expect(grantProblem('GET /x', 1, [1, 2], 422)).toBeUndefined()
    expect(grantProblem('GET /x', 4, [1, 2], 510)).toBeUndefined()
  })
})
