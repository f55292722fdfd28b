import { spawnSync } from 'node:child_process'
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dependencyRules } from '../../scripts/dependency-rules.mjs'
import { root } from '../../scripts/machine.mjs'
import { clientRooms, listRooms, rooms, transferRooms } from '../../scripts/room-rules.mjs'

const copied = ['engine', 'schemas', 'src', 'scripts', 'tests', 'package.json', 'tsconfig.json', 'vite.config.ts', '.gitignore']
let copy = ''

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'shiyan-check-'))
  for (const path of copied) cpSync(join(root, path), join(copy, path), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
})

afterAll(() => rmSync(copy, { recursive: true, force: true }))

function plant(path: string, text: string): void {
  mkdirSync(dirname(join(copy, path)), { recursive: true })
  writeFileSync(join(copy, path), text)
}

function run(...command: string[]): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, command, { cwd: copy, encoding: 'utf8' })
  return { status, output: `${stdout}\n${stderr}` }
}

/** A planted import: the rule that must report it, the file, and its text. */
type Fault = readonly [rule: string, path: string, text: string]

/** One file in each kind of folder, importing the half that it must not know. */
const wrongSides: readonly Fault[] = [
  ['no-client-import-in-plugin-server', 'src/plugins/seats/server/planted-view.ts', "import '../client/use-seats.ts'"],
  ['no-client-import-in-plugin-server', 'src/plugins/two/server.ts', "import './client/planted-view.tsx'"],
  ['no-server-import-in-plugin-client', 'src/plugins/seats/client/planted-server.ts', "import '../server/places.ts'"],
  ['no-server-import-in-plugin-client', 'src/plugins/two/client.ts', "import './server.ts'"],
  ['no-server-import-in-plugin-shared', 'src/plugins/seats/wire.ts', "import './server/places.ts'"],
  ['no-server-import-in-plugin-shared', 'src/plugins/seats/shared/planted-server.ts', "import '../server/places.ts'"],
  ['no-client-import-in-plugin-shared', 'src/plugins/seats/shared/planted-view.ts', "import '../client/use-seats.ts'"],
  ['no-client-import-in-engine-server', 'engine/server/planted-browser.ts', "import '../client/index.ts'"],
  ['no-server-import-in-engine-client', 'engine/client/planted-server.tsx', "import '../server/errors.ts'"],
  ['no-server-import-in-engine-browser', 'engine/browser/planted-server.ts', "import '../server/errors.ts'"],
  ['no-server-import-in-schema', 'engine/schema/planted-half.ts', "import '../server/errors.ts'"],
  ['no-client-import-in-schema', 'engine/names.ts', "import './client/index.ts'"],
  ['no-client-import-in-field-server', 'engine/fields/date/server.ts', "import './input.tsx'"],
  ['no-server-import-in-field-client', 'engine/fields/date/input.tsx', "import './server.ts'"],
  ['no-server-import-in-field-client', 'engine/fields/date/client.tsx', "import '../../server/errors.ts'"],
  ['no-server-import-in-field-client', 'engine/fields/date/use-planted.ts', "import './server.ts'"],
  ['no-server-import-in-field-shared', 'engine/fields/date/shared.ts', "import './server.ts'"],
  ['no-client-import-in-field-shared', 'engine/fields/date/planted-part.ts', "import './client.tsx'"],
  ['no-client-import-in-application-server', 'src/server/planted-view.ts', "import '../client/App.tsx'"],
  ['no-server-import-in-application-client', 'src/client/planted-server.tsx', "import '../server/clock.ts'"],
  ['no-server-import-in-application-client', 'src/mobile/planted-server.ts', "import '../server/clock.ts'"],
  ['no-server-import-in-application-shared', 'src/teaching/planted-server.ts', "import '../server/clock.ts'"],
  ['no-client-import-in-application-shared', 'src/planted-view.ts', "import './client/App.tsx'"],
]

const lowRooms: readonly Fault[] = rooms
  .slice(0, -1)
  .map((room) => [
    `workbench-rooms-import-downwards-from-${room}`,
    `src/plugins/live-inspection/client/${room}/planted-upward.ts`,
    "import '../bench/use-tab.ts'",
  ])

const lowTransferRooms: readonly Fault[] = transferRooms
  .slice(0, -1)
  .map((room) => [
    `transfer-rooms-import-downwards-from-${room}`,
    `engine/server/transfer/${room}/planted-upward.ts`,
    "import '../jobs/job-view.ts'",
  ])

