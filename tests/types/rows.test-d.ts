import {
  defineRules,
  joinCalls,
  registerRules,
  type CallContext,
  type CallParams,
  type Change,
  type Engine,
  type FoundRow,
  type Guard,
  type Reader,
  type Tx,
} from '../../engine/server/index.ts'
import type { RegistryRules } from '../../engine/server/application.ts'
import { course } from '../../schemas/teaching/course.ts'
import { equipment } from '../../schemas/teaching/equipment.ts'
import type { MarkRule } from '../../src/plugins/live-inspection/server/mark-kinds.ts'
import { asSystem, systemActor } from '../../src/server/access/system-actor.ts'
import { rules } from '../../src/server/rules.ts'
import { courseRules } from '../../src/server/teaching/course.rules.ts'
import { equipmentRules } from '../../src/server/teaching/equipment.rules.ts'

/** Rows, tables and writes have the types of the registry; each forbidden thing is an error on the line where it is written. */
declare const engine: Engine
declare const db: Reader
declare const tx: Tx
declare const change: Change<'course'>
const actor = systemActor

// Rows of a rule.
export const owner: string | null | undefined = change.after?.teacherId
export const state: 0 | 1 | 2 | undefined = change.before?.pubshed
// @ts-expect-error -- a misspelt field of a row before a write
export const misspelt = change.before?.techerId
// @ts-expect-error -- a misspelt field of a row on its way
export const astray = change.after?.courseTitel
// @ts-expect-error -- a field read from another row is not part of the stored one
export const through = (session: Change<'session'>) => session.before?.semester
// @ts-expect-error -- a value that its options do not have
export const unpublished = change.after?.pubshed === 3
// @ts-expect-error -- a sentence for a field that does not exist
change.refuse('错', 'courseTitel')
// @ts-expect-error -- a rule sets a field to a value of another kind
if (change.after) change.after.teacherId = 1
// @ts-expect-error -- the previous row is read-only
if (change.before) change.before.teacherId = '1'
// @ts-expect-error -- a required field is never empty
if (change.after) change.after.courseTitle = null
// @ts-expect-error -- a field that comes later may be missing
export const begin = (session: Change<'session'>): string | undefined => session.before?.startTime

// Calls of an entity.
export const params: CallParams<'course', 'handover'> = { id: '1', teacherId: '2' }
// @ts-expect-error -- a param that is optional may be empty
export const optional: string = ({} as CallParams<'seat', 'seatStudent'>).experiSeatId
// @ts-expect-error -- a call that no schema declares
export type Unknown = CallParams<'course', 'handovr'>
// @ts-expect-error -- a param that the call does not have
export const wrongParam = ({ params: { techerId } }: CallContext<CallParams<'course', 'handover'>>) => techerId
const answer = () => Promise.resolve({})
defineRules(course, { calls: { handover: answer } })
// @ts-expect-error -- a function for a call that is not declared
defineRules(course, { calls: { handovr: answer } })
// @ts-expect-error -- a function that asks for a param which its call does not have
defineRules(course, { calls: { handover: ({ params: { to } }: CallContext<{ readonly to: string }>) => Promise.resolve({ result: to }) } })
// @ts-expect-error -- rules of another entity
defineRules(course, { beforeSave: (_context: unknown, changes: readonly Change<'seat'>[]) => void changes })
// @ts-expect-error -- a rule that does not exist
defineRules(course, { beforSave: () => undefined })
// @ts-expect-error -- the same beside an existing one
defineRules(course, { calls: { handover: answer, handovr: answer } })
// @ts-expect-error -- a rule that does not exist, beside an existing one
defineRules(course, { calls: { handover: answer }, beforSave: () => undefined })
const { params: filters } = equipmentRules
defineRules(equipment, { params: filters })
// @ts-expect-error -- a named filter that no list of the entity has
defineRules(equipment, { params: { ...filters, freAt: filters.freeAt } })
// @ts-expect-error -- a named filter without its function
defineRules(equipment, { params: { freeAt: filters.freeAt } })
// @ts-expect-error -- named filters of an entity that has none
defineRules(course, { params: { freeAt: filters.freeAt } })
export const registered: object = rules
// @ts-expect-error -- a declared call without its function
registerRules({ course: { beforeSave: courseRules.beforeSave } })
declare const complete: RegistryRules
registerRules({ ...complete, seat: { ...complete.seat, calls: complete.seat.calls } })
// @ts-expect-error -- a function for a call that is not declared, beside all that are
registerRules({ ...complete, seat: { calls: { ...complete.seat.calls, movSeat: answer } } })
// @ts-expect-error -- rules of an entity that does not exist
registerRules({ ...complete, seet: { calls: {} } })
// @ts-expect-error -- a rule that does not exist
registerRules({ ...complete, semester: { beforSave: () => undefined } })
export const joined: object = joinCalls([{ handover: answer }, { publish: answer }])
// @ts-expect-error -- two functions for one call: the later would silently replace the earlier
joinCalls([{ handover: answer }, { publish: answer, handover: answer }])

