import { existsSync, readdirSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../../scripts/machine.mjs'
import { expectNone } from '../support/expect-none.ts'
import { sourcesOf } from './sources.ts'

/** Folders below `tests/engine` and `tests/src`, written as paths of the source. */
const mirrored = ['engine', 'src'].flatMap((folder) =>
  readdirSync(join(root, 'tests', folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => relative(join(root, 'tests'), join(entry.parentPath, entry.name))),
)

test('each folder of tests/engine and tests/src is a folder of the source', () => {
  expect(mirrored.length).toBeGreaterThan(20)
  expectNone(mirrored.filter((folder) => !existsSync(join(root, folder))))
})

const nameOf = (path: string): string => basename(path).replace(/(\.test)?\.tsx?$/, '')

/** Tests that stand above the source whose name they have, each with that source. */
function misplaced(tests: readonly string[], sources: readonly string[]): string[] {
  return tests.flatMap((test) => {
    const folder = dirname(relative('tests', test))
    const named = sources.filter((source) => nameOf(source) === nameOf(test) && source.startsWith(`${folder}/`))
    const [source] = named
    return !source || named.some((one) => dirname(one) === folder) ? [] : [`${test} is the test of ${source}`]
  })
}

test('each test with the name of a source below its folder stands beside it', () => {
  const tests = sourcesOf('tests/engine', 'tests/src').flatMap(({ path }) => (/\.test\.tsx?$/.test(path) ? [path] : []))
  const sources = sourcesOf('engine', 'src').map(({ path }) => path)
  expect(tests.filter((test) => existsSync(join(root, relative('tests', test).replace('.test.', '.')))).length).toBeGreaterThan(50)
  expectNone(misplaced(tests, sources))
})

test('a test that stands above its source is found', () => {
  const sources = ['src/mobile/lessons/lesson.ts', 'src/mobile/call.ts', 'src/client/api.ts']
  const tests = ['tests/src/mobile/lesson.test.ts', 'tests/src/mobile/call.test.ts', 'tests/src/mobile/api.test.ts']
  expect(misplaced(tests, sources)).toEqual(['tests/src/mobile/lesson.test.ts is the test of src/mobile/lessons/lesson.ts'])
})
