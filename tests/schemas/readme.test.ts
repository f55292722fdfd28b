import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { described } from '../../scripts/describe-format.ts'
import { root } from '../../scripts/machine.mjs'

const readme = readFileSync(join(root, 'schemas/README.md'), 'utf8')

test('the tables of schemas/README.md match the format’s types; npm run describe-format rewrites them', { timeout: 120_000 }, async () => {
  expect(readme).toBe(await described(readme))
})
