import { basename } from 'node:path'
import { expect, test } from 'vitest'
import { sourcesOf } from './sources.ts'

test('the file of a hook is named use-x.ts', () => {
  const names = sourcesOf('engine', 'src').map(({ path }) => basename(path))
  expect(names.filter((name) => name.startsWith('use-')).length).toBeGreaterThan(40)
  expect(names.filter((name) => /^use[A-Z]/.test(name))).toEqual([])
})
