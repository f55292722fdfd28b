import { expect, test } from 'vitest'
import { rows } from '../../../../engine/fields/rows/shared.ts'

const field = {
  type: 'rows',
  label: '联系人',
  columns: { sex: { type: 'dictionary', label: '性别', code: 'sex' }, on: { type: 'switch', label: '启用', default: 1 } },
} as const

test('a dictionary value inside rows that its dictionary does not have is named with its row; empty ones pass', () => {
  const [part, ...others] = rows.coded?.(field) ?? []
  expect(others).toEqual([])
  const isKnown = (value: string): boolean => value === '1'
  expect(part?.code).toBe('sex')
  expect(part?.strayIn('[{"sex":"1"},{"on":0}]', isKnown)).toBeUndefined()
  expect(part?.strayIn('[{"sex":"1"},{"sex":"9"}]', isKnown)).toBe('第2行：性别不是有效的选项')
})
