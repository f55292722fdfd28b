import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loaded } from '../schemas/load.ts'
import { testApp, type Method, type TestApp } from '../support/build-app.ts'
import { onBothDatabases } from '../support/databases.ts'
import { aPerson, password, stored } from './world.ts'
import { expectNone } from '../support/expect-none.ts'

/** Finds a password, its hash, or a login's token in something that leaves the server. */
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
  let teacher: string
  let person: { readonly id: string; readonly username: string; readonly token: string }
  beforeAll(async () => {
    app = await testApp({ database })
    admin = await app.signIn('admin', '1')
    teacher = await app.signIn('admin', '2')
    person = await aPerson(app, admin, '3')
  })
  afterAll(() => app.close())

  test('no answer of any account route contains a password, a hash or a token, whatever is requested', async () => {
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
    const paths = 'list queryById options listStu candidates listTea recycleBin deleteList importTemplate'.split(' ')
    const places = ['/sys/user', '/jw/user', '/jw/tea'].flatMap((base) => paths.map((path) => `${base}/${path}`))
    for (const [place, trick] of places.flatMap((each) => tricks.map((one) => [each, one] as const))) {
      const answer = await app.call('GET', place, { as: admin, query: { id: person.id, ...trick } })
      const problem = secretIn(answer.raw.toString('latin1'), [password, person.token, admin])
      if (problem) problems.push(`${place} ${JSON.stringify(trick)} shows ${problem}`)
      if (answer.status >= 500) problems.push(`${place} ${JSON.stringify(trick)} faults`)
    }
    const edit = await app.call('PUT', '/sys/user/edit', {
      as: admin,
      body: { id: person.id, realname: 'x', password: 'Another1!', confirmpassword: 'Another1!' },
    })
    if (secretIn(edit.raw.toString(), [password, 'Another1!'])) problems.push('edit shows a secret')
    expectNone(problems)
  })

  test('passwords and tokens are stored only as hashes, and the audit trail has neither', async () => {
    await app.call('PUT', '/sys/user/changePassword', {
      as: admin,
      body: { username: person.username, password: 'Another1!', confirmpassword: 'Another1!' },
    })
    for (const row of await stored(app, 'sys_user')) expect(String(row['password'])).toMatch(/^\$argon2id\$/)
    const audit = JSON.stringify(await stored(app, 'sys_audit'))
    expect(secretIn(audit.replaceAll('\\"password\\":[\\"***\\",\\"***\\"]', ''), [password, 'Another1!', 'Admin-12345'])).toBeUndefined()
    expect(JSON.stringify(await stored(app, 'sys_session'))).not.toContain(admin)
  })

  test('what is kept of a save, so that it is not made twice, lets nobody guess what was sent', async () => {
    const body = { id: person.id, password: 'Another2!', confirmpassword: 'Another2!' }
    const key = 'a-save-that-is-kept'
    const saved = await app.call('PUT', '/sys/user/edit', { as: admin, body, headers: { 'idempotency-key': key } })
    expect(saved.body.success).toBe(true)
    const kept = JSON.stringify(await stored(app, 'sys_idempotency'))
    const guessed = createHash('sha256')
      .update(`PUT /api/sys/user/edit\n${JSON.stringify(body)}`)
      .digest('hex')
    expect(kept).toContain(createHash('sha256').update(key).digest('hex'))
    expect(secretIn(kept, [key, guessed, body.password])).toBeUndefined()
  })

  test('odd bodies and addresses are answered without a fault: shape, size, nesting, NUL, wrong types', async () => {
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
    const send = async (method: Method, path: string, given: { body?: unknown; query?: Record<string, string> }) => {
      for (const as of [admin, teacher]) {
        const answer = await app.call(method, path, { as, ...given })
        if (answer.status >= 500) problems.push(`${method} ${path} ${JSON.stringify(given).slice(0, 80)}: ${answer.status}`)
      }
    }
    for (const [entity, value] of loaded.flatMap((one) => values.map((odd) => [one, odd] as const))) {
      const { base } = entity.endpoints
      const body = Object.fromEntries(Object.keys(entity.fields).map((key) => [key, value]))
      await send('POST', `${base}/add`, { body })
      await send('PUT', `${base}/edit`, { body: { ...body, id: value } })
      await send('PUT', `${base}/edit`, { body: { ...body, id: person.id, version: value, _base: value } })
      await send('POST', `${base}/importCommit`, { body: { job: value, mode: value } })
      for (const [name, call] of Object.entries(entity.calls ?? {})) {
        const params = Object.fromEntries(Object.keys(call.params ?? {}).map((key) => [key, value]))
        if (call.verbs.includes('POST')) await send('POST', `${base}/${call.path ?? name}`, { body: params })
      }
    }
    const texts = ['a\u0000b', '😀', '%', "';--", 'x'.repeat(3000), '__proto__']
    const reads = ['queryById', 'list', 'options', 'exportXls', 'importJob', 'audit', 'deleteList', 'addClass', 'addCourseTea']
    for (const [{ endpoints }, value] of loaded.flatMap((one) => texts.map((odd) => [one, odd] as const))) {
      const query = Object.fromEntries(
        ['id', 'ids', 'keyword', 'job', 'status', 'selections', 'courseId', 'classId'].map((key) => [key, value]),
      )
      for (const path of reads) await send('GET', `${endpoints.base}/${path}`, { query })
      for (const path of ['delete', 'deleteBatch']) await send('DELETE', `${endpoints.base}/${path}`, { query })
    }
    expectNone(problems)
  })
})

describe('planted', () => {
  test('a hash, a field and a password in an answer are noticed', () => {
    expect(secretIn('{"x":"$argon2id$v=19"}', [])).toBe('a password hash')
    expect(secretIn('{"password":null}', [])).toBe('a secret field')
    expect(secretIn('{"x":"Abc123!@"}', ['Abc123!@'])).toBe('Abc123!@')
    expect(secretIn('{"realname":"x"}', ['Abc123!@'])).toBeUndefined()
  })
})
