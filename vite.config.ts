import { availableParallelism } from 'node:os'
import react from '@vitejs/plugin-react'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'
import { compressedFiles } from './scripts/build/compressed-files.ts'
import { leftOut } from './scripts/build/left-out.ts'
import { pageParts } from './scripts/build/page-parts.ts'

const project = import.meta.dirname
/** Tests that may ask for a PostgreSQL cluster: of a plugin those of its server half, and those of the whole. */
const api = [
  'tests/api/**/*.test.ts',
  'tests/support/**/*.test.ts',
  'tests/engine/server/**/*.test.ts',
  'tests/engine/fields/**/*.test.ts',
  'tests/src/server/**/*.test.ts',
  'tests/src/plugins/*/server/**/*.test.ts',
  'tests/src/plugins/*/*.test.ts',
]
/** Modules that only export: an import of one name does not pull the rest of a face into the login page. */
const pure =
  /\/(engine|schemas|src\/client|src\/feed)\/(?!.*\.css).*\.tsx?$|\/node_modules\/(rc-field-form|@rc-component\/async-validator)\//
/** Two start pages: the back-office, and the students' telephones at `/m`. */
const pages = ['index.html', 'm.html'].map((page) => `${project}/src/client/${page}`)
/** While developing, too, every address below `/m` is the students' page. */
const studentsPage: Plugin = {
  name: 'students-page',
  configureServer({ middlewares }) {
    middlewares.use((request, _answer, next) => {
      if (request.url?.startsWith('/m/')) request.url = '/m.html'
      next()
    })
  },
}
/** What libraries say to screen readers in English, by the file that says it. */
const labels: readonly (readonly [file: string, ...(readonly [english: string, chinese: string])[]])[] = [
  ['/components/AntdIcon.js', ['"aria-label": icon.name', '"aria-hidden": true']],
  ['/TabNavList/TabNode.js', ['"Tab ".concat(currentPosition, " of ").concat(tabCount)', '`第 ${currentPosition} 个，共 ${tabCount} 个`']],
  ['/rc-input-number/es/StepHandler.js', ['"Increase Value"', '"增加"'], ['"Decrease Value"', '"减少"']],
  ['/table/hooks/useSelection.js', ["'Select all'", "'全选'"]],
]
/** Icons beside words say nothing, a tab says which one it is. */
const chineseLabels: Plugin = {
  name: 'chinese-labels',
  transform(code, id) {
    const [, ...words] = labels.find(([file]) => id.endsWith(file)) ?? []
    return words.length > 0 ? words.reduce((text, [english, chinese]) => text.replace(english, chinese), code) : undefined
  },
}
const cluster = ['tests/support/postgres-cluster.ts']

export default defineConfig({
  root: 'src/client',
  plugins: [react(), studentsPage, chineseLabels, leftOut, pageParts, compressedFiles],
  optimizeDeps: { rolldownOptions: { plugins: [chineseLabels, leftOut] } },
  build: {
    outDir: '../../dist/client',
    emptyOutDir: true,
    manifest: true,
    chunkSizeWarningLimit: 1500,
    rolldownOptions: { input: pages, treeshake: { moduleSideEffects: [{ test: pure, sideEffects: false }] } },
  },
  server: { host: '127.0.0.1', proxy: { '/api': { target: `http://127.0.0.1:${process.env.API_PORT ?? '3000'}`, ws: true } } },
  test: {
    root: project,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
    // Server files of one process share the modules that they load, so a test undoes what it sets in them. Client files do not: one
    // mocks a module, others share a stand with hooks of its own, which a module that is loaded once would register once.
    // Tests often wait, for a database, a time or a page: one more than there are cores. More than four would wait for one database anyway.
    maxWorkers: Math.min(availableParallelism() + 1, 4),
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['tests/**/*.test.{ts,tsx}'],
          exclude: [...api, 'tests/browser/**', 'tests/long/**'],
        },
      },
      { extends: true, test: { name: 'api', isolate: false, include: api, globalSetup: cluster } },
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['tests/browser/**/*.test.ts'],
          globalSetup: cluster,
          testTimeout: 180_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: { name: 'long', include: ['tests/long/**/*.test.ts'], globalSetup: cluster, testTimeout: 1_800_000, fileParallelism: false },
      },
    ],
  },
})
