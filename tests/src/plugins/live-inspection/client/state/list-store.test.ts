import { describe, expect, test, vi } from 'vitest'
import { createListStore } from '../../../../../../src/plugins/live-inspection/client/state/list-store.ts'
import { bySubmission } from '../../../../../../src/plugins/live-inspection/client/state/orders.ts'
import { result } from '../rows.ts'

const filled = (...ids: string[]) => {
  const store = createListStore(bySubmission)
  store.fill(
    ids.map((id) => result(id)),
    ids.length,
  )
  return store
}

describe('a list of rows', () => {
  test('puts a new row in its place and counts it', () => {
    const store = filled('1', '3')
    store.apply([{ put: result('2') }])
    expect(store.view()).toMatchObject({ ids: ['1', '2', '3'], total: 3, state: 'ready' })
  })

  test('notifies only the watchers of the changed row, and not those of the list', () => {
    const store = filled('1', '2')
    const [one, two, list] = [vi.fn(), vi.fn(), vi.fn()]
    store.watchRow('1', one)
    store.watchRow('2', two)
    store.watch(list)
    store.apply([{ put: result('1', { version: 2, tjh: 'K1' }) }])
    expect([one.mock.calls.length, two.mock.calls.length, list.mock.calls.length]).toEqual([1, 0, 0])
    expect(store.row('1')?.tjh).toBe('K1')
  })

  test('notifies once however many rows come together', () => {
    const store = filled('1')
    const list = vi.fn()
    store.watch(list)
    store.apply(['2', '3', '4'].map((id) => ({ put: result(id) })))
    expect(list).toHaveBeenCalledTimes(1)
  })

  test('never returns to an older version', () => {
    const store = filled()
    store.apply([{ put: result('1', { version: 5, bz: 'new' }) }, { put: result('1', { version: 4, bz: 'old' }) }])
    expect(store.row('1')?.bz).toBe('new')
  })

  test('keeps changes that came while it was read', () => {
    const store = filled('1', '2')
    store.loading()
    store.apply([{ drop: '1' }, { put: result('3') }, { put: result('2', { version: 2 }) }])
    store.fill([result('1'), result('2')], 2)
    expect(store.view()).toMatchObject({ ids: ['2', '3'], total: 2 })
    expect(store.row('2')?.version).toBe(2)
  })

  test('shows changes without a new version, such as the kit number of the seat, after reading again', () => {
    const store = filled('1')
    const drawn = vi.fn()
    store.watchRow('1', drawn)
    store.fill([result('1', { tjh: 'K-7' })], 1)
    expect(store.row('1')?.tjh).toBe('K-7')
    expect(drawn).toHaveBeenCalledTimes(1)
  })

  test('repaints nothing if a row was read again without a change', () => {
    const store = filled('1', '2')
    const watcher = vi.fn()
    store.watchRow('1', watcher)
    store.fill([result('1'), result('2')], 2)
    expect(watcher).not.toHaveBeenCalled()
  })

  test('does not show a new row that sorts after the last one read while there are rows not read yet', () => {
    const store = createListStore(bySubmission)
    store.fill([result('1'), result('2')], 5)
    store.apply([{ put: result('9') }, { drop: '1' }])
    expect(store.view()).toMatchObject({ ids: ['2'], total: 4 })
  })

  test('keeps the rows after a failed read and shows the reason', () => {
    const store = filled('1')
    store.loading()
    store.failed('网络连接失败')
    expect(store.view()).toMatchObject({ ids: ['1'], state: 'failed', error: '网络连接失败' })
  })
})
