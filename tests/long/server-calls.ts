import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { Client } from 'pg'
import type { Answer, CallOptions, Envelope, Method } from '../support/build-app.ts'
import { serverPassword, type RunningServer } from '../support/start-server.ts'

/** The front door of a server that runs as a process of its own, called as the test application is. */
export interface ServerCalls {
  call<Result = unknown>(method: Method, path: string, options?: CallOptions): Promise<Answer<Result>>
  signIn(username: string, role?: string, password?: string): Promise<string>
}

const nothing: Envelope<never> = JSON.parse('{"success":true,"code":200,"message":"","result":null}')

function bodyOf(body: unknown): Pick<RequestInit, 'body' | 'headers'> {
  if (body === undefined) return {}
  return body instanceof FormData ? { body } : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
}

export function callsTo(server: { readonly url: string }): ServerCalls {
  async function call<Result = unknown>(method: Method, path: string, options: CallOptions = {}): Promise<Answer<Result>> {
    const { query = {}, body, as } = options
    const search = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]))
    const sent = bodyOf(body)
    const headers = { ...sent.headers, ...(as ? { 'x-access-token': as } : {}) }
    const reply = await fetch(`${server.url}/api${path}?${search}`, { method, ...sent, headers })
    const raw = Buffer.from(await reply.arrayBuffer())
    const json = reply.headers.get('content-type')?.includes('json')
    const envelope: Envelope<Result> = json ? JSON.parse(raw.toString('utf8')) : nothing
    return { status: reply.status, headers: Object.fromEntries(reply.headers), raw, body: envelope }
  }
  return {
    call,
    async signIn(username, role, password = serverPassword) {
      const login = await call<{ token: string }>('POST', '/sys/login', { body: { username, password, captcha: '', checkKey: '' } })
      if (!login.body.success) throw new Error(`sign-in of ${username} failed: ${login.body.message}`)
      const { token } = login.body.result
      if (role) await call('POST', '/sys/selectRole', { as: token, body: { username, roleCode: role } })
      return token
    },
  }
}

export type Cells = Readonly<Record<string, string>>

/** One statement on the server's database, past the server; every cell as text. */
export async function lookInto(server: Pick<RunningServer, 'dataDir' | 'databaseUrl'>, text: string): Promise<Cells[]> {
  const cells = (row: unknown): Cells => Object.fromEntries(Object.entries(Object(row)).map(([key, value]) => [key, String(value)]))
  if (server.databaseUrl) {
    const client = new Client({ connectionString: server.databaseUrl })
    client.on('error', () => undefined)
    await client.connect()
    const { rows }: { rows: unknown[] } = await client.query(text).finally(() => client.end())
    return rows.map(cells)
  }
  const db = new BetterSqlite3(join(server.dataDir, 'shiyan.db'), { readonly: true })
  const rows = db.prepare(text).all()
  db.close()
  return rows.map(cells)
}
