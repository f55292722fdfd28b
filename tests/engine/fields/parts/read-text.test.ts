import { expect, test } from 'vitest'
import { cleanLine, foldCase, readLines } from '../../../../engine/fields/parts/read-text.ts'

const field = { label: '说明' }

test('invisible characters are removed from a text, wherever they are', () => {
  const unseen = [0, 1, 8, 0x1b, 0x7f, 0x80, 0x9f, 0x200b, 0x200d, 0x200f, 0x2028, 0x202a, 0x202e, 0x2060, 0x2064, 0x2066, 0x2069, 0xfeff]
  for (const code of unseen) {
    const sign = String.fromCodePoint(code)
    expect(cleanLine(`${sign}电${sign}路 1${sign}`), code.toString(16)).toBe('电路 1')
    expect(readLines(`${sign}电\n${sign}路${sign}`, field), code.toString(16)).toEqual({ value: '电\n路' })
    expect(readLines(sign, field)).toEqual({ value: null })
  }
})

test('one line stays one line, and several lines use one kind of break', () => {
  expect(cleanLine('a\r\nb\tc\n')).toBe('a b c')
  expect(readLines('a\r\nb\rc\td\n\ne', field)).toEqual({ value: 'a\nb\nc d\n\ne' })
})

test('visible text is unchanged', () => {
  for (const text of ['α β', '😀 é', '（全角）、。', 'ｆｕｌｌ', '\u3000中'.trim(), 'naïve‑dash']) expect(cleanLine(text)).toBe(text)
})

test('names that differ only in case or width are the same', () => {
  for (const name of ['ZhangSan', 'ZHANGSAN', 'ｚｈａｎｇｓａｎ', 'zhangsan']) expect(foldCase(name)).toBe('zhangsan')
})
