import { api, declaredCall, headersBy, send, type AskedBy } from '../../../../../engine/client/index.ts'
import type { ListNarrowing, placeIn } from '../../shared/matches.ts'
import type { MarkBody } from './mark.ts'
import type { RowVersion } from '../../../../../engine/schema/index.ts'
import type { Claim, HelpRow, Progress, ResultRow } from '../../wire.ts'
import { SOLVED } from '../../../../../schemas/teaching/help-states.ts'

/** The result service's address. */
export const inspectionBase = '/inspect/bhInspectionResult'
/** The most rows that the server sends at once. */
export const pageSize = 1000

interface Page<Row> {
  readonly records: readonly Row[]
  readonly total: number
}
/** Reads by whoever asks. */
const ask = async <T>(name: string, params: Readonly<Record<string, unknown>>, by: AskedBy): Promise<T> =>
  (await send<T>({ method: 'GET', url: `${inspectionBase}/${name}`, params, headers: headersBy(by) })).result
type Read<Row> = (filters: ListNarrowing, by: AskedBy) => Promise<Page<Row>>
const list =
  <Row>(name: string): Read<Row> =>
  (filters, by) =>
    ask<Page<Row>>(name, { ...filters, pageNo: 1, pageSize }, by)

/** Which results a call is about. */
type Place = ReturnType<typeof placeIn> & { readonly courseId: string }
type Next = Place & { readonly order: 'item' | 'student'; readonly after?: string; readonly from?: string }

/** The result service. Claims and progress are read beside what a hand asks for. */
export const calls = {
  all: list<ResultRow>('allList'),
  submitted: list<ResultRow>('submitList'),
  history: list<ResultRow>('submitHistoryList'),
  help: list<HelpRow>('helpList'),
  row: (id: string) => api.get<ResultRow>(`${inspectionBase}/queryById`, { id }),
  claims: (courseId: string) => ask<Claim[]>('claims', { courseId }, 'page'),
  claim: (id: string, take: boolean) => declaredCall(`${inspectionBase}/claim`, take ? { id, take: 1 } : { id }).post<Claim>(),
  release: (id: string) => declaredCall(`${inspectionBase}/release`, { id }).post(),
  next: (asked: Next) => declaredCall(`${inspectionBase}/next`, asked).post<ResultRow | null>(),
  save: (body: MarkBody, idempotencyKey: string) =>
    send<ResultRow>({ method: 'PUT', url: `${inspectionBase}/edit`, data: body, idempotencyKey }),
  undoMark: (id: string) => declaredCall(`${inspectionBase}/undoMark`, { id }).send<ResultRow | null>(),
  updateTjh: (inspectionResultId: string, tjh: string) =>
    declaredCall(`${inspectionBase}/updateTjh`, { inspectionResultId, tjh }).post<string>(),
  takeHelp: (id: string) => declaredCall(`${inspectionBase}/takeHelp`, { id }).post<HelpRow | null>(),
  returnHelp: (id: string) => declaredCall(`${inspectionBase}/returnHelp`, { id }).post<HelpRow | null>(),
  solve: (inspectionResultId: string) =>
    declaredCall(`${inspectionBase}/updateInspectionResultSubmitStatus`, { inspectionResultId, submitStatus: SOLVED }).send(),
  progress: (place: Place) => ask<Progress>('progress', place, 'page'),
  pastVersions: (id: string) => api.get<RowVersion[]>(`${inspectionBase}/history`, { id }),
  courses: (semester: string | undefined) => declaredCall('/inspect/bhCourse/queryAllCourseByUser', semester ? { semester } : {}).get(),
  remarks: (commentType: string | null | undefined) =>
    api.get<Page<{ id: string; comment: string; commentLeve: number }>>('/inspect/bhInspectionComment/list', {
      ...(commentType ? { commentType } : {}),
      pageSize,
    }),
}

export { errorSentence } from '../../../../../engine/client/index.ts'
