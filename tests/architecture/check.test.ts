import { spawnSync } from 'node:child_process'
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { root } from '../../scripts/machine.mjs'

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

describe('the dependency rules report', () => {
  const faults: readonly (readonly [rule: string, path: string, text: string])[] = [
    ['no-cycles', 'engine/schema/planted-a.ts', "import './planted-b.ts'"],
    ['no-cycles', 'engine/schema/planted-b.ts', "import './planted-a.ts'"],
    ['no-missing-file', 'src/server/planted-missing.ts', "import './nowhere.ts'"],
    ['engine-knows-no-application', 'engine/server/planted-school.ts', "import '../../schemas/index.ts'"],
    ['schemas-are-data', 'schemas/teaching/planted-code.ts', "import '../../engine/server/errors.ts'"],
    ['schemas-are-data', 'schemas/teaching/planted-package.ts', "import 'dayjs'"],
    ['server-never-imports-client', 'engine/server/planted-browser.ts', "import '../client/index.ts'"],
    ['client-never-imports-server', 'engine/client/planted-server.tsx', "import '../server/errors.ts'"],
    ['client-never-imports-server', 'src/client/planted-server.tsx', "import '../../engine/server/errors.ts'"],
    ['telephones-load-little', 'src/mobile/planted-antd.tsx', "import 'antd'"],
    ['telephones-load-little', 'src/mobile/planted-engine.ts', "import '../../engine/client/index.ts'"],
    ['schema-layer-is-shared', 'engine/schema/planted-half.ts', "import '../server/errors.ts'"],
    ['engine-through-its-face', 'src/server/planted-depth.ts', "import '../../engine/server/errors.ts'"],
    ['plugins-are-islands', 'src/plugins/one/planted.ts', "import '../two/planted.ts'"],
    ['plugins-are-handed-things', 'src/plugins/two/planted.ts', "import '../../server/planted-depth.ts'"],
    ['formily-stays-in-forms', 'engine/client/list/planted-form.tsx', "import { createForm } from '@formily/core'\ncreateForm()"],
    ['kysely-stays-on-the-server', 'engine/schema/planted-sql.ts', "import { sql } from 'kysely'\nsql`select 1`"],
    ['drivers-behind-the-database', 'src/server/planted-driver.ts', "import pg from 'pg'\npg.Pool"],
  ]
  let output = ''

  beforeAll(() => {
    for (const [, path, text] of faults) plant(path, `${text}\n`)
    plant('engine/schema/planted-type.ts', "import type { Kysely } from 'kysely'\nexport type Planted = Kysely<object>\n")
    output = run(join(root, 'scripts/dependency-check.mjs')).output
  })

  test.each(faults)('%s in %s', (rule, path) => {
    const lines = output.split('\n')
    const reports = lines.filter((_, index) => lines[index + 1]?.trim().startsWith(`${rule}:`))
    expect(
      reports.some((line) => line.includes(path)),
      output,
    ).toBe(true)
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

  test.each(faults)('%s', (rule, text) => {
    const path = `engine/server/planted-${rule}.ts`
    plant(path, `${text}\n`)
    const { status, output } = run(join(root, 'node_modules/oxlint/bin/oxlint'), '-c', 'scripts/lint.json', '--format', 'unix', path)
    expect(output).toContain(`(${rule})`)
    expect(status).not.toBe(0)
  })
})

test('a dead export and a dead file are reported', () => {
  appendFileSync(join(copy, 'scripts/machine.mjs'), '\nexport function plantedNobodyCalls() {}\n')
  plant('src/server/planted-dead-file.ts', 'export const dead = 1\n')
  const { status, output } = run(join(root, 'node_modules/knip/bin/knip.js'), '--no-progress')
  expect(output).toContain('plantedNobodyCalls')
  expect(output).toContain('src/server/planted-dead-file.ts')
  expect(status).not.toBe(0)
})

test('a wrong format is reported', () => {
  plant('engine/server/planted-format.ts', 'export  const planted = "double";\n')
  const { status, output } = run(join(root, 'node_modules/prettier/bin/prettier.cjs'), '--check', 'engine/server/planted-format.ts')
  expect(output).toContain('planted-format.ts')
  expect(status).not.toBe(0)
})
