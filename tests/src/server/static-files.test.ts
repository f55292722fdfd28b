import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
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
  const script = `'${name}'`
  writeFileSync(join(folder, 'assets', `${name}.js`), script)
  writeFileSync(join(folder, 'assets', `${name}.js.br`), brotliCompressSync(script))
  writeFileSync(join(folder, 'assets', `${name}.js.gz`), gzipSync(script))
  writeFileSync(join(folder, 'favicon.svg'), '<svg/>')
}

let app: FastifyInstance
const get = (url: string) => app.inject({ method: 'GET', url })
beforeAll(async () => {
  build('one')
  app = fastify()
  await serveClient(app, { captcha: false, folder })
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

describe('a file that the build has compressed', () => {
  const script = `'one'`
  const ask = (url: string, headers: Readonly<Record<string, string>>) => app.inject({ method: 'GET', url, headers })

  test.each([
    ['br, gzip, deflate, zstd', 'br'],
    ['gzip, deflate', 'gzip'],
    ['gzip;q=1, br;q=0.5', 'gzip'],
    ['gzip;q=0.5, br;q=0', 'gzip'],
    ['*', 'gzip'],
  ])('for “%s” is sent as %s, with its type and a tag of its own', async (accepted, encoding) => {
    const plain = await ask('/assets/one.js', {})
    const answer = await ask('/assets/one.js', { 'accept-encoding': accepted })
    expect(answer.headers).toMatchObject({
      'content-encoding': encoding,
      'content-type': 'application/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'accept-encoding',
    })
    expect((encoding === 'br' ? brotliDecompressSync : gunzipSync)(answer.rawPayload).toString()).toBe(script)
    expect(answer.headers.etag).not.toBe(plain.headers.etag)
    const again = await ask('/assets/one.js', { 'accept-encoding': accepted, 'if-none-match': String(answer.headers.etag) })
    expect(again.statusCode).toBe(304)
    expect(again.headers.vary).toBe('accept-encoding')
  })

  test.each(['', 'identity', 'deflate', 'br;q=0, gzip;q=0', 'zstd'])(
    'for “%s” is sent as it is, and says that it varies',
    async (accepted) => {
      const answer = await ask('/assets/one.js', { 'accept-encoding': accepted })
      expect(answer.headers['content-encoding']).toBeUndefined()
      expect(answer.headers.vary).toBe('accept-encoding')
      expect(answer.body).toBe(script)
    },
  )

  test('is sent as it is where the build has made no smaller form', async () => {
    const answer = await ask('/favicon.svg', { 'accept-encoding': 'br, gzip' })
    expect(answer.headers['content-encoding']).toBeUndefined()
    expect(answer.body).toBe('<svg/>')
  })
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
