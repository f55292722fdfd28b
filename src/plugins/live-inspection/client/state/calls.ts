import { api, declaredCall, send } from '../../../../../engine/client/index.ts'
import type { Narrowing, placeIn } from '../../shared/matches.ts'
import type { Claim, HelpRow, PastVersion, Progress, ResultRow } from '../../wire.ts'

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

/** Of which results a call is. */
type Place = ReturnType<typeof placeIn> & { readonly courseId: string }
type Next = Place & { readonly order: 'item' | 'student'; readonly after?: string; readonly from?: string }

/** The result service. */
export const calls = {
  submitted: list<ResultRow>('submitList'),
  history: list<ResultRow>('submitHistoryList'),
  help: list<HelpRow>('helpList'),
  row: (id: string) => api.get<ResultRow>(`${base}/queryById`, { id }),
  claims: (courseId: string) => declaredCall(`${base}/claims`, { courseId }).get<Claim[]>(),
  claim: (id: string, take: boolean) => declaredCall(`${base}/claim`, take ? { id, take: 1 } : { id }).post<Claim>(),
  release: (id: string) => declaredCall(`${base}/release`, { id }).post(),
  next: (asked: Next) => declaredCall(`${base}/next`, asked).post<ResultRow | null>(),
  save: (body: unknown, idempotencyKey: string) => send<ResultRow>({ method: 'PUT', url: `${base}/edit`, data: body, idempotencyKey }),
  undoMark: (id: string) => declaredCall(`${base}/undoMark`, { id }).send<ResultRow | null>(),
  updateTjh: (inspectionResultId: string, tjh: string) => declaredCall(`${base}/updateTjh`, { inspectionResultId, tjh }).post<string>(),
  takeHelp: (id: string) => declaredCall(`${base}/takeHelp`, { id }).post<HelpRow | null>(),
  returnHelp: (id: string) => declaredCall(`${base}/returnHelp`, { id }).post<HelpRow | null>(),
  solve: (inspectionResultId: string) =>
    declaredCall(`${base}/updateInspectionResultSubmitStatus`, { inspectionResultId, submitStatus: 4 }).send(),
  progress: (place: Place) => declaredCall(`${base}/progress`, place).get<Progress>(),
  pastVersions: (id: string) => api.get<PastVersion[]>(`${base}/history`, { id }),
  courses: (semester: string | undefined) => declaredCall('/inspect/bhCourse/queryAllCourseByUser', semester ? { semester } : {}).get(),
  remarks: (commentType: string | null | undefined) =>
    api.get<Page<{ id: string; comment: string; commentLeve: number }>>('/inspect/bhInspectionComment/list', {
      ...(commentType ? { commentType } : {}),
      pageSize,
    }),
}

export { sentenceOf } from '../../../../../engine/client/index.ts'
