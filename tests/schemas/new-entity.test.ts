import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

// Each test starts whole programs, up to three of them.
vi.setConfig({ testTimeout: 90_000 })

const project = join(import.meta.dirname, '../..')
const copy = mkdtempSync(join(tmpdir(), 'shiyan-new-entity-'))
const run = (...args: string[]) => spawnSync(process.execPath, args, { cwd: copy, encoding: 'utf8' })

beforeAll(() => {
  for (const folder of ['engine', 'schemas', 'scripts', 'src']) cpSync(join(project, folder), join(copy, folder), { recursive: true })
  cpSync(join(project, 'package.json'), join(copy, 'package.json'))
  const { compilerOptions } = JSON.parse(readFileSync(join(project, 'tsconfig.json'), 'utf8'))
  writeFileSync(join(copy, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['schemas/index.ts', 'engine/fields/options.ts'] }))
  symlinkSync(join(project, 'node_modules'), join(copy, 'node_modules'))
})
afterAll(() => rmSync(copy, { recursive: true }))

test('writes one schema file and two registry lines that check-schemas accepts', () => {
  expect(run('scripts/new-entity.ts', 'teaching', 'openDay').status).toBe(0)
  const checked = run('scripts/check-schemas.ts')
  expect(checked.stderr).toBe('')
  expect(checked.stdout).toMatch(/openDay +\d+/)
})

test('the migration of a new entity has the format that the check requires, and describes each column in one line', () => {
  const snapshot = () => readFileSync(join(copy, 'src/server/migrations/snapshot.json'), 'utf8').split('\n')
  const before = snapshot()
  const made = run('scripts/make-migration.ts', 'open-day')
  expect(made.stderr).toBe('')
  expect(made.stdout).toContain('open-day.json')
  const added = snapshot().filter((line) => !before.includes(line))
  expect(added).toContainEqual(expect.stringMatching(/^ +\{ "name": "open_day_name", "type": "text".*\},$/))
  expect(added.length).toBeLessThan(10)
  expect(run('node_modules/prettier/bin/prettier.cjs', '--check', 'src/server/migrations').status).toBe(0)
  expect(run('scripts/make-migration.ts', '--check').status).toBe(0)
})

test('refuses an existing name and an unknown domain', () => {
  expect(run('scripts/new-entity.ts', 'teaching', 'course').stderr).toContain('course exists already')
  expect(run('scripts/new-entity.ts', 'teching', 'thing').stderr).toContain('the domain is one of')
})

test('check-schemas exits 1 and names the mistake', () => {
  const file = join(copy, 'schemas/teaching/open-day.ts')
  writeFileSync(file, readFileSync(file, 'utf8').replace("matchOn: ['openDayName']", "matchOn: ['openDayNmae']"))
  const checked = run('scripts/check-schemas.ts')
  expect(checked.status).toBe(1)
  expect(checked.stderr).toContain('openDay.import.matchOn: there is no field "openDayNmae", did you mean "openDayName"?')
})

test('check-schemas names an option that a field does not have, and one of the wrong form', () => {
  const file = join(copy, 'schemas/teaching/open-day.ts')
  const text = readFileSync(file, 'utf8')
  writeFileSync(file, text.replace('fields: {', "fields: {\n    seats: { type: 'number', label: '名额', min: 1, defualt: 1 },"))
  const { stderr } = run('scripts/check-schemas.ts')
  expect(stderr).toContain('openDay.fields.seats.min: must be object with is, message')
  expect(stderr).toContain('openDay.fields.seats.defualt: there is no option "defualt" here, did you mean "default"?')
  writeFileSync(file, text)
})

test('the screen in the README is accepted by check-schemas and the compiler', () => {
  const readme = readFileSync(join(project, 'README.md'), 'utf8')
  const [, shown = ''] = /^\/\/ schemas\/teaching\/open-day\.ts\n([\s\S]*?)^\/\/ schemas\/names/m.exec(readme) ?? []
  expect(shown).toContain('defineEntity')
  const file = join(copy, 'schemas/teaching/open-day.ts')
  writeFileSync(file, `import { defineEntity } from '../../engine/schema/index.ts'\n${shown}`)
  const checked = run('scripts/check-schemas.ts')
  expect(checked.stderr).toBe('')
  expect(checked.stdout).toMatch(/openDay +\d+/)
  const compiled = run('node_modules/typescript/bin/tsc', '--noEmit', '-p', 'tsconfig.json')
  expect(compiled.stdout).toBe('')
})
