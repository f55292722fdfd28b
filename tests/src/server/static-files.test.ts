import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serveClient } from '../../../src/server/static-files.ts'

const folder = mkdtempSync(join(tmpdir(), 'shiyan-client-'))

/** The output of a build. */
function build(name: string): void {
  rmSync(join(folder, 'assets'), { recursive: true, force: true })
  mkdirSync(join(folder, 'assets'))
  mkdirSync(join(folder, '.vite'), { recursive: true })
  writeFileSync(join(folder, '.vite', 'manifest.json'), '{"secret":1}')
  writeFileSync(join(folder, 'index.html'), `<meta nonce="__CSP_NONCE__"><script type="module" src="/assets/${name}.js"></script>`)
  writeFileSync(join(folder, 'm.html'), `<meta nonce="__CSP_NONCE__"><script type="module" src="/assets/m-${name}.js"></script>`)
  writeFileSync(join(folder, 'assets', `${name}.js`), `'${name}'`)
  writeFileSync(join(folder, 'favicon.svg'), '<svg/>')
}

let app: FastifyInstance
const get = (url: string) => app.inject({ method: 'GET', url })
beforeAll(async () => {
  build('one')
  app = fastify()
  await serveClient(app, folder)
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

test('every address that is not a file is the start page, revalidated each time, with its own nonce', async () => {
  const nonces = new Set<string>()
  for (const url of ['/', '/index.html', '/teaching/course?pageNo=2', '/.vite/manifest.json']) {
    const answer = await get(url)
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-cache', 'content-type': 'text/html; charset=utf-8' })
    expect(answer.body).toContain('/assets/one.js')
    nonces.add(/nonce="([^"]+)"/.exec(answer.body)?.[1] ?? '')
  }
  expect(nonces.size).toBe(4)
  expect(nonces.has('__CSP_NONCE__')).toBe(false)
})

test('students have their own start page at /m and below, with its own nonce', async () => {
  for (const url of ['/m', '/m/', '/m?from=qr', '/m/item/17', '/m.html']) {
    const answer = await get(url)
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-cache', 'content-type': 'text/html; charset=utf-8' })
    expect(answer.body).toContain('/assets/m-one.js')
    const nonce = /nonce="([^"]+)"/.exec(answer.body)?.[1] ?? ''
    expect(nonce).not.toBe('__CSP_NONCE__')
    expect(answer.headers['content-security-policy']).toContain(`'nonce-${nonce}'`)
  }
  expect((await get('/monitor')).body).toContain('/assets/one.js')
})

test('assets may be cached for ever, other files may not', async () => {
  expect((await get('/assets/one.js')).headers['cache-control']).toBe('public, max-age=31536000, immutable')
  expect((await get('/favicon.svg')).headers['cache-control']).not.toContain('immutable')
})

test('a build made while the server runs takes effect completely: new page, new assets, 404 for the old ones', async () => {
  build('two')
  expect((await get('/')).body).toContain('/assets/two.js')
  expect((await get('/assets/two.js')).body).toBe(`'two'`)
  const gone = await get('/assets/one.js')
  expect(gone.statusCode).toBe(404)
  expect(gone.body).toBe('')
  expect(gone.headers['cache-control']).toBe('no-store')
})

test('while a build has removed the start page, every page says so and comes back by itself', async () => {
  rmSync(join(folder, 'index.html'))
  for (const url of ['/', '/teaching/course']) {
    const answer = await get(url)
    expect(answer.statusCode).toBe(503)
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'content-type': 'text/plain; charset=utf-8' })
    expect(answer.body).toContain('网页尚未构建或正在构建')
  }
  build('three')
  expect((await get('/')).body).toContain('/assets/three.js')
})

test('no address leads out of the folder', async () => {
  writeFileSync(join(folder, '..', 'shiyan-outside.txt'), 'outside')
  for (const url of ['/../shiyan-outside.txt', '/..%2fshiyan-outside.txt', '/assets/..%2f..%2fshiyan-outside.txt', '/%00'])
    expect((await get(url)).body).not.toContain('outside')
  rmSync(join(folder, '..', 'shiyan-outside.txt'))
})
