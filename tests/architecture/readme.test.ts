import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import * as errors from '../../engine/server/errors.ts'
import { ImportRejected } from '../../engine/server/transfer/errors.ts'
import { root } from '../../scripts/machine.mjs'

const readme = readFileSync(join(root, 'README.md'), 'utf8')

/** The class names in the first column of the table below a heading. */
function namesBelow(heading: string): string[] {
  const section = readme.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? ''
  return section
    .split('\n')
    .flatMap((line) => [...(/^\|([^|]*)\|/.exec(line)?.[1] ?? '').matchAll(/`(\w+)`/g)].map(([, name]) => name ?? ''))
}

test('README tells of every class of errors, and of none that is not there', () => {
  expect(namesBelow('Errors').sort()).toEqual([...Object.keys(errors), ImportRejected.name].sort())
})
