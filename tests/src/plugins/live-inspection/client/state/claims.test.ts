import { afterEach, describe, expect, test, vi } from 'vitest'
import { calls } from '../../../../../../src/plugins/live-inspection/client/state/calls.ts'
import { createClaimsReader } from '../../../../../../src/plugins/live-inspection/client/state/list-reader.ts'
import { followedTopics } from '../../../../../../src/plugins/live-inspection/client/bench/use-topics.ts'
import { createClaimStore } from '../../../../../../src/plugins/live-inspection/client/state/claim-store.ts'
import { ageOf, spell, waitedSeconds } from '../../../../../../src/plugins/live-inspection/client/help/waiting.ts'

describe('waiting', () => {
  const asked = '2026-11-23 08:00:00'
  const at = (time: string) => Date.parse(`2026-11-23T${time}+08:00`)

  test('is counted by the server’s clock, whatever the local clock says', () => {
    vi.useFakeTimers({ now: at('03:00:00') })
    expect(waitedSeconds(asked, at('08:04:05'))).toBe(245)
    vi.useRealTimers()
  })

  test('is never negative', () => expect(waitedSeconds(asked, at('07:59:30'))).toBe(0))

  test('is written and coloured by age', () => {
    expect([spell(5), spell(245), spell(3723)]).toEqual(['0:05', '4:05', '1:02:03'])
    expect([ageOf(119), ageOf(120), ageOf(299), ageOf(300)]).toEqual(['fresh', 'waiting', 'waiting', 'late'])
  })
})

describe('claims', () => {
  afterEach(() => vi.useRealTimers())
  const li = { id: 'u2', name: '李老师' }

  test('notify the row that they are about', () => {
    const store = createClaimStore(() => 0)
    const [one, two] = [vi.fn(), vi.fn()]
    store.watch('1', one)
    store.watch('2', two)
    store.apply([{ id: '1', holder: li, until: 90 }])
    expect([one.mock.calls.length, two.mock.calls.length]).toEqual([1, 0])
    store.apply([{ id: '1', holder: null }])
    expect(store.get('1')).toBeUndefined()
    store.close()
  })

  test('stay if reading them failed, and changes during a read are kept', async () => {
    const store = createClaimStore(() => 0)
    const { read } = createClaimsReader(store)
    store.apply([{ id: '1', holder: li, until: 90 }])
    vi.spyOn(calls, 'claims').mockRejectedValueOnce(new Error('网络连接失败'))
    await read(['c1'])
    expect(store.get('1')?.holder).toEqual(li)
    vi.spyOn(calls, 'claims').mockResolvedValueOnce([{ id: '1', holder: li, until: 90 }])
    const reading = read(['c1'])
    store.apply([
      { id: '1', holder: null },
      { id: '2', holder: li, until: 90 },
    ])
    await reading
    expect([store.get('1'), store.get('2')?.holder]).toEqual([undefined, li])
    vi.spyOn(calls, 'claims').mockResolvedValueOnce([])
    await read(['c1'])
    expect(store.get('2')).toBeUndefined()
    vi.restoreAllMocks()
    store.close()
  })

  test('expire by themselves', () => {
    vi.useFakeTimers()
    let now = 0
    const store = createClaimStore(() => now)
    const told = vi.fn()
    store.watch('1', told)
    store.apply([{ id: '1', holder: li, until: 90_000 }])
    now = 91_000
    vi.advanceTimersByTime(5000)
    expect(store.get('1')).toBeUndefined()
    expect(told).toHaveBeenCalledTimes(2)
    store.close()
  })

  test('that were read again replace those that are gone', () => {
    const store = createClaimStore(() => 0)
    store.fill([{ id: '1', holder: li, until: 1 }])
    store.fill([{ id: '2', holder: li, until: 1 }])
    expect([store.get('1'), store.get('2')?.holder.name]).toEqual([undefined, '李老师'])
    store.close()
  })
})

test('with more than thirty courses, the number of those not followed is known', () => {
  const courses = Array.from({ length: 33 }, (_, index) => ({ courseId: `c${index}` }))
  expect(followedTopics(courses)).toMatchObject({ beyond: 3, topics: expect.arrayContaining(['course:c29']) })
  expect(followedTopics(courses.slice(0, 30)).beyond).toBe(0)
})
