import { afterEach, beforeEach, vi } from 'vitest'
import { ApiError, errorSentence } from '../../../../../engine/client/index.ts'
import { calls } from '../../../../../src/plugins/live-inspection/client/state/calls.ts'
import { createBench, type Bench } from '../../../../../src/plugins/live-inspection/client/state/create-bench.ts'
import { applyNews } from '../../../../../src/plugins/live-inspection/client/feed/apply-news.ts'
import { readMessages } from '../../../../../src/plugins/live-inspection/client/feed/read-messages.ts'
import { Marking } from '../../../../../src/plugins/live-inspection/client/marking/create-marking.ts'
import type { MarkingPage } from '../../../../../src/plugins/live-inspection/client/marking/marking-page.ts'
import type { ResultRow } from '../../../../../src/plugins/live-inspection/wire.ts'
import { result } from './rows.ts'

export const li = { id: 'u2', name: '李老师' }
export const conflict = (details: unknown) => new ApiError('冲突', { code: 409, status: 409, details })
export const offline = () => new ApiError('网络连接失败，请检查网络后重试', { code: 0, status: 0 })

export let bench: Bench
export let marking: Marking
/** The answers to the next questions. */
export const answers: boolean[] = []
export const saidAtStand: string[] = []
let chosen: Readonly<Record<string, string>> = {}
export const page: MarkingPage = {
  success: (text) => saidAtStand.push(text),
  error: (text) => saidAtStand.push(text),
  refused: (error, about = '') => saidAtStand.push(`${about}${errorSentence(error)}`),
  info: (text) => saidAtStand.push(text),
  ask: async (question) => {
    saidAtStand.push(question)
    return answers.shift() ?? false
  },
  focus: () => undefined,
  focusList: () => undefined,
  filters: () => chosen,
}
/** The feed reports a row. */
export const writtenMarks = (row: ResultRow) =>
  applyNews(
    bench,
    readMessages(
      [{ cmd: 'event', topic: 'course:c1', seq: 1, at: 0, type: 'write', entity: 'inspectionResult', id: row.id, row: { ...row } }],
      {},
    ),
  )

beforeEach(() => {
  localStorage.clear()
  saidAtStand.length = 0
  chosen = { courseId: 'c9', semester: 's1' }
  answers.length = 0
  bench = createBench({ id: 'u1', name: '王老师' })
  bench.submitted.fill([result('1'), result('2'), result('3')], 3)
  bench.history.fill([], 0)
  marking = new Marking(bench, page)
  vi.spyOn(calls, 'claim').mockImplementation(async (id) => ({ id, holder: bench.me, until: Date.now() + 90_000 }))
  vi.spyOn(calls, 'release').mockResolvedValue(undefined)
  vi.spyOn(calls, 'save').mockImplementation(async (body) => ({
    message: '保存成功！',
    result: { ...result('1'), ...(body as object), version: 2 } as ResultRow,
  }))
})
afterEach(() => {
  bench.claims.close()
  vi.restoreAllMocks()
  vi.useRealTimers()
})
