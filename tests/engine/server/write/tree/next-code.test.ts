import { expect, test } from 'vitest'
import { codeLengthBelow, levelOf, nextCode, ownPart } from '../../../../../engine/server/write/tree/next-code.ts'

test('codes continue by letter and two digits, and end at Z99', () => {
  expect(nextCode('', undefined)).toBe('A01')
  expect(nextCode('', 'A01')).toBe('A02')
  expect(nextCode('', 'A99')).toBe('B01')
  expect(nextCode('A01', undefined)).toBe('A01A01')
  expect(nextCode('A01', 'C09')).toBe('A01C10')
  expect(nextCode('A01', 'Z99')).toBeUndefined()
  expect([codeLengthBelow('A01'), levelOf('A01A01'), ownPart('A01C10')]).toEqual([6, 2, 'C10'])
})
