import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../support/build-app.ts'

const types = [
  'application/json',
  'text/plain',
  'application/xml',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/octet-stream',
  'nonsense',
]

let app: TestApp
beforeAll(async () => {
  app = await testApp({ database: 'sqlite' })
})
afterAll(() => app.close())

test.each(types)('an unknown path answers 404 to a body of type %s, whatever the verb', async (type) => {
  for (const url of ['/api/no/such', '/api/sys/user/noSuch', '/api', '/no/such']) {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const) {
      const answer = await app.app.inject({ method, url, headers: { 'content-type': type }, payload: '{"broken' })
      expect({ method, url, status: answer.statusCode }).toEqual({ method, url, status: 404 })
      expect(answer.json()).toMatchObject({ success: false, code: 404, message: '路径不存在，请检查路径是否正确' })
    }
  }
})

test('it answers before the body has arrived', async () => {
  const { port } = new URL(await app.app.listen({ port: 0, host: '127.0.0.1' }))
  const { promise, resolve } = Promise.withResolvers<string>()
  const socket = connect(Number(port), '127.0.0.1', () => {
    socket.write(
      'POST /api/no/such HTTP/1.1\r\nHost: here\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 900000\r\n\r\n--x',
    )
  })
  socket.once('data', (data) => resolve(String(data)))
  expect(await promise).toMatch(/^HTTP\/1.1 404 /)
  socket.destroy()
})

test('a verb that a path does not support is answered with the supported verbs, whatever the body', async () => {
  const answer = await app.app.inject({
    method: 'PUT',
    url: '/api/sys/login',
    headers: { 'content-type': 'multipart/form-data' },
    payload: 'x',
  })
  expect([answer.statusCode, answer.headers['allow'], answer.json().code]).toEqual([405, 'POST', 405])
})

test('no answer of a call may be cached on the way', async () => {
  const admin = await app.signIn('admin', '1')
  for (const [path, as] of [
    ['/sys/user/list', admin],
    ['/sys/user/list', ''],
    ['/no/such', admin],
    ['/sys/randomImage/x', ''],
    ['/openapi.json', ''],
    ['/sys/user/exportXls', admin],
  ] as const) {
    const answer = await app.call('GET', path, { as })
    expect([path, answer.headers['cache-control']]).toEqual([path, 'no-store'])
  }
})