const lowClientRooms: readonly Fault[] = [
  ...clientRooms
    .slice(0, -1)
    .map((room): Fault => [
      `client-rooms-import-downwards-from-${room}`,
      `engine/client/${room}/planted-upward.ts`,
      "import '../record/use-record.ts'",
    ]),
  ...listRooms
    .slice(0, -1)
    .map((room): Fault => [
      `list-rooms-import-downwards-from-${room}`,
      `engine/client/list/${room}/planted-upward.ts`,
      "import '../toolbar/export-request.ts'",
    ]),
  ['list-views-stand-above', 'engine/client/list/state/planted-view.ts', "import '../ListView.tsx'"],
  ['fields-know-no-screens', 'engine/fields/parts/PlantedScreen.tsx', "import '../../client/access.ts'"],
  ['browser-is-the-ground', 'engine/browser/planted-screen.ts', "import '../client/access.ts'"],
  ['browser-is-the-ground', 'engine/browser/planted-field.ts', "import '../fields/client.ts'"],
  ['client-ground-imports-no-room', 'engine/client/planted-ground.ts', "import './list/rows/selection.ts'"],
]

const otherFaults: readonly Fault[] = [
  ['no-cycles', 'engine/schema/planted-a.ts', "import './planted-b.ts'"],
  ['no-cycles', 'engine/schema/planted-b.ts', "import './planted-a.ts'"],
  ['no-missing-file', 'src/server/planted-missing.ts', "import './nowhere.ts'"],
  ['engine-knows-no-application', 'engine/server/planted-school.ts', "import '../../schemas/index.ts'"],
  ['product-knows-no-tests', 'src/server/planted-test.ts', "import '../../tests/architecture/sources.ts'"],
  ['schemas-are-data', 'schemas/teaching/planted-code.ts', "import '../../engine/server/errors.ts'"],
  ['schemas-are-data', 'schemas/teaching/planted-package.ts', "import 'dayjs'"],
  ['names-are-names', 'schemas/names.ts', "import '../engine/schema/index.ts'"],
  ['telephones-load-little', 'src/mobile/planted-antd.tsx', "import 'antd'"],
  ['telephones-load-little', 'src/mobile/planted-engine.ts', "import '../../engine/client/index.ts'"],
  ['engine-through-its-face', 'src/server/planted-depth.ts', "import '../../engine/server/errors.ts'"],
  ['feed-stands-alone', 'src/feed/planted.ts', "import '../sent-values.ts'"],
  ['plugins-through-their-faces', 'src/client/planted-seats.ts', "import '../plugins/seats/client/use-seats.ts'"],
  ['plugins-are-islands', 'src/plugins/one/client/planted.ts', "import '../../seats/client.ts'"],
  ['plugins-are-handed-things', 'src/plugins/one/server/planted.ts', "import '../../../server/planted-depth.ts'"],
  ['browsers-have-no-node', 'engine/schema/planted-node.ts', "import 'node:fs'"],
  ['browsers-have-no-node', 'src/plugins/seats/client/planted-node.ts', "import 'node:fs'"],
  ['only-clients-draw', 'src/plugins/seats/shared/planted-react.ts', "import 'react'"],
  ['formily-stays-in-forms', 'engine/client/list/planted-form.tsx', "import { createForm } from '@formily/core'\ncreateForm()"],
  ['kysely-stays-on-the-server', 'engine/schema/planted-sql.ts', "import { sql } from 'kysely'\nsql`select 1`"],
  ['drivers-behind-the-database', 'src/server/planted-driver.ts', "import pg from 'pg'\npg.Pool"],
  ['drivers-behind-the-database', 'src/server/planted-protocol.ts', "import { serialize } from 'pg-protocol'\nserialize.sync()"],
]

