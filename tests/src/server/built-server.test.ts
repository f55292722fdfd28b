import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { root } from '../../../scripts/machine.mjs'
import { sample } from '../../engine/server/transfer/workbook-files.ts'
import { callsTo, type ServerCalls } from '../../long/server-calls.ts'
import { onBothDatabases } from '../../support/databases.ts'
import { startServer, type RunningServer } from '../../support/start-server.ts'

/** What the bundler moved or left behind is found: threads, folders beside sources, native code, libraries of single calls. */
onBothDatabases('the server that npm start runs', (database) => {
  let server: RunningServer
  let calls: ServerCalls
  let as: string
  beforeAll(async () => {
    if (!existsSync(join(root, 'dist/server/main.js'))) throw new Error('node scripts/set-up.mjs test builds the server')
    server = await startServer({ database, built: true, env: { DEMO: '0', LOG_LEVEL: 'warn' } })
    calls = callsTo(server)
    as = await calls.signIn('admin', '1')
  })
  afterAll(() => server.remove())

  test('reads a sheet in its thread, and writes one', async () => {
    const body = new FormData()
    body.append('file', new Blob([Uint8Array.from(sample('students-2000.xlsx'))]), 'students.xlsx')
    expect((await calls.call('POST', '/jw/user/importExcel', { as, body })).body).toMatchObject({ success: true, result: { add: 2000 } })
    const sheet = await calls.call('GET', '/jw/user/exportXls', { as })
    expect(sheet.raw.subarray(0, 2).toString()).toBe('PK')
  })

  test('backs its database up, in a thread where it is a file', async () => {
    const jobs = await calls.call<{ records: { id: string; jobClassName: string }[] }>('GET', '/sys/quartzJob/list', { as })
    const id = jobs.body.result.records.find(({ jobClassName }) => jobClassName.endsWith('BackUpJob'))?.id ?? ''
    expect((await calls.call('GET', '/sys/quartzJob/execute', { as, query: { id } })).body.message).toBe('执行成功!')
    const run = { as, query: { jobId: id } }
    const outcome = async () => JSON.stringify((await calls.call('GET', '/sys/quartzJobRun/list', run)).body)
    await expect.poll(outcome, { timeout: 30_000 }).toContain('已备份到 backups/')
  })

  test('describes its calls, and serves the pages', async () => {
    expect((await calls.call('GET', '/openapi.json')).raw.toString()).toContain('"/api/inspect/bhInspectionResult/edit"')
    const page = await fetch(server.url)
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<div id="root">')])
  })

  test('starts again on what it has written, and has complained of nothing', async () => {
    await server.stop('SIGTERM')
    server = await server.restart()
    expect((await callsTo(server).call('GET', '/sys/user/list', { as })).body.success).toBe(true)
    expect(server.errorLines()).toEqual([])
  })
})

test('the built server imports nothing of node:http as a module, which would load what only fetch uses', () => {
  const files = globSync('dist/server/*.js', { cwd: root }).map((file) => readFileSync(join(root, file), 'utf8'))
  expect(files.some((text) => text.includes('process.getBuiltinModule("node:http")'))).toBe(true)
  expect(files.filter((text) => /\b(from|import) ?\(?"(node:)?http"/.test(text))).toEqual([])
})
