import { expect, test } from 'vitest'
import { candidates, isCountable, lastSevenDays, todayIn } from '../../../../src/client/dashboard/figures.ts'
import { loaded } from '../../../schemas/load.ts'
import { equipment } from '../../../../schemas/teaching/equipment.ts'
import { semester } from '../../../../schemas/teaching/semester.ts'

test('a week has seven days, and days without visits count as zero', () => {
  const days = lastSevenDays([{ tian: '2026-03-01', visit: 4, ip: 2 }], '2026-03-02')
  expect(days.map(({ tian }) => tian)).toEqual([
    '2026-02-24',
    '2026-02-25',
    '2026-02-26',
    '2026-02-27',
    '2026-02-28',
    '2026-03-01',
    '2026-03-02',
  ])
  expect(days.map(({ visit }) => visit)).toEqual([0, 0, 0, 0, 0, 4, 0])
})

test('today is the day in Shanghai, wherever the browser is', () => {
  expect(todayIn('Asia/Shanghai', new Date('2026-03-01T16:30:00Z'))).toBe('2026-03-02')
})

test('a list that needs a course first is not counted', () => {
  expect(isCountable(equipment)).toBe(false)
  expect(isCountable(semester)).toBe(true)
})

test('things and people are counted, not memberships: an assistant of two courses is one person', () => {
  const counted = loaded.filter(({ name }) => candidates.some((one) => one === name))
  expect(counted.map(({ name }) => name).sort()).toEqual([...candidates].sort())
  for (const { name, fields, label } of counted)
    expect([name, Object.entries(fields).find(([key]) => key === label)?.[1].type]).toEqual([name, 'text'])
})
