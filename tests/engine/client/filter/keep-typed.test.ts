import { expect, test } from 'vitest'
import { keepTyped } from '../../../../engine/client/filter/filters.ts'

test('typed values stay when the first values arrive', () => {
  expect(keepTyped({ courseTitle: '电路' }, {}, { semester: 's1' })).toEqual({ semester: 's1', courseTitle: '电路' })
})

test('untouched values follow the address', () => {
  const before = { semester: 's1', courseTitle: '电路' }
  expect(keepTyped(before, before, { semester: 's2' })).toEqual({ semester: 's2' })
})

test('an address with the same values in another form does not count as typing', () => {
  const draft = { courseTitle: '', groupNum: 5, time: ['2026-11-01', '2026-11-02'] } as const
  const before = { groupNum: '5', time: ['2026-11-01', '2026-11-02'] } as const
  expect(keepTyped(draft, before, { courseTitle: '电路' })).toEqual({ courseTitle: '电路' })
})

test('a reset under way is not undone', () => {
  expect(keepTyped({ semester: 's1' }, { semester: 's2', courseTitle: '电路' }, { semester: 's1' })).toEqual({ semester: 's1' })
})
