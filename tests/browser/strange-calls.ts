import type { Page } from 'playwright'
import type { WorldRow } from '../api/world.ts'
import type { LiveStudent } from './live-class.ts'

type Sent = Readonly<Record<string, unknown>>

/** From a student's own page, with their login, request everything that belongs to others; answers the responses as text. */
export async function strangeCalls(page: Page, other: LiveStudent, result: WorldRow): Promise<string[]> {
  const id = other.resultId
  const calls: readonly (readonly [string, Sent?])[] = [
    [`queryById?id=${id}`],
    [`history?id=${id}`],
    [`list?id=${id}`],
    [`stuList?stuId=${other.id}`],
    [`stuList?id=${id}`],
    ['submitList'],
    ['submitHistoryList'],
    ['helpList'],
    ['exportXls'],
    [`progress?courseId=${String(result.courseId)}`],
    ['submit', { id, filePaths: result.filePaths }],
    ['help', { id }],
    ['claim', { id }],
    ['edit', { id, score: 100, submitStatus: 2 }],
  ]
  return page.evaluate(
    (asked) =>
      Promise.all(
        asked.map(async ([path, sent]) => {
          const token = String(JSON.parse(localStorage.getItem('shiyan.login') ?? '{}').token)
          const headers = { 'x-access-token': token, 'content-type': 'application/json' }
          const body = sent ? { method: 'POST', body: JSON.stringify(sent) } : {}
          const reply = await fetch(`/api/inspect/bhInspectionResult/${path}`, { headers, ...body })
          return reply.text()
        }),
      ),
    calls,
  )
}
