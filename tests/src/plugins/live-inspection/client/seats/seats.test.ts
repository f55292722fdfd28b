import { expect, test } from 'vitest'
import { countStates } from '../../../../../../src/plugins/live-inspection/client/roster/count-states.ts'
import { liveSeats, seatGroups } from '../../../../../../src/plugins/live-inspection/client/seats/seat-states.ts'
import { earlierPaths } from '../../../../../../src/plugins/live-inspection/client/viewer/use-earlier.ts'
import { request, result } from '../rows.ts'
import type { BenchSeat } from '../../../../../../src/plugins/live-inspection/wire.ts'

const seat = (id: string, stuId: string | null, smallGroup = 1): BenchSeat => ({
  id,
  groupSeatNum: id,
  smallGroup,
  facilityName: '示波器',
  facilityNum: `A${smallGroup}`,
  stuId,
  realname: stuId,
  studyNumber: stuId,
})
const results = [
  result('1', { stuId: 'u1' }),
  result('2', { stuId: 'u1', inspectionId: 'i2', score: 90, submitStatus: 2 }),
  result('3', { stuId: 'u2', score: 85, submitStatus: 2 }),
  result('4', { stuId: 'u2', inspectionId: 'i2', submitStatus: 0 }),
  result('5', { stuId: 'u3', submitStatus: 0 }),
  result('6', { stuId: 'u3', inspectionId: 'i2', submitStatus: 0, attendance: 1 }),
  result('7', { stuId: 'u4', score: 60, submitStatus: 2 }),
  result('8', { stuId: 'u4', inspectionId: 'i2', score: 0, submitStatus: 2, attendance: 1 }),
  result('9', { stuId: 'u3', experiGroupId: 'g2', submitStatus: 2 }),
]
const rows = { results, help: [request('5', { stuId: 'u3' })] }
const seats = [seat('1', 'u1'), seat('2', 'u2'), seat('3', 'u3', 2), seat('4', 'u4', 2), seat('5', null, 2)]

test('a seat is done only when all its items are scored; other sessions do not count', () => {
  const live = liveSeats(seats, 'g1', rows)
  expect(live.map(({ state }) => state)).toEqual(['submitted', 'partly', 'none', 'scored', 'empty'])
  expect(live.map(({ scored, results: own }) => `${scored}/${own.length}`)).toEqual(['1/2', '1/2', '0/2', '2/2', '0/0'])
  expect(live.map(({ request: open }) => open?.id)).toEqual([undefined, undefined, '5', undefined, undefined])
  expect(seatGroups(live).map(({ number, device, seats: members }) => [number, device, members.length])).toEqual([
    [1, '示波器 A1', 2],
    [2, '示波器 A2', 3],
  ])
})

test('with a chosen item, a seat shows the state of that item, and still counts all of them', () => {
  const live = liveSeats(seats, 'g1', rows, 'i2')
  expect(live.map(({ state }) => state)).toEqual(['scored', 'none', 'absent', 'scored', 'empty'])
  expect(live.map(({ scored, results: own }) => `${scored}/${own.length}`)).toEqual(['1/2', '1/2', '0/2', '2/2', '0/0'])
  expect(countStates(live.flatMap(({ shown }) => shown))).toEqual({ none: 1, submitted: 0, scored: 2, absent: 1 })
})

test('the photos of the previous submission are found in the history', () => {
  const version = (from: string | null, to: string) => ({
    id: '1',
    version: 1,
    at: '',
    userId: '',
    realname: '',
    operation: 'edit',
    changes: [{ field: 'filePaths', label: '照片', from, to }],
  })
  expect(earlierPaths([version('b', 'c'), version('a', 'b')], 'c')).toBe('b')
  expect(earlierPaths([version(null, 'a')], 'a')).toBeUndefined()
  expect(earlierPaths([], 'a')).toBeUndefined()
})
