// @vitest-environment happy-dom
import { describe, expect, test, vi } from 'vitest'
import type { FeedEvent } from '../../../../../../src/feed/messages.ts'
import { createBench } from '../../../../../../src/plugins/live-inspection/client/state/create-bench.ts'
import { applyNews } from '../../../../../../src/plugins/live-inspection/client/feed/apply-news.ts'
import { createFrameQueue } from '../../../../../../src/plugins/live-inspection/client/feed/frame-queue.ts'
import { readMessages, takenBack } from '../../../../../../src/plugins/live-inspection/client/feed/read-messages.ts'
import { createListStore } from '../../../../../../src/plugins/live-inspection/client/state/list-store.ts'
import { bySubmission } from '../../../../../../src/plugins/live-inspection/client/state/orders.ts'
import { request, result } from '../rows.ts'

let seq = 0
const event = (more: Partial<FeedEvent>): FeedEvent => ({ cmd: 'event', topic: 'course:c1', seq: ++seq, at: 0, type: 'write', ...more })
const written = (row: object & { id: string }, more: Partial<FeedEvent> = {}) =>
  event({ entity: 'inspectionResult', id: row.id, row: { ...row }, ...more })

describe('news from the feed', () => {
  test('a submission comes into the first list, a mark moves it to the third', () => {
    const submitted = readMessages([written(result('1'), { event: 'submission' })], {})
    expect(submitted.submitted).toMatchObject([{ put: { id: '1' } }])
    expect(submitted.history).toMatchObject([{ drop: '1' }])
    expect(submitted.arrived.submissions).toBe(1)
    const marked = readMessages([written(result('1', { submitStatus: 2, version: 2 }))], {})
    expect(marked.submitted).toMatchObject([{ drop: '1', now: { submitStatus: 2 } }])
    expect(marked.history).toMatchObject([{ put: { id: '1' } }])
  })

  test('a row outside the filters is not shown and makes no sound', () => {
    for (const filters of [{ experiGroupId: 'g2' }, { realname: '李' }, { smallGroup: 2 }, { studyNumber: '999' }]) {
      const news = readMessages([written(result('1'), { event: 'submission' })], filters)
      expect(news.submitted).toMatchObject([{ drop: '1' }])
      expect(news.arrived.submissions).toBe(0)
    }
    expect(readMessages([written(result('1'))], { realname: '*小明*', smallGroup: '1' }).submitted).toMatchObject([{ put: { id: '1' } }])
  })

  test('a deleted row leaves every list', () => {
    const news = readMessages([event({ entity: 'inspectionResult', id: '1', row: null })], {})
    expect([news.submitted, news.history]).toEqual([[{ drop: '1', now: null }], [{ drop: '1', now: null }]])
  })

  test('a new request appears, a solved one disappears, and a cancelled one is found by its place', () => {
    const help = (row: ReturnType<typeof request>, more: Partial<FeedEvent> = {}) =>
      event({ entity: 'helpRequest', id: row.id, row: { ...row }, ...more })
    expect(readMessages([help(request('1'), { event: 'help' })], {})).toMatchObject({
      help: [{ put: { id: '1' } }],
      arrived: { requests: 1 },
    })
    expect(readMessages([help(request('1', { status: 4 }))], {}).help).toMatchObject([{ drop: '1', now: { status: 4 } }])
    const { cancelled } = readMessages([help(request('7', { status: 5 }), { event: 'helpCancelled' })], {})
    const open = [
      request('1'),
      request('2', { facilityId: 'f2' }),
      request('3', { inspectionId: 'i2' }),
      request('4', { facilityId: null }),
    ]
    expect(takenBack(open, cancelled).map(({ id }) => id)).toEqual(['1'])
  })

  test('if a row was held and released between two frames, only the end is reported', () => {
    const claimed = (id: string, holder: object | null) => event({ type: 'claim', body: { id, holder, until: 9 } })
    const him = { id: 'u2', name: '李老师' }
    const { claims } = readMessages([claimed('1', him), claimed('2', null), claimed('1', null), claimed('2', him)], {})
    expect(claims).toEqual([
      { id: '1', holder: null },
      { id: '2', holder: him, until: 9 },
    ])
  })

  test('a refused topic is read once more and reported', () => {
    const news = readMessages([{ cmd: 'refused', topic: 'course:c1', message: '您没有权限' }], {})
    expect(news).toMatchObject({ refused: '您没有权限', reload: true })
  })

  test('two students without a device do not share a place', () => {
    expect(takenBack([request('1', { facilityId: null })], [request('2', { facilityId: null })])).toEqual([])
  })

  test('a kit number written by a colleague is shown in every row of that student in that session', () => {
    const bench = createBench({ id: 'me', name: '我' })
    bench.submitted.fill([result('1'), result('2', { stuId: 'u2' })], 2)
    bench.history.fill([result('3', { submitStatus: 2, inspectionId: 'i2' }), result('4', { experiGroupId: 'g2' })], 2)
    bench.help.fill([request('5')], 1)
    applyNews(bench, readMessages([event({ type: 'kit', body: { experiGroupId: 'g1', stuId: 'u1', tjh: 'K-9' } })], {}))
    const kits = [bench.submitted.row('1'), bench.submitted.row('2'), bench.history.row('3'), bench.history.row('4'), bench.help.row('5')]
    expect(kits.map((row) => row?.tjh)).toEqual(['K-9', null, 'K-9', null, 'K-9'])
    bench.claims.close()
  })

  test('claims come and go; after a gap the lists are read again', () => {
    const news = readMessages(
      [
        event({ type: 'claim', body: { id: '1', holder: { id: 'u', name: '李老师' }, until: 5 } }),
        event({ type: 'claim', body: { id: '2', holder: null } }),
        { cmd: 'resync', topic: 'course:c1', seq: 9, reason: 'gap' },
      ],
      {},
    )
    expect(news.claims).toEqual([
      { id: '1', holder: { id: 'u', name: '李老师' }, until: 5 },
      { id: '2', holder: null },
    ])
    expect(news.reload).toBe(true)
  })
})

