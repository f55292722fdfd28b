/** `npm run describe-format`: rewrites the tables of schemas/README.md from the types that schemas are written in. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { format, resolveConfig } from 'prettier'
import { sharedFields } from '../engine/fields/shared.ts'
import { FormatTypes, type FormatWord } from './format-words.ts'
import { root } from './machine.mjs'

const readme = join(root, 'schemas/README.md')
const contract = 'engine/fields/contract.ts'
const entity = 'engine/schema/entity.ts'
const imported = 'engine/schema/import.ts'
const list = 'engine/schema/list.ts'
const action = 'engine/schema/action.ts'
const treePage = 'engine/schema/tree-page.ts'

/** Parts of an entity, each with the type that describes it. */
const parts: readonly (readonly [title: string, file: string, type: string])[] = [
  ['An entity', entity, 'EntityShape'],
  ['`endpoints`', 'engine/schema/endpoints.ts', 'EndpointsSpec'],
  ['`list`, and each of `lists`', list, 'ListSpec'],
  ['One of a list’s `columns`', list, 'ColumnSpec'],
  ['One of its `filters`', list, 'FilterSpec'],
  ['Its `editable`', list, 'EditableSpec'],
  ['Its `tabs`, of a list', list, 'TabsSpec'],
  ['`form`', entity, 'FormSpec'],
  ['One of the `rowActions`', action, 'ActionSpec'],
  ['One of the `tools`', action, 'ToolSpec'],
  ['One of the `batchActions`', action, 'BatchSpec'],
  ['One of the `states`', action, 'StateSpec'],
  ['One of their `transitions`', action, 'AskedMove'],
  ['One of the `calls`', action, 'CallSpec'],
  ['One of the `children`', action, 'ChildSpec'],
  ['`access`', entity, 'AccessSpec'],
  ['`menu`', entity, 'MenuSpec'],
  ['`import`', imported, 'ImportSpec'],
  ['Its `rows`', imported, 'ImportRowsSpec'],
  ['`tree`', entity, 'TreeSpec'],
  ['One of `treePages`', treePage, 'TreePageSpec'],
  ['Its `edits`', treePage, 'TreeEdits'],
  ['One of its `tabs`', treePage, 'NodeTab'],
  ['One of `screens`', 'engine/schema/screen.ts', 'ScreenSpec'],
  ['`bin`', 'engine/schema/bin.ts', 'BinSpec'],
  ['One of `exclusive`', entity, 'ExclusiveSpec'],
  ['One of `openWhile`', entity, 'OpenSpec'],
]

const code = (text: string): string => `\`${text.replaceAll('|', '\\|')}\``
const cell = (text: string): string => text.replaceAll('|', '\\|')

/** The type in an author's terms: K is the name of a field, C a condition on the row. */
const spoken = (type: string): string =>
  type
    .replaceAll(/\bK\b/g, 'Field')
    .replaceAll(/\bC\b/g, 'Condition')
    .replaceAll(/\b[AH]\b/g, 'name')
    .replaceAll(/\bQ\b/g, 'string')
    .replaceAll(/^N$/g, 'EntityName')
    .replaceAll(/^F$/g, 'Fields')
    .replaceAll(/^Base$/g, '`/${string}`')
    .replaceAll(/Readonly<Record<string, ((?:[^<>]|<[^<>]*>)+)>>/g, '{ [name]: $1 }')
    .replaceAll(/\[P in (\w+)\]/g, '[$1]')
    .replaceAll('; }', ' }')

const nameOf = ({ name, isRequired }: FormatWord): string => (isRequired ? `**${code(name)}**` : code(name))
const sayingOf = ({ says, cases }: FormatWord): string => cell([cases && `(${cases.join(', ')})`, says].filter(Boolean).join(' '))

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')

const wordTable = (words: readonly FormatWord[]): string =>
  table(
    ['word', 'value', 'says'],
    words.map((word) => [nameOf(word), code(spoken(word.type)), sayingOf(word)]),
  )

/** Each option once, with the types that have it. */
function optionTable(types: ReadonlyMap<string, readonly FormatWord[]>): string {
  const found = new Map<string, { readonly word: FormatWord; readonly of: readonly string[] }>()
  for (const [type, words] of types) {
    for (const word of words) {
      const key = `${word.name} ${word.type}`
      const { word: first = word, of = [] } = found.get(key) ?? {}
      found.set(key, { word: first.says ? first : word, of: [...of, type] })
    }
  }
  return table(
    ['option', 'of', 'value', 'says'],
    [...found.values()].map(({ word, of }) => [code(word.name), of.join(', '), code(spoken(word.type)), cell(word.says)]),
  )
}

/** The tables, by the name that marks their place in the text. */
function tables(): Readonly<Record<string, string>> {
  const types = new FormatTypes([contract, entity, list, action, 'engine/fields/options.ts'])
  const found = types.wordsBelow(contract, 'FieldOptions')
  const options = new Map(Object.keys(sharedFields).map((type) => [type, found.get(type) ?? []]))
  const says = new Map(types.words(contract, 'FieldTypes').map((word) => [word.name, word.says]))
  const kinds = Object.entries(sharedFields).map(([type, { title }]) => [
    code(type),
    title,
    (options.get(type) ?? []).map(nameOf).join(', '),
    cell(says.get(type) ?? ''),
  ])
  const told = new Map(types.words(entity, 'Told').map(({ name, type }) => [name, type]))
  /** `X['table']` is described by `Told`; an entity's own literal only matters to the compiler. */
  const plain = (word: FormatWord): FormatWord => ({
    ...word,
    type: word.type
      .replace("[P in X['lists']]", '[P in A]')
      .replace(/<X\['base'\]>|, X\['(params|moves)'\]/, '')
      .replace('NamedStates', 'StateSpec')
      .replace(/X\['(\w+)'\]/, (_, name: string) => told.get(name) ?? ''),
  })
  return {
    types: table(['type', 'is', 'options', 'says'], kinds),
    options: optionTable(options),
    field: wordTable(types.words(contract, 'Common')),
    words: parts.map(([title, file, type]) => `### ${title}\n\n${wordTable(types.words(file, type).map(plain))}`).join('\n\n'),
  }
}

/** The text with its tables rewritten. */
export async function described(text: string): Promise<string> {
  let made = text
  for (const [name, content] of Object.entries(tables())) {
    const [before, after] = [`<!-- ${name} -->`, `<!-- end of ${name} -->`]
    const [from, to] = [made.indexOf(before), made.indexOf(after)]
    if (from < 0 || to < from) throw new Error(`schemas/README.md has no place for its ${name}: ${before} … ${after}`)
    made = `${made.slice(0, from + before.length)}\n\n${content}\n\n${made.slice(to)}`
  }
  return format(made, { ...(await resolveConfig(readme)), parser: 'markdown' })
}

if (import.meta.main) writeFileSync(readme, await described(readFileSync(readme, 'utf8')))
