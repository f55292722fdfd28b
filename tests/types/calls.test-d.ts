import { api, declaredCall } from '../../engine/client/index.ts'
import { calls } from '../../src/plugins/live-inspection/client/state/calls.ts'
import type { Claim, ResultRow } from '../../src/plugins/live-inspection/wire.ts'

/** Hand-written pages make calls that a schema declares; each forbidden thing is an error on the line where it is written. */
const base = '/inspect/bhExperiSeat'
declaredCall(`${base}/moveSeat`, { from: '1', to: '2', stuId: null })
// @ts-expect-error -- a call that no schema declares
declaredCall(`${base}/movSeat`, { from: '1', to: '2' })
// @ts-expect-error -- a call of another entity
declaredCall('/inspect/bhCourse/moveSeat', { from: '1', to: '2' })
// @ts-expect-error -- a param that it does not have
declaredCall(`${base}/moveSeat`, { from: '1', to: '2', student: '3' })
const asked = { from: '1', to: '2', student: '3' }
// @ts-expect-error -- the same behind a variable
declaredCall(`${base}/moveSeat`, asked)
// @ts-expect-error -- without a param that is required
declaredCall(`${base}/moveSeat`, { from: '1' })
// @ts-expect-error -- a value of another kind
declaredCall(`${base}/moveSeat`, { from: 1, to: '2' })
// @ts-expect-error -- a value that its options do not have
declaredCall('/inspect/bhInspectionResult/next', { courseId: '1', order: 'seat' })
// @ts-expect-error -- a verb that it does not have
void declaredCall(`${base}/moveSeat`, { from: '1', to: '2' }).get
/** Only calls that no schema declares are made by hand. */
export const byHand = async (): Promise<number> => (await api.get<{ readonly total: number }>('/sys/loginfo')).total
// @ts-expect-error -- the address of a declared call: it gives no promise
void api.get<{ readonly total: number }>('/inspect/bhCourse/queryAllCourseByUser').then(({ total }) => total)
// @ts-expect-error -- the same, without a type of its own
export const asPromise: Promise<unknown> = api.post(`${base}/moveSeat`, { from: '1', to: '2' })

/** A look-up answers the fields that its schema names. */
export const titles = async (): Promise<string | undefined> =>
  (await declaredCall('/inspect/bhCourse/queryAllCourseByUser', {}).get())[0]?.courseTitle
export const nothingMore = async () =>
  // @ts-expect-error -- and no others
  (await declaredCall('/inspect/bhCourse/queryAllCourseByUser', {}).get())[0]?.teacherId

/** Rows that a plugin reads are those of the schema. */
export const score: ResultRow['score'] = 90
// @ts-expect-error -- a misspelt field in a plugin's client
export const misspeltCall = (row: ResultRow) => row.submitStatsu
// @ts-expect-error -- a value that its options do not have
export const unknown = (row: ResultRow) => row.submitStatus === 3

/** A save sends fields of the result, each with the value that it replaces. */
const sent = { id: '1', version: 2, score: 90, submitStatus: 2, submitCount: 1 } as const
const _base = { score: null, submitStatus: 1, submitCount: 1 } as const
export const saved = () => calls.save({ ...sent, _base }, 'key')
// @ts-expect-error -- a misspelt field of the result
export const savedAstray = () => calls.save({ ...sent, commet: '好', _base }, 'key')
// @ts-expect-error -- a value that its options do not have
export const savedWrong = () => calls.save({ ...sent, submitStatus: 4, _base }, 'key')
// @ts-expect-error -- without the values that it replaces
export const savedBlindly = () => calls.save(sent, 'key')

/** What a plugin announces is what its pages read. */
export const until = (claim: Claim): number => claim.until
// @ts-expect-error -- a misspelt field of an announcement
export const hlder = (claim: Claim) => claim.hlder
