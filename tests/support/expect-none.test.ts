import { expect, test } from 'vitest'
import { expectNone } from './expect-none.ts'

test('a list of faults that is not empty is named in one line', () => {
  expectNone([])
  expect(() => expectNone(new Set(['course.title: no label', 'seat: two labels']))).toThrow(
    '2 found that should not be: course.title: no label · seat: two labels',
  )
  expect(() => expectNone([{ key: 'a', at: 1 }])).toThrow('{"key":"a","at":1}')
  expect(() => expectNone(Array.from({ length: 23 }, (_, index) => `fault ${index}`))).toThrow(/fault 19 · and 3 more$/)
})