describe('fifty events a second', () => {
  test('are passed on once per frame, in order, without losses', () => {
    const frames: (() => void)[] = []
    const flush = vi.fn<(items: readonly number[]) => void>()
    const queue = createFrameQueue<number>(flush, (run) => frames.push(run))
    for (let index = 0; index < 50; index += 1) {
      queue.add(index)
      if (index % 10 === 9) frames.shift()?.()
    }
    expect(flush).toHaveBeenCalledTimes(5)
    expect(flush.mock.calls.flatMap(([items]) => items)).toEqual(Array.from({ length: 50 }, (_, index) => index))
  })

  test('notify the watchers of a list of a thousand once per frame', () => {
    const store = createListStore(bySubmission)
    store.fill(
      Array.from({ length: 1000 }, (_, index) => result(String(index))),
      1000,
    )
    const [list, untouched] = [vi.fn(), vi.fn()]
    store.watch(list)
    store.watchRow('500', untouched)
    const frames: (() => void)[] = []
    const queue = createFrameQueue<FeedEvent>(
      (messages) => store.apply(readMessages(messages, {}).submitted),
      (run) => frames.push(run),
    )
    for (let index = 0; index < 50; index += 1) queue.add(written(result(`n${index}`)))
    frames.shift()?.()
    expect(list).toHaveBeenCalledTimes(1)
    expect(untouched).not.toHaveBeenCalled()
    expect(store.view().total).toBe(1050)
  })

  test('nothing is passed on after closing', () => {
    const frames: (() => void)[] = []
    const flush = vi.fn()
    const queue = createFrameQueue<number>(flush, (run) => frames.push(run))
    queue.add(1)
    queue.close()
    frames.shift()?.()
    expect(flush).not.toHaveBeenCalled()
  })
})
