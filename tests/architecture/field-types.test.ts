import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sharedFields } from '../../engine/fields/shared.ts'
import { root } from '../../scripts/machine.mjs'
import { sourcesOf, type Source } from './sources.ts'
import { expectNone } from '../support/expect-none.ts'

const structure = 'engine/fields/structure.ts'
/** Types that the engine treats by name, only in `structure.ts`, and why a fact in their folder would not be enough. */
const structural: Readonly<Record<string, string>> = {
  reference: 'has a foreign key, is joined, decides whose rows a row is and what goes along when it is purged',
  treeReference: 'points into a tree, as the parent of the entity that is one',
  multiReference: 'is a list of ids, and may be rows of a link table instead of a column',
  via: 'is a value of another row, found by a join through a reference of this one',
  mark: 'is looked up for each reader, in a table of its own',
  count: 'is a number of other rows, found by a query of its own',
  secret: 'is hashed before a transaction opens and leaves the server nowhere',
  files: 'names files that their row comes to own, and that open by addresses signed for the reader',
}

const one = `'(?:${Object.keys(sharedFields).join('|')})'`
const questions = [
  new RegExp(`\\btype\\b\\)?\\s*[!=]==?\\s*${one}`, 'g'),
  new RegExp(`${one}\\s*[!=]==?\\s*[\\w.?]*\\btype\\b`, 'g'),
  new RegExp(`\\[\\s*${one}(?:,\\s*${one})*,?\\s*\\]\\.includes\\([^)]*type`, 'g'),
  new RegExp(`(?:ReadonlySet|Set|Record)<(?:FieldType|(?:Any)?Field(?:Def)?\\['type'\\])`, 'g'),
  new RegExp(`new Set\\(\\[\\s*${one},\\s*${one}`, 'g'),
  // An option that only references have, read off the field: isReference of structure.ts asks that.
  /'(?:to|show|through)' in \(?[\w.?]+/g,
  /import [^;]*?\b(?:FieldType|FieldTypes|FieldOptions|FieldValues)\b[^;]*? from '[^']*fields\/contract\.ts'/g,
]
/** The types of rows and the JSON of a field follow from all types at once. */
const typeLevel = /^engine\/schema\/(entity|rows|values)\.ts$/
/** Columns have types of their own, one of which is called decimal too. */
const columnLevel = /^engine\/(server\/tables\/(apply-steps|diff-tables)|fields\/decimal\/server)\.ts$/

const asked = (sources: readonly Source[]): string[] =>
  sources.flatMap(({ path, text }) => questions.flatMap((question) => [...text.matchAll(question)].map(([found]) => `${path}: ${found}`)))

test('nobody asks for a field type by name, except for the types that are more than a value', () => {
  const sources = sourcesOf('engine', 'src', 'schemas').filter(
    ({ path }) => path !== structure && !typeLevel.test(path) && !columnLevel.test(path),
  )
  expectNone(asked(sources))
})

test('the types that are more than a value are these, each for a reason', () => {
  const text = readFileSync(join(root, structure), 'utf8')
  const named = [...text.matchAll(/type === '(\w+)'/g)].map(([, type]) => type)
  expect(named.sort()).toEqual(Object.keys(structural).sort())
})

/** What reads a half of a type, per contract. */
const readersOf: Readonly<Record<string, string>> = {
  TypeOptions: 'optionsOf|fieldOptions',
  SharedField: 'sharedField',
  ServerField: 'half',
  ClientField: 'clientField',
}
/** Whether the text reads the fact off the half of a field's type: `clientField(field).width`, `const { align } = clientField(field)`. */
function reads(text: string, contract: string, fact: string): boolean {
  const half = `(?:${readersOf[contract]})\\b`
  const argument = String.raw`(?:\((?:[^()]|\([^()]*\))*\)|\[\w+\])`
  const walked = new RegExp(`entries\\(${half}\\)[^=]*?\\[\\w+, (\\w+)\\]`).exec(text)?.[1]
  if (walked && text.includes(`${walked}.${fact}(`)) return true
  return new RegExp(`${half}${argument}\\s*\\??\\.${fact}\\b|[{,]\\s*${fact}\\b[^{}]*\\} = ${half}`).test(text)
}

test('every fact that a type may state is read off its half', () => {
  const contracts = ['contract.ts', 'client-contract.ts'].map((file) => readFileSync(join(root, 'engine/fields', file), 'utf8')).join('\n')
  const facts = [...contracts.matchAll(/interface (TypeOptions|SharedField|ServerField|ClientField)<[^{]*\{\n(.*?)\n\}/gs)].flatMap(
    ([, contract = '', body = '']) => [...body.matchAll(/^  (?:readonly )?(\w+)\??[:(]/gm)].map(([, fact = '']) => ({ contract, fact })),
  )
  expect(facts.map(({ fact }) => fact)).toEqual(expect.arrayContaining(['kind', 'matches', 'sheet', 'align', 'maskable']))
  const readers = sourcesOf('engine').filter(({ path }) => !/^engine\/fields\/(\w+\/|\w*-?contract\.ts)/.test(path))
  const unread = facts.filter(({ contract, fact }) => !readers.some(({ text }) => reads(text, contract, fact)))
  expectNone(unread.map(({ contract, fact }) => `${contract}.${fact}`))
})

test('a word of the same name elsewhere is no reader of a fact', () => {
  expect(reads('const { align, cut = false } = clientField(field)', 'ClientField', 'cut')).toBe(true)
  expect(reads('sharedField(only(field)).relations?.(field)', 'SharedField', 'relations')).toBe(true)
  for (const text of ['const { label, kind } = choice', 'model.label', 'column(field).width', 'const { width } = props'])
    for (const fact of ['label', 'kind', 'width']) for (const one of Object.keys(readersOf)) expect(reads(text, one, fact)).toBe(false)
})

test.each([
  ["const isWide = field.type === 'longText'"],
  ["if (field?.type !== 'dateTime') return"],
  ["const typed: ReadonlySet<FieldType> = new Set(['text', 'email'])"],
  ["const isTag = ['select', 'switch'].includes(column.field.type)"],
  ['const widths: Record<FieldType, number> = all'],
  ["const target = 'to' in field ? models.get(field.to) : undefined"],
])('a question for the type is found in %s', (text) => {
  expect(asked([{ path: 'engine/client/list/planted.ts', text }])).not.toEqual([])
})
