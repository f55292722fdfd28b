import { describe, expect, test } from 'vitest'
import { readExpression } from '../../../../engine/server/rows/row-expression.ts'

const read = (text: string) => readExpression(text, (comparison) => comparison)

describe('expressions of data rules', () => {
  test.each([
    ['status = 1', { key: 'status', sign: '=', values: [['1']] }],
    ["createBy='#{sys_user_code}'", { key: 'createBy', sign: '=', values: [[{ variable: 'sys_user_code' }]] }],
    ['createBy = #{sysUserCode}', { key: 'createBy', sign: '=', values: [[{ variable: 'sys_user_code' }]] }],
    ["a like '#{sys_org_code}%'", { key: 'a', sign: 'starts', values: [[{ variable: 'sys_org_code' }]] }],
    ["a LIKE '%光%'", { key: 'a', sign: 'like', values: [['光']] }],
    ["a like '%光'", { key: 'a', sign: 'ends', values: [['光']] }],
    ["a like '光'", { key: 'a', sign: 'alike', values: [['光']] }],
    ["a in ('x', 'it''s', 3)", { key: 'a', sign: 'in', values: [['x'], ["it's"], ['3']] }],
    ['a <> -1.5', { key: 'a', sign: '<>', values: [['-1.5']] }],
    ["a = ''", { key: 'a', sign: '=', values: [[]] }],
  ])('%s is one comparison', (text, expected) => {
    expect(read(text)).toEqual(expected)
  })

  test('and binds closer than or, and brackets closer still', () => {
    const [a, b, c] = ['a', 'b', 'c'].map((key) => ({ key, sign: '=', values: [['1']] }))
    expect(read('a = 1 or b = 1 and c = 1')).toEqual({ any: [a, { all: [b, c] }] })
    expect(read('(a = 1 or b = 1) and c = 1')).toEqual({ all: [{ any: [a, b] }, c] })
  })

  test.each([
    ['', 1],
    ['a', 2],
    ['a =', 4],
    ['a = b', 5],
    ['a = 1 or', 9],
    ['a = 1; drop table sys_user', 6],
    ['a = 1 -- all', 7],
    ['a = 1 union select 1', 7],
    ['1 = 1', 1],
    ["a = 'x", 5],
    ['(a = 1', 7],
    ['a = 1)', 6],
    ['a in ()', 7],
    ['a = (select 1)', 5],
    ['exists (select 1)', 8],
    ['lower(a) = 1', 6],
    ['a = #{nobody}', 5],
    ["a = 'x#{sys_user_code'", 7],
    ["a like 'x%y'", 8],
    ['not a = 1', 5],
    ['sys_user.a = 1', 9],
    ['a = "b"', 5],
    ['a = 1 /* */', 7],
  ])('%s is refused at character %i', (text, at) => {
    expect(read(text)).toEqual({ message: expect.any(String), at })
  })

  test('what the rows do not have is refused where it stands', () => {
    expect(readExpression('a = 1 and b = 2', ({ key, ...rest }) => (key === 'b' ? 'no b' : { key, ...rest }))).toEqual({
      message: 'no b',
      at: 11,
    })
  })

  test('brackets and comparisons end somewhere', () => {
    expect(read(`${'('.repeat(30)}a = 1${')'.repeat(30)}`)).toMatchObject({ message: expect.stringContaining('20 层') })
    expect(read(Array.from({ length: 51 }, () => 'a = 1').join(' or '))).toMatchObject({ message: expect.stringContaining('50 个条件') })
  })
})
