import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../support/build-app.ts'
import { expectNone } from '../../../support/expect-none.ts'

interface Operation {
  readonly summary?: string
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema: { readonly properties: Readonly<Record<string, unknown>> } }>>
  }
  readonly responses?: Readonly<Record<string, { readonly content?: Readonly<Record<string, unknown>> }>>
}

const workbook = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
let app: TestApp
let paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
beforeAll(async () => {
  app = await testApp({ database: 'sqlite' })
  paths = JSON.parse((await app.app.inject({ method: 'GET', url: '/api/openapi.json' })).body).paths
})
afterAll(() => app.close())

test('the documentation lists only calls: no catch-all, no page', () => {
  expect(Object.keys(paths).filter((path) => !path.startsWith('/api/') || path.includes('{*}'))).toEqual(['/api/sys/common/static/{*}'])
})

test('every call says in words what it does; the log of operations has these words as well', () => {
  const all = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, one]) => ({ path, method, ...one })),
  )
  expect(all.length).toBeGreaterThan(500)
  expectNone(all.filter(({ summary = '' }) => summary === '').map(({ path, method }) => `${method} ${path}`))
})

test('uploads are forms, workbooks are workbooks, everything else is JSON', () => {
  for (const [path, operations] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      const takes = Object.keys(operation.requestBody?.content ?? {})
      const isForm = /\/(importExcel|importCheck|common\/upload|oss\/file\/upload|upload\/uploadMinio)$/.test(path)
      if (takes.length)
        expect({ path, method, takes }).toEqual({ path, method, takes: [isForm ? 'multipart/form-data' : 'application/json'] })
      const answers = Object.keys(operation.responses?.['200']?.content ?? {})
      const isWorkbook = /\/(exportXls|importTemplate|importFaults)$/.test(path)
      expect({ path, method, answers }).toEqual({ path, method, answers: isWorkbook ? [workbook] : [] })
    }
  }
  const form = paths['/api/inspect/bhFacility/importExcel']?.['post']?.requestBody?.content['multipart/form-data']?.schema.properties
  expect(form).toMatchObject({ file: { type: 'string', format: 'binary' }, courseId: { type: 'string' } })
})

test('the page lists the fields of forms, too', async () => {
  const { body } = await app.app.inject({ method: 'GET', url: '/api/docs' })
  expect(body).toMatch(/\/api\/sys\/common\/upload<\/code>.*?<code>biz<\/code>/)
})

test('a refusal of a call that answers a workbook is still an envelope', async () => {
  const admin = await app.signIn('admin', '1')
  const answer = await app.call('POST', '/sys/user/exportXls', {
    as: admin,
    body: { selections: Array.from({ length: 20_001 }, (_, n) => n) },
  })
  expect(answer.body).toMatchObject({ success: false, code: 500 })
})

test('an empty body declared as JSON counts as no body; a broken one is refused', async () => {
  const token = await app.signIn('admin', '1')
  const headers = { 'x-access-token': token, 'content-type': 'application/json' }
  const send = (method: 'DELETE' | 'PUT' | 'POST', url: string, payload?: string) =>
    app.app.inject({ method, url: `/api${url}`, headers, ...(payload === undefined ? {} : { payload }) })
  expect((await send('DELETE', '/sys/dict/delete?id=none')).json()).toMatchObject({ code: 500, message: '未找到对应实体' })
  expect((await send('DELETE', '/sys/dict/delete?id=none', '')).json()).toMatchObject({ code: 500, message: '未找到对应实体' })
  expect((await send('PUT', '/sys/dict/back/none', ' ')).json()).toMatchObject({ code: 500, message: '未找到对应实体' })
  expect((await send('POST', '/sys/dict/add', '')).json()).toMatchObject({ code: 422, details: { dictCode: expect.any(String) } })
  expect((await send('DELETE', '/sys/dict/delete?id=none', '{')).json()).toMatchObject({ code: 422, message: '请求格式不正确' })
  expect((await send('POST', '/sys/dict/add', '{"__proto__":{"x":1}}')).json()).toMatchObject({ code: 422, message: '请求格式不正确' })
  const deep = `${'['.repeat(9000)}${']'.repeat(9000)}`
  expect((await send('POST', '/sys/dict/add', `{"x":${deep}}`)).json()).toMatchObject({ code: 422, message: '请求格式不正确' })
})