// Rows that are found.
export async function found(): Promise<void> {
  const session = await engine.find('session', '1', actor)
  session?.groupName.slice(1)
  session?.semester?.slice(1)
  session?.experiId_dictText.slice(1)
  session?.peopleNum.toFixed()
  // @ts-expect-error -- a misspelt field of a found row
  session?.gruopName?.slice(1)
  // @ts-expect-error -- an entity that does not exist
  await engine.find('sesion', '1', actor)
  const { records } = await engine.list({ entity: 'course', query: {}, actor })
  // @ts-expect-error -- a misspelt field of a listed row
  void records[0]?.courseTitel
  const [user] = await engine.findMany('user', ['1'], actor)
  user?.realname.slice(1)
  // @ts-expect-error -- a secret never leaves
  void user?.password
}

// News for open pages.
const body = { id: '1', holder: { id: '2', name: '张' }, until: 3 }
export const told = (): void => engine.announce(tx, { topic: 'course:1', cmd: 'claim', body })
// @ts-expect-error -- a topic that does not exist
export const toldNobody = (): void => engine.announce(tx, { topic: 'cuorse:1', cmd: 'claim', body })
// @ts-expect-error -- the topic of another kind of news
export const toldOthers = (): void => engine.announce(tx, { topic: 'user:1', cmd: 'claim', body })
// @ts-expect-error -- a kind of news that no plugin declares
export const toldNothing = (): void => engine.announce(tx, { topic: 'course:1', cmd: 'clam', body })
// @ts-expect-error -- a misspelt field of the news
export const toldWrong = (): void => engine.announce(tx, { topic: 'course:1', cmd: 'claim', body: { id: '1', hlder: null, until: 0 } })
// @ts-expect-error -- a field that nobody reads
export const toldMore = (): void => engine.announce(tx, { topic: 'user:1', cmd: 'mateHelp', body: { id: '1', stuId: '2' } })

// Lists that are asked.
export async function askedRows(request: Readonly<Record<string, string | undefined>>): Promise<void> {
  await engine.list({
    entity: 'equipment',
    list: 'choices',
    query: { freeAt: '', facilityName: '*', pageSize: '9', createTime_begin: '' },
    actor,
  })
  await engine.list({ entity: 'equipment', list: 'bin', query: request, actor })
  // @ts-expect-error -- a list that does not exist
  await engine.list({ entity: 'equipment', list: 'choses', query: {}, actor })
  // @ts-expect-error -- a list of another entity
  await engine.list({ entity: 'course', list: 'choices', query: {}, actor })
  // @ts-expect-error -- a filter that does not exist
  await engine.list({ entity: 'equipment', query: { facilityNam: '*' }, actor })
  const query = { pageSize: '9', facilityNam: '*' }
  // @ts-expect-error -- the same behind a variable
  await engine.list({ entity: 'equipment', query, actor })
  // @ts-expect-error -- a named filter of another entity
  await engine.list({ entity: 'course', query: { freeAt: '' }, actor })
  // @ts-expect-error -- a value that is not a text
  engine.walk({ entity: 'equipment', query: { pageNo: 1 }, actor }, 100)
}

