import { join, relative } from 'node:path'
import { build, type Plugin, type Rolldown } from 'vite'
import { root } from '../machine.mjs'

/** Written beside the manifest, which names only the first module of a chunk: the file that each of our modules is in. */
export const placesFile = '.vite/places.json'

/** A page, and where the files lie that bring everything it needs before it is shown. */
interface Page {
  readonly name: string
  readonly starts: readonly string[]
  /** Too small for its libraries to be worth a script of their own. */
  readonly whole?: boolean
}

/** The screens that teachers begin with, and what other pages before them need too. */
const coursework = [
  'schemas/identity/account-fields.ts',
  ...['course', 'semester', 'class', 'experiment', 'equipment'].map((name) => `schemas/teaching/${name}.ts`),
]

/** The back-office from its start page to a list, first one of a teacher. Each loads only what those before it lack. */
const pages: readonly Page[] = [
  { name: 'start', starts: ['src/client/index.html'], whole: true },
  { name: 'login', starts: ['src/client/main.tsx'] },
  { name: 'schemas', starts: ['src/client/signed-in/first-list.ts', ...coursework], whole: true },
  { name: 'list', starts: ['src/client/shell/SignedInPages.tsx', 'src/client/pages/EntityScreen.tsx'] },
  { name: 'lessons', starts: ['schemas/teaching/'], whole: true },
  { name: 'identity', starts: ['schemas/identity/'], whole: true },
  { name: 'menu-icons', starts: ['src/client/shell/menu-icons.tsx'], whole: true },
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

/** Every file that is loaded with a page. */
function filesOf({ starts }: Page, chunks: Chunks): ReadonlySet<string> {
  const files = new Set<string>()
  const visit = (file: string) => {
    if (files.has(file)) return
    files.add(file)
    for (const other of chunks.get(file)?.imports ?? []) visit(other)
  }
  const begins = ({ facadeModuleId, moduleIds }: Rolldown.OutputChunk) =>
    starts.map((start) => join(root, start)).some((start) => facadeModuleId?.startsWith(start) || moduleIds.includes(start))
  for (const [file, chunk] of chunks) if (begins(chunk)) visit(file)
  return files
}

const modulesIn = (files: Iterable<string>, chunks: Chunks): string[] => [...files].flatMap((file) => chunks.get(file)?.moduleIds ?? [])

/** Every module of the students' page that something else loads too, if only later. */
function sharedModules(chunks: Chunks): string[] {
  const files = filesOf(students, chunks)
  const others = [...chunks].filter(([file]) => !files.has(file)).map(([, chunk]) => chunk)
  return modulesIn(
    [...files].filter((file) => others.some(({ imports }) => imports.includes(file))),
    chunks,
  )
}

/** The part of each module: a page's own code, or its libraries, which change less often. */
function partsOf(chunks: Chunks): ReadonlyMap<string, string> {
  const parts = new Map<string, string>()
  for (const page of pages) {
    for (const id of modulesIn(filesOf(page, chunks), chunks)) {
      if (!parts.has(id)) parts.set(id, !page.whole && id.includes('/node_modules/') ? `${page.name}-libraries` : page.name)
    }
  }
  for (const id of sharedModules(chunks)) parts.set(id, 'shared')
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
    const groups = [{ name: (id: string) => parts.get(id) ?? null, debugName: 'page-parts', includeDependenciesRecursively: false }]
    return { build: { rolldownOptions: { output: { codeSplitting: { groups } } } } }
  },
  transformIndexHtml: {
    order: 'post',
    /** The start page names the scripts that its first one asks for, so that they come at the same time, and holds no blanks. */
    handler(html, { bundle, chunk }) {
      const files = Object.values(bundle ?? {}).flatMap((file) => (file.type === 'chunk' ? [file] : []))
      const shown = files.find(({ moduleIds }) => moduleIds.includes(join(root, 'src/client/main.tsx')))
      if (!shown || !chunk?.moduleIds.includes(join(root, 'src/client/start.ts'))) return []
      const known = new Set([chunk.fileName, ...chunk.imports])
      const scripts = [shown.fileName, ...shown.imports].filter((file) => !known.has(file))
      const styles = [
        ...new Set(
          files.filter(({ fileName }) => scripts.includes(fileName)).flatMap((file) => [...(file.viteMetadata?.importedCss ?? [])]),
        ),
      ]
      const tags = [
        ...scripts.map((file) => ({ tag: 'link', attrs: { rel: 'modulepreload', crossorigin: true, href: `/${file}` } })),
        ...styles.map((file) => ({ tag: 'link', attrs: { rel: 'stylesheet', crossorigin: true, href: `/${file}` } })),
      ]
      return { html: html.replaceAll(/>\s+</g, '><'), tags }
    },
  },
  generateBundle(_options, files) {
    const own = (id: string) => id.startsWith(root) && !id.includes('/node_modules/')
    const places = Object.values(files).flatMap((file) =>
      file.type === 'chunk' ? file.moduleIds.filter(own).map((id) => [relative(root, id), file.fileName] as const) : [],
    )
    this.emitFile({ type: 'asset', fileName: placesFile, source: JSON.stringify(Object.fromEntries(places)) })
  },
}
