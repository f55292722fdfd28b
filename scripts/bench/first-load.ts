import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Manifest } from 'vite'
import { placesFile } from '../build/page-parts.ts'
import { root } from '../machine.mjs'

/** Kilobytes (1000 bytes) of gzip that a browser without cache fetches. */
export interface FirstLoad {
  readonly page: string
  readonly kilobytes: number
  readonly limit: number
  /** How many scripts it may fetch. */
  readonly scripts: number
  readonly files: readonly string[]
}

/** What each page needs besides its start page: the sources that it loads on demand before it shows. */
const pages: readonly (Omit<FirstLoad, 'kilobytes' | 'files'> & { readonly start: string; readonly needs: readonly string[] })[] = [
  { page: 'login page', limit: 100, scripts: 5, start: 'index.html', needs: ['src/client/main.tsx'] },
  {
    page: 'first list',
    limit: 400,
    scripts: 12,
    start: 'index.html',
    needs: [
      'src/client/main.tsx',
      'src/client/signed-in/first-list.ts',
      'src/client/shell/SignedInPages.tsx',
      'src/client/pages/EntityScreen.tsx',
      'schemas/teaching/equipment.ts',
      'schemas/teaching/course.ts',
      'schemas/teaching/semester.ts',
    ],
  },
  { page: "student's page", limit: 28, scripts: 3, start: 'm.html', needs: [] },
]

/** What a build says about itself. */
interface Built {
  readonly manifest: Manifest
  /** The file of each source. */
  readonly places: Readonly<Record<string, string | undefined>>
}

/** The chunks of these sources, and all that they load without being asked again, styles and the page itself included. */
function filesOf({ manifest, places }: Built, start: string, needs: readonly string[]): Set<string> {
  const files = new Set([start])
  const seen = new Set<string>()
  const visit = (name: string | undefined) => {
    const chunk = manifest[name ?? '']
    if (name === undefined || !chunk) throw new Error(`the build has no ${name}`)
    if (seen.has(name)) return
    seen.add(name)
    files.add(chunk.file)
    for (const css of chunk.css ?? []) files.add(css)
    for (const other of chunk.imports ?? []) visit(other)
  }
  visit(start)
  for (const source of needs) visit(Object.keys(manifest).find((name) => manifest[name]?.file === places[source]))
  return files
}

/** Sizes read from the build in this folder; none where there is no build. */
export function firstLoads(folder = join(root, 'dist/client')): FirstLoad[] {
  const path = join(folder, '.vite/manifest.json')
  if (!existsSync(path)) return []
  const built: Built = {
    manifest: JSON.parse(readFileSync(path, 'utf8')),
    places: JSON.parse(readFileSync(join(folder, placesFile), 'utf8')),
  }
  return pages.map(({ start, needs, ...page }) => {
    const files = [...filesOf(built, start, needs)]
    const bytes = files.reduce((sum, file) => sum + gzipSync(readFileSync(join(folder, file))).length, 0)
    return { ...page, kilobytes: Math.round(bytes / 100) / 10, files }
  })
}
