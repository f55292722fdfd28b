import { expect, test } from 'vitest'
import { themeIn } from '../../../../src/client/theme/theme-in.ts'

test('what was set in another browser counts, and what was never set stays as this browser has it', () => {
  const here = { mode: 'system', primary: 'green', compact: true } as const
  expect(themeIn({}, here)).toEqual(here)
  expect(themeIn({ themeMode: 'dark', helpSound: 0 }, here)).toEqual({ ...here, mode: 'dark' })
  expect(themeIn({ themePrimary: 'red', themeCompact: 0 }, here)).toEqual({ mode: 'system', primary: 'red', compact: false })
  expect(themeIn({ themePrimary: 'pink', themeMode: 'dark' }, here)).toMatchObject({ mode: 'dark', primary: 'blue' })
})
