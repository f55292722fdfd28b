import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createElement, type FunctionComponent } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { root } from '../../../scripts/machine.mjs'
import { readSheet } from '../../../engine/server/transfer/sheet/workbook.ts'
import type { TestApp } from '../../support/build-app.ts'
import { workbook } from '../server/transfer/workbook-files.ts'

/**
 * An additional field type, `paint`, is added to a copy of the project: its folder, a line in each registry (with its import)
 * and a fixture. Code elsewhere that asks for types by name would not know it.
 */
const planted = join(root, 'tests/files/paint-type')
const halves = ['options.ts', 'shared.ts', 'server.ts', 'client.tsx', 'input.tsx']
const registries: Readonly<Record<string, string>> = {
  'options.ts': 'options.ts',
  'shared.ts': 'shared.ts',
  'server.ts': 'server.ts',
  'client.tsx': 'client.ts',
  'input.tsx': 'inputs.ts',
}
const copy = mkdtempSync(join(tmpdir(), 'shiyan-new-type-'))
const run = (...command: string[]) => spawnSync(process.execPath, command, { cwd: copy, encoding: 'utf8' })
const read = (path: string): string => readFileSync(join(planted, path), 'utf8')

/** Insert lines into a file of the copy, each before the first occurrence of its anchor. */
function insert(path: string, ...lines: readonly (readonly [line: string, anchor: string])[]): void {
  const file = join(copy, path)
  const text = lines.reduce(
    (before, [line, anchor]) => {
      if (!before.includes(anchor)) throw new Error(`${path} has no "${anchor}"`)
      return before.replace(anchor, `${line}${anchor}`)
    },
    readFileSync(file, 'utf8'),
  )
  writeFileSync(file, text)
}

function plantType(): void {
  mkdirSync(join(copy, 'engine/fields/paint'))
  for (const half of halves) {
    writeFileSync(join(copy, 'engine/fields/paint', half), read(`${half}.txt`))
    const entry: readonly [string, string] = ['  paint,\n', '} satisfies']
    insert(`engine/fields/${registries[half]}`, [`import { paint } from './paint/${half}'\n`, "import { count } from './count/"], entry)
  }
  insert('tests/engine/fields/fixtures.ts', [read('fixture.txt'), '  phone: {\n'])
}

/** An ordinary screen that uses the type. */
function plantEntity(): void {
  writeFileSync(join(copy, 'schemas/teaching/open-day.ts'), read('open-day.ts.txt'))
  insert('schemas/names.ts', ["    'openDay',\n", "    'semester',\n"])
  insert('schemas/index.ts', ["  openDay: () => import('./teaching/open-day.ts').then((file) => file.openDay),\n", '  semester: ()'])
}

