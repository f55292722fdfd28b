/**
 * `vite build --config scripts/build/server.ts`: what a server loads at its start in a few files instead of some 1,500, because finding
 * and linking modules takes most of a start. What only some calls need stays in files of its own, and in node_modules.
 */
import { dirname, join, relative } from 'node:path'
import { defineConfig, type Plugin } from 'vite'
import { root } from '../machine.mjs'

const outDir = `${root}/dist/server`
/** Found by the system's loader, or by names that no bundler sees. */
const native = ['better-sqlite3', '@node-rs/argon2']

/** Libraries that are loaded with the first call that needs them stay where they are. */
const lazyLibraries: Plugin = {
  name: 'lazy-libraries',
  enforce: 'pre',
  resolveId: (source, _importer, { kind }) => (kind === 'dynamic-import' && /^[@a-z]/.test(source) ? { id: source, external: true } : null),
}

/** Whether this is a source of ours that asks where it stands. */
const asksItsPlace = (code: string, file: string): boolean =>
  code.includes('import.meta') && !file.includes('/node_modules/') && file.startsWith(root)

/** Folders beside a source are found from the source's own place, and the program of a thread is built like the server. */
const places: Plugin = {
  name: 'places',
  enforce: 'pre',
  transform(code, id) {
    const [file = ''] = id.split('?')
    if (!asksItsPlace(code, file)) return undefined
    const folder = dirname(file)
    return code
      .replaceAll('import.meta.dirname', `(import.meta.dirname + '/${relative(outDir, folder)}')`)
      .replaceAll(/new URL\('\.\/([\w-]+)\.ts', import\.meta\.url\)/g, (_url, name: string) => {
        const program = join(folder, `${name}.ts`)
        const fileName = relative(root, program).replaceAll('/', '-').replace(/ts$/, 'js')
        this.emitFile({ type: 'chunk', id: program, fileName })
        return `new URL('./${fileName}', import.meta.url)`
      })
  },
}

/**
 * Whoever imports `node:http` as a module loads all that it exports, among it what only `fetch` uses: nine megabytes. What is asked of Node by
 * name loads what is asked for.
 */
const askedByName: Plugin = {
  name: 'asked-by-name',
  renderChunk(code, { fileName }) {
    const asked = code.replaceAll(/^import \{ (.*) \} from "node:http";$/gm, (_import, names: string) => {
      return `const { ${names.replaceAll(' as ', ': ')} } = process.getBuiltinModule("node:http");`
    })
    if (/\b(from|import) ?\(?"(node:)?http"/.test(asked)) this.error(`${fileName} imports node:http in a way that is not known here`)
    return asked
  },
}

export default defineConfig({
  root,
  publicDir: false,
  plugins: [lazyLibraries, places, askedByName],
  ssr: { noExternal: true, external: native, target: 'node' },
  build: {
    ssr: true,
    outDir,
    emptyOutDir: true,
    target: 'node24',
    rolldownOptions: {
      // Schemas are few and small here; the list of them is written for the pages, which load one at a time.
      checks: { ineffectiveDynamicImport: false },
      input: { main: `${root}/src/server/main.ts` },
      output: {
        format: 'es',
        comments: false,
        // Readable, and without a character for which V8 would keep two bytes for each of six million.
        minify: { compress: false, mangle: false, codegen: { removeWhitespace: false, asciiOnly: true } },
        entryFileNames: '[name].js',
        chunkFileNames: '[name].js',
        codeSplitting: { groups: [{ name: 'schemas', test: /\/schemas\// }] },
      },
    },
  },
})
