import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../support/build-app.ts'

let app: TestApp
let port: number
beforeAll(async () => {
  app = await testApp({ database: 'sqlite' })
  port = Number(new URL(await app.app.listen({ host: '127.0.0.1', port: 0 })).port)
})
afterAll(() => app.close())

const answerTo = (bytes: string): Promise<string> =>
  new Promise((done, fail) => {
    let text = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
    socket.setEncoding('utf8').on('data', (more: string) => (text += more))
    socket.on('end', () => done(text)).on('error', fail)
  })

test('a malformed request is answered in the envelope, with a sentence', async () => {
  const long = await answerTo(`GET /api/sys/randomImage/${'a'.repeat(20_000)} HTTP/1.1\r\nhost: x\r\n\r\n`)
  expect(long).toContain('HTTP/1.1 431 ')
  expect(long).toContain('"code":431,"message":"请求地址或请求头过长"')
  const nonsense = await answerTo('这不是请求\r\n\r\n')
  expect(nonsense).toContain('HTTP/1.1 400 ')
  expect(nonsense).toContain('"success":false,"code":400,"message":"请求格式不正确"')
})
