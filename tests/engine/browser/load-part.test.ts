import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadPart } from '../../../engine/browser/load-part.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a part that does not load is requested twice more, then its failure is reported in plain words', async () => {
  let asked = 0
  const comesWith = (time: number) => async () => {
    if (++asked < time) throw new TypeError('Failed to fetch dynamically imported module')
    return 'a part'
  }
  const [come] = await Promise.all([loadPart(comesWith(3)), vi.advanceTimersByTimeAsync(5000)])
  expect([come, asked]).toEqual(['a part', 3])
  asked = 0
  const lost = expect(loadPart(comesWith(4))).rejects.toThrow('页面内容未能加载，请检查网络后重试')
  await vi.advanceTimersByTimeAsync(5000)
  await lost
})
