import { expect, test } from 'vitest'
import { colourOfDays, cutTask, wordsOfDays } from '../../../../src/client/dashboard/days-left.ts'

test('days that are left are red from 0 down, yellow up to 3, green from 4 on', () => {
  expect([-1, 0, 1, 3, 4].map(colourOfDays)).toEqual(['red', 'red', 'gold', 'gold', 'green'])
  expect([-2, 0, 3].map(wordsOfDays)).toEqual(['超 2 天', '今天', '剩 3 天'])
})

test('texts of the task table are cut at eight letters', () => {
  expect([cutTask('一二三四五六七八'), cutTask('一二三四五六七八九')]).toEqual(['一二三四五六七八', '一二三四五六七八…'])
})