describe('the dependency rules report', () => {
  const faults = [...wrongSides, ...lowRooms, ...lowTransferRooms, ...lowClientRooms, ...otherFaults]
  let output = ''

  beforeAll(() => {
    for (const [, path, text] of faults) {
      mkdirSync(dirname(join(copy, path)), { recursive: true })
      appendFileSync(join(copy, path), `\n${text}\n`)
    }
    plant('src/plugins/two/client/planted-view.tsx', 'export const planted = 1\n')
    plant('engine/schema/planted-type.ts', "import type { Kysely } from 'kysely'\nexport type Planted = Kysely<object>\n")
    plant('src/plugins/one/planted-helper.ts', 'export const planted = 1\n')
    plant('src/planted/folder.ts', 'export const planted = 1\n')
    const text = readFileSync(join(copy, 'scripts/dependency-rules.mjs'), 'utf8')
    const stale = "rule('stale-rule', 'It guards nothing.', { path: '^src/gone/' }, { path: '^src/server/' }),"
    plant('scripts/dependency-rules.mjs', text.replace('export const dependencyRules = [', `export const dependencyRules = [${stale}`))
    output = run('scripts/dependency-check.mjs').output
  }, 300_000)

  test.each(faults)('%s in %s', (name, path) => {
    const lines = output.split('\n')
    const sentence = dependencyRules.find((rule) => rule.name === name)?.comment
    const reports = lines.filter((_, index) => lines[index + 1]?.trim() === `${name}: ${sentence}`)
    expect(
      reports.some((line) => line.includes(path)),
      output,
    ).toBe(true)
  })

  test('every rule has its planted fault', () => {
    expect(new Set(faults.map(([name]) => name))).toEqual(new Set(dependencyRules.map(({ name }) => name)))
  })

  test('with the folder and the remedy in the sentence', () => {
    expect(output).toContain(
      'A client import in a plugin’s server folder: move what both halves need into the plugin’s shared/, and what travels into its wire.ts.',
    )
  })

  test('a file in a folder that no rule covers', () => {
    for (const path of ['src/plugins/one/planted-helper.ts', 'src/planted/folder.ts'])
      expect(output).toContain(`${path} stands in no place: move it into one of the folders that scripts/dependency-rules.mjs names.`)
  })

  test('a rule for files that do not exist', () => {
    expect(output).toContain('stale-rule names ^src/gone/, which matches no file: correct the path, or delete it.')
  })

  test('but not a type import of kysely', () => {
    expect(output).not.toContain('planted-type.ts')
  })
})

describe('the linter reports', () => {
  const long = (lines: number) => Array.from({ length: lines }, (_, index) => `  total += ${index}`).join('\n')
  const faults: readonly (readonly [rule: string, text: string])[] = [
    ['no-explicit-any', 'export const planted: any = 1'],
    ['no-non-null-assertion', 'export const planted = (list: number[]) => list[0]!'],
    ['ban-ts-comment', "// @ts-ignore\nexport const planted: number = 'text'"],
    ['no-floating-promises', 'export function planted(): void {\n  Promise.resolve(1).then(() => 2)\n}'],
    ['no-restricted-imports', "import { lazy } from 'react'\nexport const planted = lazy"],
    ['no-misused-spread', 'const planted = (): object => ({})\nexport const spread = { ...planted }'],
    ['consistent-type-imports', "import { Engine } from './contract.ts'\nexport type Planted = Engine"],
    ['max-lines-per-function', `export function planted(): number {\n  let total = 0\n${long(60)}\n  return total\n}`],
    ['max-lines', `export let total = 0\n${long(300)}`],
  ]

  const pathOf = (rule: string) => `engine/server/planted-${rule}.ts`
  let linted: ReturnType<typeof run>

  beforeAll(() => {
    for (const [rule, text] of faults) plant(pathOf(rule), `${text}\n`)
    const paths = faults.map(([rule]) => pathOf(rule))
    linted = run(join(root, 'node_modules/oxlint/bin/oxlint'), '-c', 'scripts/lint.json', '--format', 'unix', ...paths)
  })

  test.each(faults)('%s', (rule) => {
    const reports = linted.output.split('\n').filter((line) => line.includes(`(${rule})`))
    expect(
      reports.some((line) => line.includes(pathOf(rule))),
      linted.output,
    ).toBe(true)
  })

  test('and stops the check', () => expect(linted.status).not.toBe(0))
})

test('a dead export and a dead file are reported', () => {
  appendFileSync(join(copy, 'scripts/machine.mjs'), '\nexport function plantedNobodyCalls() {}\n')
  plant('src/server/planted-dead-file.ts', 'export const dead = 1\n')
  const { status, output } = run(join(root, 'node_modules/knip/bin/knip.js'), '--no-progress')
  expect(output).toContain('plantedNobodyCalls')
  expect(output).toContain('src/server/planted-dead-file.ts')
  expect(status).not.toBe(0)
})

test('a style sheet that is too long is reported, with the remedy', () => {
  plant('engine/client/planted.css', '.planted {\n}\n'.repeat(151))
  const { status, output } = run('scripts/style-check.mjs')
  expect(output).toContain('engine/client/planted.css has 302 lines, at most 300: give each room its own')
  expect(status).not.toBe(0)
})

test('a wrong format is reported', () => {
  plant('engine/server/planted-format.ts', 'export  const planted = "double";\n')
  const { status, output } = run(join(root, 'node_modules/prettier/bin/prettier.cjs'), '--check', 'engine/server/planted-format.ts')
  expect(output).toContain('planted-format.ts')
  expect(status).not.toBe(0)
})
