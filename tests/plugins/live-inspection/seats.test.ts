import { expect, test } from 'vitest'
import { liveSeats, seatGroups, type BenchSeat } from '../../../src/plugins/live-inspection/seats/seat-states.ts'
import { earlierPaths } from '../../../src/plugins/live-inspection/viewer/use-earlier.ts'
import { request, result } from './rows.ts'

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
const rows = {
  submitted: [
    result('1', { stuId: 'u1' }),
    result('2', { stuId: 'u1', inspectionId: 'i2' }),
    result('9', { stuId: 'u3', experiGroupId: 'g2' }),
  ],
  history: [result('3', { stuId: 'u2', score: 85, submitStatus: 2 }), result('4', { stuId: 'u1', submitStatus: 2 })],
  help: [request('5', { stuId: 'u3' })],
}

test('a seat shows what is to be done there first, and nothing of another session', () => {
  const seats = liveSeats([seat('1', 'u1'), seat('2', 'u2'), seat('3', 'u3', 2), seat('4', null, 2)], 'g1', rows)
  expect(seats.map(({ state }) => state)).toEqual(['submitted', 'scored', 'none', 'empty'])
  expect(seats[0]?.submitted).toHaveLength(2)
  expect(seats.map(({ request: open }) => open?.id)).toEqual([undefined, undefined, '5', undefined])
  expect(seatGroups(seats).map(({ number, device, seats: members }) => [number, device, members.length])).toEqual([
    [1, '示波器 A1', 2],
    [2, '示波器 A2', 2],
  ])
})

test('the photos before the last submission are found in the history', () => {
  const version = (from: string | null, to: string) => ({
    id: '1',
    version: 1,
    at: '',
    realname: null,
    operation: 'edit',
    changes: [{ field: 'filePaths', label: '照片', from, to }],
  })
  expect(earlierPaths([version('b', 'c'), version('a', 'b')], 'c')).toBe('b')
  expect(earlierPaths([version(null, 'a')], 'a')).toBeUndefined()
  expect(earlierPaths([], 'a')).toBeUndefined()
})
