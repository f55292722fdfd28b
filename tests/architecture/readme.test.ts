import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import * as errors from '../../engine/server/errors.ts'
import { ImportRejected } from '../../engine/server/transfer/errors.ts'
import { root } from '../../scripts/machine.mjs'
import { variables } from '../../src/server/config.ts'
import { expectNone } from '../support/expect-none.ts'

const pages = ['README.md', ...globSync('{engine,schemas,scripts,src,tests}/**/{README,DECISIONS}.md', { cwd: root })].sort()
const read = (page: string): string => readFileSync(join(root, page), 'utf8')
const { scripts }: { readonly scripts: Readonly<Record<string, string>> } = JSON.parse(read('package.json'))

/** The text below a heading. */
const section = (page: string, heading: string): string => read(page).split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? ''

/** The names in code style in the first column of the table below a heading. */
const namesBelow = (page: string, heading: string): string[] =>
  section(page, heading)
    .split('\n')
    .flatMap((line) => [...(/^\|([^|]*)\|/.exec(line)?.[1] ?? '').matchAll(/`(\w+)`/g)].map(([, name = '']) => name))

/** Everything in code style within the text, and the names at the beginning of each line of a tree. */
function codesOf(text: string): string[] {
  const trees = [...text.matchAll(/^```\n([\s\S]*?)^```/gm)].flatMap(([, tree = '']) => tree.split('\n'))
  const branches = trees.flatMap((line) => /^\S+(, \S+)*(?= {2,})/.exec(line)?.[0].split(', ') ?? [])
  const words = [...text.replaceAll(/^```[\s\S]*?^```/gm, '').matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code)
  return [...words, ...branches]
}

/** Whether this is a path of the project: folders and a file, where `<name>` stands for any name. */
const isPath = (code: string): boolean =>
  /^[\w.*<>-]+(\/[\w.*<>-]+)*(\/|\.(tsx?|mjs|json|md))$/.test(code) || /^(src|engine|tests|schemas|scripts)\/[\w.*<>/-]+$/.test(code)
const asGlob = (code: string): string => code.replaceAll(/<\w+>/g, '*').replaceAll('NNNN', '[0-9][0-9][0-9][0-9]').replace(/\/$/, '')

/** Whether the path exists, relative to the project or to the page; a bare name may be anywhere below the page. */
function isThere(page: string, code: string): boolean {
  const below = page === 'README.md' ? '{engine,schemas,scripts,src,tests}' : dirname(page)
  const path = asGlob(code)
  return [path, join(dirname(page), path), ...(path.includes('/') ? [] : [`${below}/**/${path}`])].some(
    (pattern) => globSync(pattern, { cwd: root }).length > 0,
  )
}

/** Invented paths: the entity that the README adds, and the file that check-schemas writes. */
const madeUp = /open-day|node_modules/

describe.each(pages)('%s', (page) => {
  const text = read(page)

  test('names only existing files and folders', () => {
    const paths = codesOf(text).filter((code) => isPath(code) && !madeUp.test(code))
    expectNone(paths.filter((code) => !isThere(page, code)))
  })

  test('names only existing commands', () => {
    const named = [...text.matchAll(/npm run ([\w:-]+)/g)].map(([, name = '']) => name)
    expectNone(named.filter((name) => !(name in scripts)))
    const files = [...text.matchAll(/node (scripts\/[\w-]+\.\w+)/g)].map(([, file = '']) => file)
    expectNone(files.filter((file) => !existsSync(join(root, file))))
  })
})

test('the README can be read in ten minutes, the architecture in five, the decisions of a folder in one', () => {
  const most = (page: string): number =>
    page === 'README.md' ? 150 : page === 'engine/README.md' ? 70 : page.endsWith('DECISIONS.md') ? 16 : Infinity
  expectNone(pages.filter((page) => read(page).trimEnd().split('\n').length > most(page)))
})

test('the README leads to all decisions and to all other READMEs', () => {
  const folders = pages.filter((page) => page.endsWith('DECISIONS.md')).map((page) => dirname(page))
  expect([...section('README.md', 'Decisions and contributing').matchAll(/`([\w/-]+)`[,.]/g)].map(([, folder]) => folder).sort()).toEqual(
    folders.sort(),
  )
  const others = pages.filter((page) => page.endsWith('/README.md'))
  expectNone(others.filter((page) => !read('README.md').includes(page)))
})

test('engine/README lists every class of errors, and no others', () => {
  expect(namesBelow('engine/README.md', 'Errors').sort()).toEqual([...Object.keys(errors), ImportRejected.name].sort())
})

test('the README lists every environment variable that the server reads, and no others', () => {
  expect(namesBelow('README.md', 'Configuration').sort()).toEqual([...variables].sort())
})
