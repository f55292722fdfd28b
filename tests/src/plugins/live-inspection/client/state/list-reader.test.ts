import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ApiError } from '../../../../../../engine/client/index.ts'
import { createListReader } from '../../../../../../src/plugins/live-inspection/client/state/list-reader.ts'
import { createListStore } from '../../../../../../src/plugins/live-inspection/client/state/list-store.ts'

const lost = new ApiError('网络连接失败', { code: 0, status: 0 })
const refusal = new ApiError('没有权限', { code: 510, status: 200 })
const row = { id: '1', version: 1 }
const place = { courseId: 'c1' }

describe('the read of a list', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())
  const store = () => createListStore<typeof row>((one, other) => one.id.localeCompare(other.id))

  test('that got no answer is made again until it gets one, though nothing else is told', async () => {
    const list = store()
    const read = vi
      .fn()
      .mockRejectedValueOnce(lost)
      .mockRejectedValueOnce(lost)
      .mockResolvedValue({ records: [row], total: 1 })
    await createListReader(list, read).read(place)
    expect(list.view().state).toBe('failed')
    await vi.advanceTimersByTimeAsync(10_000)
    expect(list.view()).toMatchObject({ ids: ['1'], state: 'ready' })
    expect(read).toHaveBeenCalledTimes(3)
  })

  test('is made by a hand or by the page, and again by the page alone', async () => {
    const read = vi.fn().mockRejectedValueOnce(lost).mockResolvedValue({ records: [], total: 0 })
    const reader = createListReader(store(), read)
    await reader.read(place)
    await vi.advanceTimersByTimeAsync(10_000)
    await reader.read(place, 'page')
    expect(read.mock.calls.map(([, by]) => String(by))).toEqual(['hand', 'page', 'page'])
  })

  test('that was refused is not repeated', async () => {
    const read = vi.fn().mockRejectedValue(refusal)
    await createListReader(store(), read).read(place)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(read).toHaveBeenCalledTimes(1)
  })

  test('is not repeated for a question that a later one has replaced, nor by a page that was left', async () => {
    const list = store()
    const read = vi.fn().mockRejectedValueOnce(lost).mockResolvedValueOnce({ records: [], total: 0 }).mockRejectedValue(lost)
    const reader = createListReader(list, read)
    await reader.read(place)
    await reader.read({ courseId: 'c2' })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(read).toHaveBeenCalledTimes(2)
    await reader.read(place)
    reader.stop()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(read).toHaveBeenCalledTimes(3)
  })
})
