import { describe, expect, test } from 'vitest'
import { clashesOf } from '../../../../../src/plugins/session-allocation/shared/clashes.ts'
import { comparePlans } from '../../../../../src/plugins/session-allocation/shared/compare-plans.ts'
import { mostDevices } from '../../../../../src/plugins/session-allocation/shared/devices.ts'
import { checkNumbers, sessionsFor } from '../../../../../src/plugins/session-allocation/shared/numbers.ts'
import {
  moveMember,
  sessionIndexOf,
  planSessions,
  setSession,
  swap,
  TRAY,
  type Plan,
} from '../../../../../src/plugins/session-allocation/shared/plan.ts'
import { beginAt, fillTimes, timeProblem, type Rhythm } from '../../../../../src/plugins/session-allocation/shared/slots.ts'
import { expectNone } from '../../../../support/expect-none.ts'

const people = (count: number) => Array.from({ length: count }, (_, index) => `s${index}`)
const sizes = (plan: Plan) => plan.sessions.map((session) => session.students.length)
const seated = (plan: Plan) => plan.sessions.flatMap((session) => session.students)

/** Numbers between 0 and 1, the same for the same seed. */
function dice(seed: number) {
  let state = seed
  return (most: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * most)
  }
}

describe('a plan', () => {
  test('keeps the order, balances, and gives the needs of each session', () => {
    const plan = planSessions({ students: people(7), groupNum: 3, groupStuNum: 3, facilityStuNum: 2 })
    expect(plan.leftOver).toEqual([])
    expect(plan.sessions).toEqual([
      { groupName: '第1场', seatNum: 3, facilityNum: 2, students: ['s0', 's1', 's2'] },
      { groupName: '第2场', seatNum: 3, facilityNum: 2, students: ['s3', 's4'] },
      { groupName: '第3场', seatNum: 3, facilityNum: 2, students: ['s5', 's6'] },
    ])
  })

  test('continues after the existing sessions', () => {
    const plan = planSessions({ students: people(2), groupNum: 2, groupStuNum: 1, facilityStuNum: 1, after: 4 })
    expect(plan.sessions.map((session) => session.groupName)).toEqual(['第5场', '第6场'])
  })

  test('seats everybody once, with sizes that differ by at most one and without clashes, whatever the numbers', () => {
    const roll = dice(20261121)
    for (let round = 0; round < 400; round++) {
      const stuCount = 1 + roll(400)
      const groupStuNum = 1 + roll(stuCount)
      const least = sessionsFor(stuCount, groupStuNum)
      const most = Math.min(stuCount, Math.ceil((2 * stuCount) / groupStuNum) - 1)
      const groupNum = least + roll(Math.max(most - least, 0) + 1)
      const numbers = { stuCount, groupStuNum, groupNum, facilityStuNum: 1 + roll(groupStuNum) }
      expect(checkNumbers(numbers)).toEqual({})
      const plan = planSessions({ students: people(stuCount), ...numbers })
      expect(seated(plan)).toEqual(people(stuCount))
      expect(Math.max(...sizes(plan)) - Math.min(...sizes(plan))).toBeLessThanOrEqual(1)
      expect(Math.max(...sizes(plan))).toBeLessThanOrEqual(groupStuNum)
      const rhythm = (['next', 'daily', 'weekly'] satisfies Rhythm[])[roll(3)] ?? 'next'
      const timed = fillTimes(plan, { first: '2026-11-23 08:00:00', minutes: 1 + roll(2000), rhythm })
      const sessions = timed.sessions.map((session) => ({
        ...session,
        experiAdressId: 'room',
        devices: people(session.facilityNum).map((name) => `device ${name}`),
      }))
      expectNone(clashesOf(sessions, []))
    }
  })

  test('uses nothing twice at one time without reporting the clash, whatever the times', () => {
    const roll = dice(7)
    const at = (minutes: number) => new Date(Date.UTC(2026, 10, 23, 8, minutes)).toISOString().slice(0, 19).replace('T', ' ')
    let clashed = 0
    for (let round = 0; round < 300; round++) {
      const groupNum = 2 + roll(5)
      const plan = planSessions({ students: people(groupNum * 2), groupNum, groupStuNum: 2, facilityStuNum: 1 + roll(2) })
      const sessions = plan.sessions.map((session) => {
        const begin = roll(20)
        const devices = people(4).filter(() => roll(3) === 0)
        return { ...session, startTime: at(begin), endTime: at(begin + 1 + roll(8)), experiAdressId: `room ${roll(2)}`, devices }
      })
      const overlapping = sessions.flatMap((one, place) =>
        sessions
          .slice(place + 1)
          .filter((other) => one.startTime < other.endTime && other.startTime < one.endTime)
          .map((other) => [one, other] as const),
      )
      const twice = overlapping.some(
        ([one, other]) => one.experiAdressId === other.experiAdressId || one.devices.some((device) => other.devices.includes(device)),
      )
      const told = clashesOf(sessions, [])
      expect(told.length > 0).toBe(twice)
      for (const { kind, index: place, withPlanned = -1, ids } of told) {
        const [mine, theirs] = [sessions[place], sessions[withPlanned]]
        expect(overlapping.some(([one, other]) => [one, other].every((session) => session === mine || session === theirs))).toBe(true)
        if (kind === 'device') expect(ids.every((id) => mine?.devices.includes(id) && theirs?.devices.includes(id))).toBe(true)
      }
      const minutes = Array.from({ length: 30 }, (_, minute) => at(minute))
      const inUse = (minute: string) =>
        sessions.filter(({ startTime, endTime }) => startTime <= minute && minute < endTime).reduce((sum, one) => sum + one.facilityNum, 0)
      expect(mostDevices(sessions)).toBe(Math.max(...minutes.map(inUse)))
      clashed += twice ? 1 : 0
    }
    expect(clashed).toBeGreaterThan(100)
    expect(clashed).toBeLessThan(300)
  })

  test('of ten times as many students does not take a hundred times as long, clashes included', () => {
    const timeFor = (students: number, sessions: number): number => {
      const started = performance.now()
      const plan = planSessions({ students: people(students), groupNum: sessions, groupStuNum: 30, facilityStuNum: 2 })
      const timed = fillTimes(plan, { first: '2026-11-23 08:00:00', minutes: 90, rhythm: 'next' })
      const bookings = people(students).map((id) => ({
        kind: 'student' as const,
        id,
        startTime: '2026-11-23 08:00:00',
        endTime: '2026-12-23 08:00:00',
        session: '别的场次',
      }))
      expect(clashesOf(timed.sessions, bookings)).toHaveLength(sessions)
      return performance.now() - started
    }
    // In turns, so that whatever else the machine does meets both.
    const turns = Array.from({ length: 5 }, () => [timeFor(1_000, 34), timeFor(10_000, 340)] as const)
    const [few, many] = [Math.min(...turns.map(([one]) => one)), Math.min(...turns.map(([, other]) => other))]
    expect(many).toBeLessThan(50 * few)
  })
})

