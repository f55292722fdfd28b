import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { buildApp } from '../../src/server/app.ts'
import { readConfig } from '../../src/server/config.ts'
import { shareKey } from './share-key.ts'
import type { DatabaseKind } from './databases.ts'
import { copyStartedData } from './started-data.ts'

/** Password of `admin` in every test application. */
export const adminPassword = 'Admin-12345'

/** A test that ends with its process waits for no disk. */
const quick = { SQLITE_SYNCHRONOUS: 'NORMAL' }

/** The form of every answer; `result` is narrowed by the test that reads it. */
export interface TestEnvelope<Result = unknown> {
  readonly success: boolean
  readonly code: number
  readonly message: string
  readonly result: Result
  readonly details?: Readonly<Record<string, unknown>>
}

export interface TestAnswer<Result> {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: TestEnvelope<Result>
  /** The body as bytes, for files. */
  readonly raw: Buffer
}

export interface TestCallOptions {
  readonly query?: Readonly<Record<string, string | number>>
  /** A plain value is sent as JSON, FormData as multipart. */
  readonly body?: unknown
  /** Token of the caller. */
  readonly as?: string
  readonly headers?: Readonly<Record<string, string>>
}

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

export interface TestApp {
  readonly app: FastifyInstance
  /** One request through the front door; `path` is without `/api`. */
  call<Result = unknown>(method: Method, path: string, options?: TestCallOptions): Promise<TestAnswer<Result>>
  /** Sign in and, if given, choose a role; answers the token. `admin` needs no password here. */
  signIn(username: string, role?: string, password?: string): Promise<string>
  close(): Promise<void>
}

export interface TestAppOptions {
  readonly database: DatabaseKind
  /** Additional environment variables, as the product reads them. */
  readonly env?: Readonly<Record<string, string>>
}

async function multipart(form: FormData): Promise<Pick<InjectOptions, 'payload' | 'headers'>> {
  const encoded = new Response(form)
  const type = encoded.headers.get('content-type') ?? ''
  return { payload: Buffer.from(await encoded.arrayBuffer()), headers: { 'content-type': type } }
}

async function toRequest(method: Method, path: string, { query = {}, body, as, headers }: TestCallOptions): Promise<InjectOptions> {
  const sent: Pick<InjectOptions, 'payload' | 'headers'> =
    body instanceof FormData
      ? await multipart(body)
      : body === undefined
        ? {}
        : { payload: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
  const texts = Object.fromEntries(Object.entries(query).map(([key, value]) => [key, String(value)]))
  return {
    method,
    url: `/api${path}`,
    query: texts,
    ...sent,
    headers: { 'x-file-paths': 'plain', ...headers, ...sent.headers, ...(as ? { 'x-access-token': as } : {}) },
  }
}

/** Bytes that are not JSON (a file, a page) are read as an envelope without a result. */
function envelopeOf<Result>(type: unknown, raw: Buffer): TestEnvelope<Result> {
  const json = String(type).includes('json')
  return JSON.parse(json ? raw.toString('utf8') : '{"success":true,"code":200,"message":"","result":null}')
}

/** The whole product on a fresh database and data folder, without listening. Close it in `afterAll`. */
export async function testApp({ database, env = {} }: TestAppOptions): Promise<TestApp> {
  const folder = mkdtempSync(join(tmpdir(), 'shiyan-test-'))
  const settings = { DATA_DIR: folder, ADMIN_PASSWORD: adminPassword, CAPTCHA: 'off', DEMO: '0', LOG_LEVEL: 'silent', ...quick, ...env }
  if (!('DATA_DIR' in env)) shareKey(folder)
  const hasOwnData = 'DATA_DIR' in env || 'DATABASE_URL' in env
  const postgres = hasOwnData ? undefined : await copyStartedData(database, folder, settings)
  const app = await buildApp(readConfig({ ...(postgres ? { DATABASE_URL: postgres.url } : {}), ...settings }))
  await app.ready()

  async function call<Result = unknown>(method: Method, path: string, options: TestCallOptions = {}): Promise<TestAnswer<Result>> {
    const reply = await app.inject(await toRequest(method, path, options))
    const raw = reply.rawPayload
    return { status: reply.statusCode, headers: reply.headers, raw, body: envelopeOf<Result>(reply.headers['content-type'], raw) }
  }

  async function signIn(username: string, role?: string, password = adminPassword): Promise<string> {
    const login = await call<{ token: string }>('POST', '/sys/login', { body: { username, password, captcha: '', checkKey: '' } })
    if (!login.body.success) throw new Error(`sign-in of ${username} failed: ${login.body.message}`)
    const { token } = login.body.result
    if (!role) return token
    const choice = await call('POST', '/sys/selectRole', { as: token, body: { username, roleCode: role } })
    if (!choice.body.success) throw new Error(`${username} cannot choose role ${role}: ${choice.body.message}`)
    return token
  }

  async function close(): Promise<void> {
    await app.close()
    await postgres?.drop()
    rmSync(folder, { recursive: true, force: true })
  }

  return { app, call, signIn, close }
}
