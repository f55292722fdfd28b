import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { Client } from 'pg'
import type { TestAnswer, TestCallOptions, TestEnvelope, Method } from '../support/build-app.ts'
import { serverPassword, type RunningServer } from '../support/start-server.ts'

/** Calls to a server in its own process, with the interface of the test application. */
export interface ServerCalls {
  call<Result = unknown>(method: Method, path: string, options?: TestCallOptions): Promise<TestAnswer<Result>>
  signIn(username: string, role?: string, password?: string): Promise<string>
}

const nothing: TestEnvelope<never> = JSON.parse('{"success":true,"code":200,"message":"","result":null}')

function bodyOf(body: unknown): Pick<RequestInit, 'body' | 'headers'> {
  if (body === undefined) return {}
  return body instanceof FormData ? { body } : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
}

export function callsTo(server: { readonly url: string }): ServerCalls {
  async function call<Result = unknown>(method: Method, path: string, options: TestCallOptions = {}): Promise<TestAnswer<Result>> {
    const { query = {}, body, as } = options
    const search = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]))
    const sent = bodyOf(body)
    const headers = { ...sent.headers, ...(as ? { 'x-access-token': as } : {}) }
    const reply = await fetch(`${server.url}/api${path}?${search}`, { method, ...sent, headers })
    const raw = Buffer.from(await reply.arrayBuffer())
    const json = reply.headers.get('content-type')?.includes('json')
    const envelope: TestEnvelope<Result> = json ? JSON.parse(raw.toString('utf8')) : nothing
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

type Place = Pick<RunningServer, 'dataDir' | 'databaseUrl'>

/** Reads the server's database directly, until it is closed. */
export interface Onlooker {
  /** The rows of one statement, with every cell as text. */
  look(statement: string): Promise<Cells[]>
  close(): Promise<void>
}

const cells = (row: unknown): Cells => Object.fromEntries(Object.entries(Object(row)).map(([key, value]) => [key, String(value)]))

export async function onlooker({ dataDir, databaseUrl }: Place): Promise<Onlooker> {
  if (databaseUrl) {
    const client = new Client({ connectionString: databaseUrl })
    client.on('error', () => undefined)
    await client.connect()
    return {
      async look(statement) {
        const { rows }: { rows: unknown[] } = await client.query(statement)
        return rows.map(cells)
      },
      close: () => client.end(),
    }
  }
  const db = new BetterSqlite3(join(dataDir, 'shiyan.db'), { readonly: true })
  return { look: async (statement) => db.prepare(statement).all().map(cells), close: async () => void db.close() }
}

/** Runs one statement on the server's database. */
export async function lookInto(server: Place, statement: string): Promise<Cells[]> {
  const { look, close } = await onlooker(server)
  return look(statement).finally(close)
}
