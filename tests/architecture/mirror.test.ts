import { existsSync, readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../../scripts/machine.mjs'
import { expectNone } from '../support/expect-none.ts'

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
