import { join, relative } from 'node:path'
import { build, type Plugin, type Rolldown } from 'vite'
import { root } from '../machine.mjs'

/** Written beside the manifest, which names only the first module of a chunk: the file that each of our modules is in. */
export const placesFile = '.vite/places.json'

/** A page, and where the files lie that bring everything it needs before it is shown. */
interface Page {
  readonly name: string
  readonly starts: readonly string[]
}

/** The back-office from its start page to a list of any entity. Each loads only what those before it lack. */
const pages: readonly Page[] = [
  { name: 'login', starts: ['src/client/index.html'] },
  {
    name: 'list',
    starts: ['src/client/shell/SignedInPages.tsx', 'src/client/pages/EntityScreen.tsx', 'src/client/signed-in/login-calls.ts'],
  },
  { name: 'schemas', starts: ['schemas/'] },
]
/** On a telephone every kilobyte counts, so what students load is left as small as the bundler makes it. */
const students: Page = { name: 'students', starts: ['src/client/m.html'] }

type Chunks = ReadonlyMap<string, Rolldown.OutputChunk>

/** A build in memory without parts: only the bundler knows which modules a page needs once unused code is gone. */
async function chunksWithoutParts(mode: string): Promise<Chunks> {
  const made = await build({
    configFile: join(root, 'vite.config.ts'),
    root: join(root, 'src/client'),
    mode,
    logLevel: 'silent',
    build: { write: false, minify: false },
  })
  const files = [made].flat().flatMap((one) => ('output' in one ? one.output : []))
  return new Map(files.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file] as const] : [])))
}

/** Every module that is loaded with a page. */
function modulesOf({ starts }: Page, chunks: Chunks): ReadonlySet<string> {
  const files = new Set<string>()
  const visit = (file: string) => {
    if (files.has(file)) return
    files.add(file)
    for (const other of chunks.get(file)?.imports ?? []) visit(other)
  }
  for (const [file, { facadeModuleId }] of chunks) if (starts.some((start) => facadeModuleId?.startsWith(join(root, start)))) visit(file)
  return new Set([...files].flatMap((file) => chunks.get(file)?.moduleIds ?? []))
}

/** The part of each module: a page's own code, or its libraries, which change less often. */
function partsOf(chunks: Chunks): ReadonlyMap<string, string> {
  const parts = new Map<string, string>()
  const ofStudents = modulesOf(students, chunks)
  for (const page of pages) {
    for (const id of modulesOf(page, chunks)) {
      if (!parts.has(id)) parts.set(id, id.includes('/node_modules/') ? `${page.name}-libraries` : page.name)
    }
  }
  for (const id of ofStudents) if (parts.has(id)) parts.set(id, 'shared')
  return parts
}

/**
 * Makes few chunks of what each page needs. Left to itself the bundler makes one for each set of pages and windows that share a module,
 * most of them smaller than the request for them. What is loaded later stays as the bundler divides it.
 */
export const pageParts: Plugin = {
  name: 'page-parts',
  apply: 'build',
  async config({ build: asked }, { mode }) {
    if (asked?.write === false) return undefined
    const parts = partsOf(await chunksWithoutParts(mode))
    const groups = [{ name: (id: string) => parts.get(id) ?? null, includeDependenciesRecursively: false }]
    return { build: { rolldownOptions: { output: { codeSplitting: { groups } } } } }
  },
  generateBundle(_options, files) {
    const own = (id: string) => id.startsWith(root) && !id.includes('/node_modules/')
    const places = Object.values(files).flatMap((file) =>
      file.type === 'chunk' ? file.moduleIds.filter(own).map((id) => [relative(root, id), file.fileName] as const) : [],
    )
    this.emitFile({ type: 'asset', fileName: placesFile, source: JSON.stringify(Object.fromEntries(places)) })
  },
}
