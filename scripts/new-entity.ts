/** `npm run new-entity <domain> <name>`: writes a schema to start from, and the two lines that register it. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import kebabCase from 'lodash-es/kebabCase.js'
import { names } from '../schemas/names.ts'
import { root } from './machine.mjs'

/** The smallest schema that gives a table, an API, an import and a screen. */
function template(domain: string, name: string): string {
  return `import { defineEntity } from '../../engine/schema/index.ts'

/** What a row of ${name} is. */
export const ${name} = defineEntity({
  name: '${name}',
  title: '新实体',
  domain: '${domain}',
  endpoints: { base: '/${domain}/${name}' },
  label: '${name}Name',
  fields: {
    ${name}Name: { type: 'text', label: '名称', required: '请输入名称!', unique: '名称已存在!', max: 100 },
    remark: { type: 'longText', label: '备注', max: 500 },
  },
  list: {
    title: '新实体管理',
    columns: ['${name}Name', 'remark'],
    filters: [{ field: '${name}Name', match: 'contains' }],
    sort: { by: 'createTime', order: 'desc' },
  },
  form: { opensIn: 'modal', groups: { '': ['${name}Name', 'remark'] } },
  import: { columns: ['${name}Name', 'remark'], matchOn: ['${name}Name'] },
  scope: 'none',
  access: { grants: { '1': 'all' } },
  menu: { icon: 'appstore', order: 100 },
})
`
}

/** Inserts a line before the first line after `anchor` that starts with `end`. */
function insertBefore(file: string, line: string, { anchor, end }: { anchor: string; end: string }): void {
  const lines = readFileSync(file, 'utf8').split('\n')
  const from = lines.findIndex((text) => text.includes(anchor))
  const at = lines.findIndex((text, index) => index > from && text.startsWith(end))
  if (from < 0 || at < 0) throw new Error(`${file}: the place for "${line.trim()}" was not found, add it by hand`)
  writeFileSync(file, [...lines.slice(0, at), line, ...lines.slice(at)].join('\n'))
}

/** What is wrong with the arguments, if anything. */
function refusal(domain: string, name: string): string | undefined {
  if (!names.domain.some((known) => known === domain)) return `the domain is one of: ${names.domain.join(', ')}`
  if (!/^[a-z][A-Za-z0-9]*$/.test(name)) return 'the name is a camelCase word such as openDay'
  if (names.entity.some((known) => known === name)) return `${name} exists already`
  return undefined
}

function create(domain: string, name: string): void {
  const file = join(root, 'schemas', domain, `${kebabCase(name)}.ts`)
  if (existsSync(file)) throw new Error(`${file} exists already`)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, template(domain, name))
  insertBefore(join(root, 'schemas/names.ts'), `    '${name}',`, { anchor: 'entity: [', end: '  ],' })
  const load = `  ${name}: () => import('./${domain}/${kebabCase(name)}.ts').then((file) => file.${name}),`
  insertBefore(join(root, 'schemas/index.ts'), load, { anchor: 'export const entities', end: '}' })
  console.log(`schemas/${domain}/${kebabCase(name)}.ts written and registered in schemas/names.ts and schemas/index.ts`)
  console.log('Describe its fields; npm run dev makes the table and the screen, npm run check-schemas says what is wrong.')
}

const [domain = '', name = ''] = process.argv.slice(2)
const reason = refusal(domain, name)
if (reason) {
  console.error(`usage: npm run new-entity <domain> <name> — ${reason}`)
  process.exitCode = 1
} else {
  create(domain, name)
}
