import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Manifest } from 'vite'
import { root } from '../machine.mjs'

/** Kilobytes (1000 bytes) of gzip that a browser without cache fetches. */
export interface FirstLoad {
  readonly page: string
  readonly kilobytes: number
  readonly limit: number
  readonly files: readonly string[]
}

/** What each page needs besides the entry: the chunks that it loads on demand before it shows. */
const pages: readonly { readonly page: string; readonly limit: number; readonly start: string; readonly needs: readonly string[] }[] = [
  { page: 'login page', limit: 150, start: 'index.html', needs: [] },
  {
    page: 'first list',
    limit: 450,
    start: 'index.html',
    needs: [
      'shell/SignedInPages.tsx',
      'pages/EntityScreen.tsx',
      '../../schemas/teaching/equipment.ts',
      '../../schemas/teaching/course.ts',
      '../../schemas/teaching/semester.ts',
    ],
  },
  { page: "student's page", limit: 60, start: 'm.html', needs: [] },
]

/** The chunks of these sources, and all that they load without being asked again, styles and the page itself included. */
function filesOf(manifest: Manifest, start: string, needs: readonly string[]): Set<string> {
  const files = new Set([start])
  const seen = new Set<string>()
  const visit = (name: string) => {
    const chunk = manifest[name]
    if (!chunk) throw new Error(`the build has no ${name}`)
    if (seen.has(name)) return
    seen.add(name)
    files.add(chunk.file)
    for (const css of chunk.css ?? []) files.add(css)
    for (const other of chunk.imports ?? []) visit(other)
  }
  for (const name of [start, ...needs]) visit(name)
  return files
}

/** Sizes read from the build in this folder; none where there is no build. */
export function firstLoads(folder = join(root, 'dist/client')): FirstLoad[] {
  const path = join(folder, '.vite/manifest.json')
  if (!existsSync(path)) return []
  const manifest: Manifest = JSON.parse(readFileSync(path, 'utf8'))
  return pages.map(({ page, limit, start, needs }) => {
    const files = [...filesOf(manifest, start, needs)]
    const bytes = files.reduce((sum, file) => sum + gzipSync(readFileSync(join(folder, file))).length, 0)
    return { page, limit, kilobytes: Math.round(bytes / 100) / 10, files }
  })
}
