import { expect, test } from 'vitest'
import { hasPostgres } from '../support/databases.ts'
import { expectNone } from '../support/expect-none.ts'
import { serverPassword, startServer } from '../support/start-server.ts'
import { password } from './world.ts'

test.for(['sqlite', ...(hasPostgres() ? ['postgres' as const] : [])] as const)(
  'the log of the server contains no password, token or hash (%s)',
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
      for (const secret of [serverPassword, 'Wrong-99!', password, 'Query-99!', result.token, '$argon2']) expect(text).not.toContain(secret)
      expectNone(server.errorLines())
    } finally {
      await server.remove()
    }
  },
)
