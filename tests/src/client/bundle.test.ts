import { readFileSync, statSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { build, type Manifest } from 'vite'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { firstLoads, type FirstLoad } from '../../../scripts/bench/first-load.ts'
import { expectNone } from '../../support/expect-none.ts'

const project = join(import.meta.dirname, '../../..')
let folder = ''
let loads: readonly FirstLoad[] = []
let manifest: Manifest = {}

const brotliOf = (file: string) => readFileSync(join(folder, `${file}.br`))
const gzipOf = (file: string) => readFileSync(join(folder, `${file}.gz`))
const scriptsOf = (page: string): string =>
  (loads.find((load) => load.page === page)?.files ?? [])
    .filter((file) => file.endsWith('.js'))
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .join('\n')

beforeAll(async () => {
  vi.stubEnv('NODE_ENV', 'production')
  folder = await mkdtemp(join(tmpdir(), 'shiyan-bundle-'))
  await build({
    configFile: join(project, 'vite.config.ts'),
    root: join(project, 'src/client'),
    mode: 'production',
    logLevel: 'error',
    build: { outDir: folder, emptyOutDir: true },
  })
  loads = firstLoads(folder)
  manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8'))
}, 120_000)
afterAll(async () => {
  vi.unstubAllEnvs()
  await rm(folder, { recursive: true, force: true })
})

test('no page loads more than its limit, including everything needed before it is shown', () => {
  expect(loads.map(({ page }) => page)).toEqual(['login page', 'first list', "student's page"])
  for (const { page, kilobytes, limit } of loads) expect(kilobytes, page).toBeLessThan(limit)
})

test('every script and style sheet of 1 kB and more is there as Brotli and as gzip too, each smaller than the one before', () => {
  const files = loads.flatMap((load) => load.files.filter((file) => /\.(js|css)$/.test(file) && statSync(join(folder, file)).size >= 1000))
  expect(files.length).toBeGreaterThan(0)
  for (const file of files) {
    const [brotli, gzip] = [brotliOf(file), gzipOf(file)]
    expect(brotliDecompressSync(brotli), file).toEqual(readFileSync(join(folder, file)))
    expect(gunzipSync(gzip), file).toEqual(readFileSync(join(folder, file)))
    expect(brotli.length, file).toBeLessThan(gzip.length)
  }
})

test('the login page loads no forms, tables or charts; the first list loads no charts and no menu icons', () => {
  const [login, list] = [scriptsOf('login page'), scriptsOf('first list')]
  expect(login).toContain('登录')
  for (const sign of ['ant-table-', 'ant-modal-', 'formily', 'echarts', 'zrender']) expect(login, sign).not.toContain(sign)
  expect(list).toContain('ant-table-')
  for (const sign of ['formily', 'echarts', 'zrender', 'usergroup-add']) expect(list, sign).not.toContain(sign)
})

test('everything that a student loads on a telephone contains nothing of antd, and nothing more is loaded later', () => {
  const scripts = scriptsOf("student's page")
  expect(scripts).toContain('提交')
  expectNone(manifest['m.html']?.dynamicImports ?? [])
  for (const sign of ['ant-btn', 'formily', 'axios', 'react-dom']) expect(scripts, sign).not.toContain(sign)
})
