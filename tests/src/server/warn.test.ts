import { expect, test } from 'vitest'
import { warnOnce } from '../../../src/server/warn.ts'

test('work that fails again and again is told once, and once more after it went well', async () => {
  const told: string[] = []
  const attempt = warnOnce((sentence) => told.push(sentence), '后台工作没有完成')
  const fail = (words: string) => attempt(() => Promise.reject(new Error(words)))
  await fail('数据库不在')
  await fail('数据库仍然不在')
  expect(told).toEqual(['后台工作没有完成：数据库不在'])
  await attempt(() => undefined)
  await fail('数据库又不在')
  expect(told).toEqual(['后台工作没有完成：数据库不在', '后台工作没有完成：数据库又不在'])
})