beforeAll(() => {
  for (const path of ['engine', 'schemas', 'src', 'scripts', 'tests', 'package.json', 'tsconfig.json', 'vite.config.ts'])
    cpSync(join(root, path), join(copy, path), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  plantType()
  plantEntity()
})
afterAll(() => rmSync(copy, { recursive: true, force: true }))

test('a field type is a folder, a line in each registry and a fixture', () => {
  expect(readdirSync(planted).filter((file) => file !== 'fixture.txt' && file !== 'open-day.ts.txt')).toEqual(
    halves.map((half) => `${half}.txt`).sort(),
  )
  const include = ['engine/fields', 'engine/client/css.d.ts', 'engine/schema', 'schemas', 'tests/engine/fields/fixtures.ts']
  writeFileSync(join(copy, 'planted.json'), JSON.stringify({ extends: './tsconfig.json', include }))
  expect(run(join(root, 'node_modules/typescript/bin/tsc'), '-p', 'planted.json').stdout).toBe('')
  expect(run('scripts/check-schemas.ts').stdout).toMatch(/openDay +\d+/)
}, 60_000)

describe('a field of that type', () => {
  let app: TestApp
  let as: string
  const list = async (query: Readonly<Record<string, string>>) =>
    (await app.call<{ records: Readonly<Record<string, unknown>>[] }>('GET', '/open/day/list', { as, query })).body.result.records
  const names = async (query: Readonly<Record<string, string>>) => (await list(query)).map((row) => row['openDayName'])
  const send = (rows: readonly (readonly string[])[]) =>
    workbook(rows).then((bytes) => {
      const body = new FormData()
      body.append('file', new Blob([Uint8Array.from(bytes)]), 'a.xlsx')
      return app.call('POST', '/open/day/importExcel', { as, body })
    })

  beforeAll(async () => {
    expect(run('scripts/make-migration.ts').status).toBe(0)
    const built = (await import(join(copy, 'tests/support/build-app.ts'))) as typeof import('../../support/build-app.ts')
    app = await built.testApp({ database: 'sqlite' })
    as = await app.signIn('admin', '1')
  })
  afterAll(() => app?.close())

  test('is read, refused, stored and filtered as its folder defines', async () => {
    const add = (body: object) => app.call('POST', '/open/day/add', { as, body })
    expect((await add({ openDayName: '一', shade: 'red' })).body).toMatchObject({ code: 422, message: '颜色格式不正确!' })
    for (const [openDayName, shade] of Object.entries({ 甲: '#FF8800', 乙: '#00ff00', 丙: undefined }))
      expect((await add({ openDayName, shade })).body.success).toBe(true)
    expect((await list({})).map((row) => row['shade'])).toEqual(['#00ff00', '#1677ff', '#ff8800'])
    expect(await names({ shade: '*FF8*' })).toEqual(['甲'])
    expect(await names({ shade: '#00FF00' })).toEqual(['乙'])
    expect(await names({ shade_begin: '#1' })).toEqual(['丙', '甲'])
  })

  test('is imported from and exported to a sheet', async () => {
    expect(
      (
        await send([
          ['名称', '颜色'],
          ['甲', '#0000FF'],
          ['丁', 'blue'],
        ])
      ).body.success,
    ).toBe(false)
    expect(
      (
        await send([
          ['名称', '颜色'],
          ['甲', '#0000FF'],
          ['丁', '#333333'],
        ])
      ).body.success,
    ).toBe(true)
    const sheet: unknown[] = []
    const { raw } = await app.call('POST', '/open/day/exportXls', { as, body: { column: 'openDayName', order: 'asc' } })
    for await (const { cells } of readSheet(new Uint8Array(raw), 'xlsx')) sheet.push(cells)
    expect(sheet).toContainEqual(['甲', '#0000ff'])
    const template: unknown[] = []
    const empty = await app.call('GET', '/open/day/importTemplate', { as })
    for await (const { cells } of readSheet(new Uint8Array(empty.raw), 'xlsx')) template.push(...cells)
    expect(template.join('|')).toContain('如 #1677ff')
  })

  test('is in the documentation', async () => {
    const { paths } = JSON.parse((await app.app.inject({ method: 'GET', url: '/api/openapi.json' })).body)
    const { schema } = paths['/api/open/day/add'].post.requestBody.content['application/json']
    expect(schema.properties.shade).toMatchObject({ title: '颜色', type: 'string', pattern: '^#[0-9a-f]{6}$' })
  })
})

test('is shown in lists and has inputs in filters and forms', async () => {
  const { openDay } = await import(join(copy, 'schemas/teaching/open-day.ts'))
  const { CellView } = (await import(
    join(copy, 'engine/client/list/rows/CellView.tsx')
  )) as typeof import('../../../engine/client/list/rows/CellView.tsx')
  const { FilterInput } = await import(join(copy, 'engine/client/filter/FilterInput.tsx'))
  const { inputOf } = await import(join(copy, 'engine/fields/inputs.ts'))
  const { listModel } = await import(join(copy, 'engine/client/model/list-model.ts'))
  const { entityForm } = await import(join(copy, 'engine/client/form/form-model.ts'))
  const { toFormily } = await import(join(copy, 'engine/client/form/to-formily.ts'))
  const field = openDay.fields.shade
  const html = (part: FunctionComponent<object>, props: object) => renderToStaticMarkup(createElement(part, props))
  const given = { id: 'shade', field, value: '#ff8800', narrowing: {}, range: false, disabled: false, fresh: false }
  const acts = { onChange: () => undefined, onBlur: () => undefined, onBusy: () => undefined, onPreselect: () => undefined }
  expect(html(CellView as FunctionComponent<object>, { column: 'shade', field, row: { shade: '#ff8800' } })).toContain('ant-tag')
  expect(html(FilterInput, { ...given, ...acts })).toContain('请输入颜色')
  expect(html(inputOf(field).Input, { ...given, ...acts })).toContain('value="#ff8800"')
  expect(listModel(openDay).filters).toMatchObject([{ key: 'shade', match: 'contains' }])
  expect(JSON.stringify(toFormily(entityForm(openDay, 'add', {})))).toContain('"title":"颜色"')
})
