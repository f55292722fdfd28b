import { expect, test } from 'vitest'
import { groupSeatNum } from '../../../src/derivations/group-seat-num.ts'
import { groupTime } from '../../../src/derivations/group-time.ts'

test('a session’s time is named by weekday and part of the day; hours 0, 12 and 18 get no part', () => {
  const at = (hour: string) => groupTime(`2026-11-23 ${hour}:30:00`)
  expect(['00', '01', '11', '12', '13', '17', '18', '19', '23'].map(at)).toEqual([
    '星期一',
    '星期一上午',
    '星期一上午',
    '星期一',
    '星期一下午',
    '星期一下午',
    '星期一',
    '星期一晚上',
    '星期一晚上',
  ])
  expect(groupTime('2026-11-22 08:00:00')).toBe('星期日上午')
  expect([groupTime(null), groupTime(''), groupTime('tomorrow')]).toEqual([null, null, null])
})

test('a seat is named by its small group and its number', () => {
  expect(groupSeatNum(2, 5)).toBe('2-05')
  expect(groupSeatNum(null, 12)).toBe('12')
  expect([groupSeatNum(1, null), groupSeatNum(1, 0), groupSeatNum(1, 1.5)]).toEqual([null, null, null])
})
