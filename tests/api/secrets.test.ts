import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loaded } from '../schemas/load.ts'
import { testApp, type Method, type TestApp } from '../support/build-app.ts'
import { hasPostgres, onBothDatabases } from '../support/databases.ts'
import { serverPassword, startServer } from '../support/start-server.ts'
import { aPerson, password, stored } from './world.ts'

/** A password, its hash, or a login's token in something that leaves the server. */
export function secretIn(text: string, secrets: readonly string[]): string | undefined {
  if (text.includes('$argon2')) return 'a password hash'
  if (/"(password|confirmpassword|token_?[hH]ash)"/.test(text)) return 'a secret field'
  return secrets.find((secret) => secret !== '' && text.includes(secret))
}

const secretFields = loaded.flatMap((entity) =>
  Object.entries(entity.fields)
    .filter(([, field]) => field.type === 'secret')
    .map(([key]) => [entity.name, key]),
)

onBothDatabases('secrets', (database) => {
  let app: TestApp
  let admin: string
  let person: { readonly id: string; readonly username: string; readonly token: string }
  beforeAll(async () => {
    app = await testApp({ database })
    admin = await app.signIn('admin', '1')
    person = await aPerson(app, admin, '3')
  })
  afterAll(() => app.close())

  test('no answer of any account route has a password, a hash or a token in it, whatever is asked', async () => {
    expect(secretFields.map(([name]) => name)).toContain('user')
    const tricks: Record<string, string>[] = [
      {},
      { column: 'password', order: 'asc' },
      { field: 'id,password' },
      { password: '*$*' },
      { show: 'password' },
      { keyword: '$argon' },
      { list: 'constructor' },
    ]
    const problems: string[] = []
    for (const base of ['/sys/user', '/jw/user', '/jw/tea']) {
      for (const path of [
        'list',
        'queryById',
        'options',
        'listStu',
        'candidates',
        'listTea',
        'recycleBin',
        'deleteList',
        'exportXls',
        'importTemplate',
      ]) {
        for (const trick of tricks) {
          const answer = await app.call('GET', `${base}/${path}`, { as: admin, query: { id: person.id, ...trick } })
          const problem = secretIn(answer.raw.toString('latin1'), [password, person.token, admin])
          if (problem) problems.push(`${base}/${path} ${JSON.stringify(trick)} shows ${problem}`)
          if (answer.status >= 500) problems.push(`${base}/${path} ${JSON.stringify(trick)} faults`)
        }
      }
    }
    const edit = await app.call('PUT', '/sys/user/edit', {
      as: admin,
      body: { id: person.id, realname: 'x', password: 'Another1!', confirmpassword: 'Another1!' },
    })
    if (secretIn(edit.raw.toString(), [password, 'Another1!'])) problems.push('edit shows a secret')
    expect(problems).toEqual([])
  })

  test('passwords and tokens are stored as hashes only, and the audit trail has neither', async () => {
    await app.call('PUT', '/sys/user/changePassword', {
      as: admin,
      body: { username: person.username, password: 'Another1!', confirmpassword: 'Another1!' },
    })
    for (const row of await stored(app, 'sys_user')) expect(String(row['password'])).toMatch(/^\$argon2id\$/)
    const audit = JSON.stringify(await stored(app, 'sys_audit'))
    expect(secretIn(audit.replaceAll('\\"password\\":[\\"***\\",\\"***\\"]', ''), [password, 'Another1!', 'Admin-12345'])).toBeUndefined()
    expect(JSON.stringify(await stored(app, 'sys_session'))).not.toContain(admin)
  })

  test('odd bodies and addresses are answered, never faulted: shape, size, nesting, NUL, wrong types', async () => {
    const values = [
      null,
      0,
      true,
      [],
      {},
      [[1]],
      { a: { b: 1 } },
      'a\u0000b',
      '\ud800',
      'x'.repeat(100_000),
      1e308,
      -1,
      '1e400',
      { $gt: '' },
      ['a', 'b'],
    ]
    const problems: string[] = []
    const send = async (method: Method, path: string, body: unknown) => {
      const answer = await app.call(method, path, { as: admin, body })
      if (answer.status >= 500) problems.push(`${method} ${path} ${JSON.stringify(body).slice(0, 80)}: ${answer.status}`)
    }
    for (const entity of loaded) {
      const { base } = entity.endpoints
      for (const value of values) {
        const body = Object.fromEntries(Object.keys(entity.fields).map((key) => [key, value]))
        await send('POST', `${base}/add`, body)
        await send('PUT', `${base}/edit`, { ...body, id: value })
        await send('PUT', `${base}/edit`, { ...body, id: person.id, version: value, _base: value })
        for (const [name, call] of Object.entries(entity.calls ?? {})) {
          const params = Object.fromEntries(Object.keys(call.params ?? {}).map((key) => [key, value]))
          if (call.verbs.includes('POST')) await send('POST', `${base}/${call.path ?? name}`, params)
        }
      }
      await send('POST', `${base}/add`, [1, 2])
      await send('POST', `${base}/importCommit`, { job: { a: 1 }, mode: [] })
      for (const path of ['queryById', 'list', 'options', 'delete', 'deleteBatch', 'exportXls', 'importJob', 'audit', 'deleteList']) {
        for (const value of ['a\u0000b', '😀', '%', "';--", 'x'.repeat(3000), '__proto__']) {
          const method = path.startsWith('delete') && path !== 'deleteList' ? 'DELETE' : 'GET'
          const answer = await app.call(method, `${base}/${path}`, {
            as: admin,
            query: { id: value, ids: value, keyword: value, job: value, status: value, selections: value },
          })
          if (answer.status >= 500) problems.push(`${method} ${path} ${value.slice(0, 20)}: ${answer.status}`)
        }
      }
    }
    expect(problems).toEqual([])
  })
})