describe('adjusting a plan', () => {
  const plan = planSessions({ students: people(7), groupNum: 3, groupStuNum: 3, facilityStuNum: 2 })

  test('a member moves to a session with a free seat', () => {
    const moved = moveMember(plan, 's0', 1)
    expect(moved.sessions.map((session) => session.students)).toEqual([
      ['s1', 's2'],
      ['s3', 's4', 's0'],
      ['s5', 's6'],
    ])
    expect(moved.sessions[2]).toBe(plan.sessions[2])
  })

  test('nobody moves into a full session, into one that does not exist, or to their current place', () => {
    expect(moveMember(plan, 's3', 0)).toBe(plan)
    expect(moveMember(plan, 's3', 7)).toBe(plan)
    expect(moveMember(plan, 's3', 1)).toBe(plan)
  })

  test('a member waits in the tray and comes back', () => {
    const waiting = moveMember(plan, 's0', TRAY)
    expect([waiting.leftOver, sessionIndexOf(waiting, 's0')]).toEqual([['s0'], TRAY])
    const back = moveMember(waiting, 's0', 0)
    expect([back.leftOver, sessionIndexOf(back, 's0')]).toEqual([[], 0])
  })

  test('two members swap places, one of them from the tray', () => {
    const swapped = swap(plan, 's0', 's6')
    expect([sessionIndexOf(swapped, 's0'), sessionIndexOf(swapped, 's6')]).toEqual([2, 0])
    expect(seated(swapped).sort()).toEqual(people(7))
    const waiting = swap(moveMember(plan, 's0', TRAY), 's0', 's5')
    expect([waiting.leftOver, sessionIndexOf(waiting, 's0')]).toEqual([['s5'], 2])
  })

  test('the differences from another plan are listed student by student', () => {
    const adjusted = moveMember(moveMember(plan, 's0', 1), 's6', TRAY)
    const changes = comparePlans(plan.sessions, [...adjusted.sessions, { groupName: '第4场', students: ['s9'] }])
    expect(changes.moved).toEqual([{ student: 's0', from: '第1场', to: '第2场' }])
    expect(changes.added).toEqual(['s9'])
    expect(changes.gone).toEqual(['s6'])
    expect(changes.unchanged).toHaveLength(5)
  })

  test('times of all sessions are filled at once', () => {
    const times = (rhythm: Rhythm) =>
      fillTimes(plan, { first: '2026-12-31 22:30:00', minutes: 90, rhythm }).sessions.map(({ startTime, endTime }) => [startTime, endTime])
    expect(times('next')).toEqual([
      ['2026-12-31 22:30:00', '2027-01-01 00:00:00'],
      ['2027-01-01 00:00:00', '2027-01-01 01:30:00'],
      ['2027-01-01 01:30:00', '2027-01-01 03:00:00'],
    ])
    expect(times('weekly')[2]).toEqual(['2027-01-14 22:30:00', '2027-01-15 00:00:00'])
    expect(setSession(plan, 1, { startTime: '2026-12-31 22:30:00' }).sessions[0]).toBe(plan.sessions[0])
  })

  test('a session keeps its length when its beginning changes', () => {
    const session = { startTime: '2026-11-30 08:00:00', endTime: '2026-11-30 10:00:00' }
    expect(beginAt(session, '2026-11-23 23:00:00')).toEqual({ startTime: '2026-11-23 23:00:00', endTime: '2026-11-24 01:00:00' })
    expect(beginAt(session, undefined)).toEqual({ startTime: undefined, endTime: '2026-11-30 10:00:00' })
    expect(beginAt({}, '2026-11-23 23:00:00')).toEqual({ startTime: '2026-11-23 23:00:00', endTime: undefined })
  })

  test('an invalid time is reported', () => {
    const [startTime, endTime] = ['2026-11-30 08:00:00', '2026-11-30 08:05:00']
    expect([timeProblem({}), timeProblem({ startTime, endTime })]).toEqual([undefined, undefined])
    expect(timeProblem({ startTime })).toBe('开始时间和结束时间需同时填写！')
    expect(timeProblem({ startTime, endTime: startTime })).toBe('结束时间需大于开始时间')
    expect(timeProblem({ startTime: endTime, endTime: startTime })).toBe('结束时间需大于开始时间')
  })
})
