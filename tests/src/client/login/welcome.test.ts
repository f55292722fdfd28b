import { expect, test } from 'vitest'
import { welcome } from '../../../../src/client/login/welcome.ts'

test.each([
  [3, '夜深了'],
  [7, '早上好'],
  [10, '上午好'],
  [12, '中午好'],
  [15, '下午好'],
  [20, '晚上好'],
])('at %i o’clock the greeting is %s', (hour, part) => {
  expect(welcome('李老师', hour)).toBe(`李老师，${part}`)
})