describe('what the server writes to its log', () => {
  test.for(['sqlite', ...(hasPostgres() ? ['postgres' as const] : [])] as const)(
    'has no password, token or hash in it (%s)',
    async (database) => {
      const server = await startServer({
        database: database === 'postgres' ? 'postgres' : 'sqlite',
        env: { DEMO: '0', LOG_LEVEL: 'trace' },
      })
      try {
        const post = async (path: string, body: unknown, token = '') =>
          fetch(`${server.url}/api${path}`, {
            method: 'POST',
            headers: { 'content-type': 'application/json', 'x-access-token': token },
            body: JSON.stringify(body),
          })
        const login = await post('/sys/login', { username: 'admin', password: serverPassword, captcha: '', checkKey: '' })
        const { result }: { result: { token: string } } = JSON.parse(await login.text())
        await post('/sys/login', { username: 'admin', password: 'Wrong-99!', captcha: '', checkKey: '' })
        await post('/sys/user/add', { username: 'x', password, confirmpassword: password }, result.token)
        await post('/sys/user/add?password=Query-99!', '{ broken', result.token)
        await fetch(`${server.url}/api/sys/loginfo?token=${result.token}`)
        const text = server.lines.join('\n')
        expect(server.lines.length).toBeGreaterThan(5)
        for (const secret of [serverPassword, 'Wrong-99!', password, 'Query-99!', result.token, '$argon2'])
          expect(text).not.toContain(secret)
        expect(server.errorLines()).toEqual([])
      } finally {
        await server.remove()
      }
    },
  )
})

describe('planted', () => {
  test('a hash, a field and a password in an answer are told', () => {
    expect(secretIn('{"x":"$argon2id$v=19"}', [])).toBe('a password hash')
    expect(secretIn('{"password":null}', [])).toBe('a secret field')
    expect(secretIn('{"x":"Abc123!@"}', ['Abc123!@'])).toBe('Abc123!@')
    expect(secretIn('{"realname":"x"}', ['Abc123!@'])).toBeUndefined()
  })
})
