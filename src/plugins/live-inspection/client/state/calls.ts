import { api, send } from '../../../../../engine/client/index.ts'
import type { Narrowing } from '../../shared/matches.ts'
import type { Claim, HelpRow, Progress, ResultRow } from '../../wire.ts'

/** The result service's address. */
export const base = '/inspect/bhInspectionResult'
/** As many as the server gives at once. */
export const pageSize = 1000

interface Page<Row> {
  readonly records: readonly Row[]
  readonly total: number
}
type Read<Row> = (filters: Narrowing) => Promise<Page<Row>>
const list =
  <Row>(name: string): Read<Row> =>
  (filters) =>
    api.get<Page<Row>>(`${base}/${name}`, { ...filters, pageNo: 1, pageSize })

/** One version of a result: who changed what. */
export interface PastVersion {
  readonly id: string
  readonly version: number
  readonly at: string
  readonly realname: string | null
  readonly operation: string
  readonly changes: readonly { readonly field: string; readonly label: string; readonly from: unknown; readonly to: unknown }[]
}

/** The result service. */
export const calls = {
  submitted: list<ResultRow>('submitList'),
  history: list<ResultRow>('submitHistoryList'),
  help: list<HelpRow>('helpList'),
  row: (id: string) => api.get<ResultRow>(`${base}/queryById`, { id }),
  claims: (courseId: string) => api.get<Claim[]>(`${base}/claims`, { courseId }),
  claim: (id: string, take: boolean) => api.post<Claim>(`${base}/claim`, take ? { id, take: 1 } : { id }),
  release: (id: string) => api.post(`${base}/release`, { id }),
  next: (filters: Narrowing) => api.post<ResultRow | null>(`${base}/next`, filters),
  save: (body: unknown, idempotencyKey: string) => send<ResultRow>({ method: 'PUT', url: `${base}/edit`, data: body, idempotencyKey }),
  undoMark: (id: string) => send<ResultRow | null>({ method: 'POST', url: `${base}/undoMark`, data: { id } }),
  updateTjh: (inspectionResultId: string, tjh: string) => api.post<string>(`${base}/updateTjh`, { inspectionResultId, tjh }),
  takeHelp: (id: string) => api.post<HelpRow | null>(`${base}/takeHelp`, { id }),
  returnHelp: (id: string) => api.post<HelpRow | null>(`${base}/returnHelp`, { id }),
  solve: (inspectionResultId: string) =>
    send({ method: 'POST', url: `${base}/updateInspectionResultSubmitStatus`, data: { inspectionResultId, submitStatus: 4 } }),
  progress: (filters: Narrowing) => api.get<Progress>(`${base}/progress`, filters),
  pastVersions: (id: string) => api.get<PastVersion[]>(`${base}/history`, { id }),
  courses: (semester: string | undefined) =>
    api.get<{ readonly courseId: string }[]>('/inspect/bhCourse/queryAllCourseByUser', semester ? { semester } : {}),
  remarks: (commentType: string | null | undefined) =>
    api.get<Page<{ id: string; comment: string; commentLeve: number }>>('/inspect/bhInspectionComment/list', {
      ...(commentType ? { commentType } : {}),
      pageSize,
    }),
}

export { sentenceOf } from '../../../../../engine/client/index.ts'
