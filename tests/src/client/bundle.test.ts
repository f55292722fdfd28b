import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build, type Manifest } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'

const project = join(import.meta.dirname, '../../..')
let folder = ''
let manifest: Manifest = {}

/** The chunk of a source file, and all that it loads without being asked again. */
function chunksOf(source: string, seen = new Set<string>()): Set<string> {
  const chunk = manifest[source]
  if (!chunk) throw new Error(`the build has no ${source}`)
  if (seen.has(chunk.file)) return seen
  seen.add(chunk.file)
  for (const next of chunk.imports ?? []) chunksOf(next, seen)
  return seen
}

/** Kilobytes that these sources bring over the wire, compressed. */
function weightOf(...sources: readonly string[]): number {
  const files = sources.reduce((seen, source) => chunksOf(source, seen), new Set<string>())
  const bytes = [...files].map((file) => gzipSync(readFileSync(join(folder, file)), { level: 9 }).length)
  return bytes.reduce((sum, size) => sum + size, 0) / 1000
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'shiyan-bundle-'))
  await build({
    configFile: join(project, 'vite.config.ts'),
    root: join(project, 'src/client'),
    mode: 'production',
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { outDir: folder, emptyOutDir: true },
  })
  manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8'))
}, 120_000)
afterAll(() => rm(folder, { recursive: true, force: true }))

test('the login page loads less than 150 kB of scripts', () => {
  expect(weightOf('index.html')).toBeLessThan(150)
})

test('the first list loads less than 450 kB of scripts, the login page included', () => {
  expect(weightOf('index.html', 'shell/SignedInPages.tsx', 'pages/EntityScreen.tsx', '../../schemas/teaching/course.ts')).toBeLessThan(450)
})

test('forms, tables and charts are not part of the login page', () => {
  const files = [...chunksOf('index.html')].map((file) => readFileSync(join(folder, file), 'utf8')).join('\n')
  for (const sign of ['ant-table-', 'ant-modal-', 'formily', 'echarts', 'zrender']) expect(files, sign).not.toContain(sign)
})

test('a telephone loads less than 60 kB for everything a student does, styles included, and nothing of antd', () => {
  const { file, css = [] } = manifest['m.html'] ?? {}
  const files = [...chunksOf('m.html'), ...css]
  expect(files).toContain(file)
  const bytes = files.map((name) => gzipSync(readFileSync(join(folder, name)), { level: 9 }).length)
  expect(bytes.reduce((sum, size) => sum + size, 0) / 1000).toBeLessThan(60)
  expect(manifest['m.html']?.dynamicImports ?? []).toEqual([])
  const scripts = [...chunksOf('m.html')].map((name) => readFileSync(join(folder, name), 'utf8')).join('\n')
  for (const sign of ['ant-btn', 'formily', 'axios', 'react-dom']) expect(scripts, sign).not.toContain(sign)
})
