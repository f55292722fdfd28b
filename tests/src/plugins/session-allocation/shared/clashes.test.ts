import { describe, expect, test } from 'vitest'
import { clashesOf, clashSentence, type Booking } from '../../../../../src/plugins/session-allocation/shared/clashes.ts'
import { mostDevices } from '../../../../../src/plugins/session-allocation/shared/devices.ts'
import type { PlannedSession } from '../../../../../src/plugins/session-allocation/shared/plan.ts'

const at = (hour: number) => `2026-11-23 ${String(hour).padStart(2, '0')}:00:00`
const session = (groupName: string, hours: readonly [number, number] | null, more: Partial<PlannedSession> = {}): PlannedSession => ({
  groupName,
  seatNum: 9,
  facilityNum: 2,
  students: [],
  ...(hours ? { startTime: at(hours[0]), endTime: at(hours[1]) } : {}),
  ...more,
})
const booked = (id: string, hours: readonly [number, number], kind: Booking['kind'] = 'student'): Booking => ({
  kind,
  id,
  startTime: at(hours[0]),
  endTime: at(hours[1]),
  session: '实验二 第1场',
})

describe('clashes', () => {
  test.each([
    ['before', [6, 8], 0],
    ['until it begins', [7, 8], 0],
    ['across its beginning', [7, 9], 1],
    ['within', [8, 9], 1],
    ['around', [7, 12], 1],
    ['across its end', [9, 11], 1],
    ['from its end', [10, 12], 0],
  ] as const)('a student booked %s', (_, hours, count) => {
    expect(clashesOf([session('第1场', [8, 10], { students: ['s1'] })], [booked('s1', hours)])).toHaveLength(count)
  })

  test('name both sessions and everybody concerned, once for each pair', () => {
    const planned = session('第1场', [8, 10], { students: ['s1', 's2', 's3'] })
    expect(clashesOf([planned], [booked('s1', [8, 9]), booked('s3', [8, 9]), booked('s9', [8, 9])])).toEqual([
      { kind: 'student', index: 0, other: '实验二 第1场', startTime: at(8), endTime: at(9), ids: ['s1', 's3'] },
    ])
  })

  test('are described in a sentence', () => {
    const clash = { kind: 'student', index: 0, other: '实验二 第1场', startTime: at(8), endTime: at(9), ids: ['s1', 's3'] } as const
    expect(clashSentence(clash, '第1场')).toBe('第1场与“实验二 第1场”时间重叠：学生 2 人')
    expect(clashSentence({ ...clash, kind: 'address' }, '第1场')).toBe('第1场与“实验二 第1场”时间重叠：地址相同')
  })

  test('are found for one room between two sessions of the plan', () => {
    const sessions = [session('第1场', [8, 10], { experiAdressId: 'r' }), session('第2场', [9, 11], { experiAdressId: 'r' })]
    expect(clashesOf(sessions, [])).toEqual([
      { kind: 'address', index: 1, withPlanned: 0, other: '第1场', startTime: at(8), endTime: at(10), ids: ['r'] },
    ])
    expect(clashesOf([sessions[0] ?? session('', null), session('第2场', [10, 11], { experiAdressId: 'r' })], [])).toEqual([])
  })

  test('are found for one device, and never between things of different kinds', () => {
    const planned = { ...session('第1场', [8, 10]), devices: ['d'] }
    expect(clashesOf([planned], [booked('d', [9, 10], 'device')])).toHaveLength(1)
    expect(clashesOf([planned], [booked('d', [9, 10])])).toEqual([])
  })

  test('do not exist while a session has no time, or between existing bookings', () => {
    expect(clashesOf([session('第1场', null, { students: ['s1'] })], [booked('s1', [1, 23])])).toEqual([])
    expect(clashesOf([], [booked('s1', [1, 3]), booked('s1', [2, 4])])).toEqual([])
  })

  test('are found even if a longer booking lies in between', () => {
    const sessions = [session('第1场', [8, 9], { students: ['s1'] }), session('第2场', [20, 21], { students: ['s1'] })]
    const found = clashesOf(sessions, [booked('s1', [7, 22]), booked('s1', [10, 11])])
    expect(found.map((clash) => clash.index)).toEqual([0, 1])
  })
})

describe('the devices needed at one moment', () => {
  test('are those of all overlapping sessions', () => {
    const demand = (hours: readonly [number, number], facilityNum: number) => ({
      startTime: at(hours[0]),
      endTime: at(hours[1]),
      facilityNum,
    })
    expect(mostDevices([demand([8, 10], 3), demand([10, 12], 4)])).toBe(4)
    expect(mostDevices([demand([8, 10], 3), demand([9, 12], 4), demand([11, 13], 1)])).toBe(7)
    expect(mostDevices([demand([8, 10], 3), { facilityNum: 5 }])).toBe(5)
    expect(mostDevices([])).toBe(0)
    expect(mostDevices([demand([8, 10], 3)], [demand([9, 12], 4), demand([11, 13], 9)])).toBe(7)
    expect(mostDevices([demand([8, 10], 3)], [demand([10, 12], 4), demand([6, 8], 4)])).toBe(3)
  })
})