// Rows that are written.
export async function writtenRow(): Promise<void> {
  await engine.write({ entity: 'course', operation: 'edit', rows: [{ id: '1', teacherId: '2' }], actor, fields: 'all' })
  // @ts-expect-error -- a field that only the server writes
  await engine.write({ entity: 'course', operation: 'edit', rows: [{ id: '1', teacherId: '2' }], actor })
  // @ts-expect-error -- a field that is fixed once the row is there
  await engine.write({ entity: 'experiment', operation: 'edit', rows: [{ id: '1', courseId: '2' }], actor })
  // @ts-expect-error -- a misspelt field, behind a map
  await engine.write({ entity: 'course', operation: 'edit', rows: ['1'].map((id) => ({ id, techerId: '2' })), ...asSystem })
  // @ts-expect-error -- a field that nobody writes: it follows from another row
  await engine.write({ entity: 'sessionMember', operation: 'add', rows: [{ experiGroupId: '1', stuId: '2', courseId: '3' }], ...asSystem })
  // @ts-expect-error -- a value of another kind
  await engine.write({ entity: 'course', operation: 'edit', rows: [{ id: '1', pubshed: '1' }], ...asSystem })
  await engine.write({ entity: 'session', operation: 'edit', rows: [{ id: '1' }], actor, move: 'seat' })
  // @ts-expect-error -- a move between states that does not exist
  await engine.write({ entity: 'session', operation: 'edit', rows: [{ id: '1' }], actor, move: 'seet' })
  // @ts-expect-error -- a move of another entity
  await engine.write({ entity: 'seat', operation: 'edit', rows: [{ id: '1' }], actor, move: 'seat' })
  // @ts-expect-error -- an edit without its row
  await engine.write({ entity: 'course', operation: 'edit', rows: [{ teacherId: '2' }], ...asSystem })
  // @ts-expect-error -- an entity that does not exist
  await engine.write({ entity: 'curse', operation: 'delete', rows: [{ id: '1' }], actor })
  const add = { operation: 'add', actor, requestId: '1' } as const
  // @ts-expect-error -- an option that no write has, behind a spread
  await engine.write({ ...add, entity: 'semester', rows: [] })
  // @ts-expect-error -- a field that may not come later
  await engine.write({ entity: 'course', operation: 'add', rows: [], actor, waive: ['courseTitle'] })
  const edit = { entity: 'inspectionResult', operation: 'edit', rows: [{ id: '1' }], ...asSystem } as const
  await engine.write({ ...edit, guard: { when: { attendance: { not: 1 } }, otherwise: '否' } })
  await engine.write({ ...edit, guard: { when: { anyOf: [{ attendance: [1, 3] }, { submitStatus: 0 }] }, otherwise: '否' } })
  // @ts-expect-error -- a condition on a field that does not exist
  await engine.write({ ...edit, guard: { when: { atendance: 1 }, otherwise: '否' } })
  // @ts-expect-error -- the same, beside one that exists
  await engine.write({ ...edit, guard: { when: { attendance: 1, submitStatsu: 0 }, otherwise: '否' } })
  // @ts-expect-error -- the same, inside a choice
  await engine.write({ ...edit, guard: { when: { anyOf: [{ attendance: 1 }, { submitStatsu: 0 }] }, otherwise: '否' } })
  // @ts-expect-error -- a value that the field cannot have
  await engine.write({ ...edit, guard: { when: { submitStatus: 4 }, otherwise: '否' } })
  // @ts-expect-error -- a condition of another entity
  await engine.write({ ...edit, guard: { when: { status: 3 }, otherwise: '否' } satisfies Guard<'helpRequest'> })
  // @ts-expect-error -- a condition on a field that is only read through another row
  await engine.write({ ...edit, guard: { when: { realname: '张' }, otherwise: '否' } })
  const unknown: Record<string, unknown>[] = []
  // @ts-expect-error -- rows of unknown type
  await engine.write({ entity: 'course', operation: 'add', rows: unknown, actor })
  // @ts-expect-error -- the same before a transaction is opened
  await engine.prepare({ entity: 'user', operation: 'add', rows: [{ usrname: 'a' }], actor })
}

// Tables.
export async function queried(): Promise<void> {
  const row = await db.selectFrom('bh_experi_group as g').select(['g.group_name', 'g.start_time']).executeTakeFirstOrThrow()
  row.group_name.slice(1)
  // @ts-expect-error -- a field that comes later may be missing
  row.start_time.slice(1)
  // @ts-expect-error -- a table that does not exist
  db.selectFrom('bh_experi_gruop')
  // @ts-expect-error -- a column that does not exist
  db.selectFrom('bh_course').select('techer_id')
  // @ts-expect-error -- a column that does not exist, in a condition
  db.selectFrom('bh_course').where('techer_id', '=', '1')
  // @ts-expect-error -- a value that the column cannot have
  db.selectFrom('bh_experi_group').where('have_seat', '=', 'no')
  // @ts-expect-error -- a field without a column
  db.selectFrom('bh_experi_group').select('people_num')
  const link = await db.selectFrom('sys_user_role').selectAll().executeTakeFirstOrThrow()
  link.role_id.slice(1)
  const file = await db.selectFrom('sys_file').selectAll().executeTakeFirstOrThrow()
  file.size.toFixed()
  // @ts-expect-error -- a misspelt column of a table without an entity
  void file.sise
  // @ts-expect-error -- a required column is missing
  tx.insertInto('sys_file').values({ path: 'a' })
}

const mark = { isMark: true, values: () => ({}), done: () => '' }
export const marked: MarkRule = { ...mark, when: { attendance: 1 } }
// @ts-expect-error -- a kind of mark for results with a field that does not exist
export const astrayMark: MarkRule = { ...mark, when: { atendance: 1 } }
// @ts-expect-error -- the same for what it concerns
export const astrayAbout: MarkRule = { ...mark, when: {}, about: { attendance: 1, submitStatsu: 0 } }

/** The text of a reference has the name that the document gives it. */
export const title: FoundRow<'inspectionResult'>['courseTitle'] = '课程'
