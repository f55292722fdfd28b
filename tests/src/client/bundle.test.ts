import { readFileSync, statSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { build, type Manifest } from 'vite'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { firstLoads, type FirstLoad } from '../../../scripts/bench/first-load.ts'
import { placesFile } from '../../../scripts/build/page-parts.ts'
import { expectNone } from '../../support/expect-none.ts'

const project = join(import.meta.dirname, '../../..')
let folder = ''
let loads: readonly FirstLoad[] = []
let manifest: Manifest = {}

const brotliOf = (file: string) => readFileSync(join(folder, `${file}.br`))
const gzipOf = (file: string) => readFileSync(join(folder, `${file}.gz`))
const isScript = (file: string) => file.endsWith('.js')
const scriptsOf = (page: string): string =>
  (loads.find((load) => load.page === page)?.files ?? [])
    .filter(isScript)
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .join('\n')

/** What the scripts of a page contain and what they do not; the scripts themselves are too long for a message. */
function expectSigns(page: string, present: readonly string[], absent: readonly string[]): void {
  const scripts = scriptsOf(page)
  expectNone(present.filter((sign) => !scripts.includes(sign)))
  expectNone(absent.filter((sign) => scripts.includes(sign)))
}

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

test('no page fetches more scripts than its limit before it is shown', () => {
  for (const { page, files, scripts } of loads) expect(files.filter(isScript).length, page).toBeLessThanOrEqual(scripts)
})

test('the start page names every script and style of the login page, so that they are fetched at the same time, and no other', () => {
  const page = readFileSync(join(folder, 'index.html'), 'utf8')
  const named = [...page.matchAll(/(?:href|src)="\/(assets\/[^"]+)"/g)].map(([, file]) => file)
  const login = loads.find((load) => load.page === 'login page')?.files.filter((file) => file.startsWith('assets/')) ?? []
  expect(named.toSorted()).toEqual(login.toSorted())
})

test('no script imports one that imports it, so each finds what it needs when it runs', () => {
  const importsOf = (name: string): readonly string[] => manifest[name]?.imports ?? []
  const inCircle = (name: string) => {
    const reached = new Set(importsOf(name))
    for (const other of reached) for (const next of importsOf(other)) reached.add(next)
    return reached.has(name)
  }
  expect(Object.keys(manifest).length).toBeGreaterThan(20)
  expectNone(Object.keys(manifest).filter(inCircle))
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

test('the login page loads no forms, tables or charts; the first list loads no charts, no trees and no menu icons', () => {
  expectSigns('login page', ['登录'], ['ant-table-', 'ant-modal-', 'formily', 'echarts', 'zrender'])
  expectSigns('first list', ['ant-table-'], ['formily', 'echarts', 'zrender', 'itemScrollOffset'])
  const places: Readonly<Record<string, string>> = JSON.parse(readFileSync(join(folder, placesFile), 'utf8'))
  expect(loads.flatMap(({ files }) => files)).not.toContain(places['src/client/shell/menu-icons.tsx'])
})

test('everything that a student loads on a telephone contains nothing of antd, and nothing more is loaded later', () => {
  expectSigns("student's page", ['提交'], ['ant-btn', 'formily', 'axios', 'react-dom'])
  expectNone(manifest['m.html']?.dynamicImports ?? [])
})
