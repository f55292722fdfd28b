import {
  chunksOf,
  NotFound,
  type CallContext,
  type CallParams,
  type Engine,
  type Actor,
  type FoundRow,
  type Tx,
} from '../../../engine/server/index.ts'
import { containing, readPaging } from '../../teaching/list-query.ts'
import { chosenIds } from '../request-values.ts'

/** The course, if it is one of the actor's; any other one is answered like one that does not exist. */
export async function ownCourse(engine: Engine, id: string, actor: Actor): Promise<FoundRow<'course'>> {
  const course = await engine.find('course', id, actor)
  if (!course) throw new NotFound()
  return course
}

const shownOfCandidates = [
  'id',
  'username',
  'realname',
  'selectedroles',
  'selectedroles_dictText',
  'roleNameTxt',
  'selecteddeparts',
  'selecteddeparts_dictText',
  'orgCodeTxt',
] as const

/** Accounts that may be added to a course, with only the fields that the dialog shows. */
export async function courseCandidates(
  { engine, actor, params }: CallContext<CallParams<'assistant', 'listTea'>>,
  more: { readonly withRoleId?: string } = {},
) {
  const courseId = params.courseId ?? ''
  if (courseId !== '') await ownCourse(engine, courseId, actor)
  const query = {
    ...readPaging(params),
    username: containing(params.username),
    realname: containing(params.realname),
    status: '1',
    notInCourseId: courseId || undefined,
    ...more,
  }
  const page = await engine.list({ entity: 'user', list: 'candidates', query, actor })
  const records = page.records.map((row) => Object.fromEntries(shownOfCandidates.map((key) => [key, row[key] ?? null])))
  return { result: { ...page, records } }
}

interface People {
  readonly entity: 'assistant' | 'courseTeacher'
  readonly ids: readonly string[]
  readonly courseId: string
  readonly actor: Actor
}

/** Add accounts to a course; none of them may be in it already. */
export async function addPeople(engine: Engine, tx: Tx, { entity, ids, courseId, actor }: People): Promise<void> {
  const rows = ids.map((userId) => ({ courseId, userId }))
  await engine.write({ entity, operation: 'add', rows, actor }, tx)
}

/** Add existing accounts to a course; accounts that are in it already are skipped. */
export async function addChosen(
  { engine, actor, params, once }: CallContext<CallParams<'assistant', 'addCourseTea'>>,
  entity: People['entity'],
) {
  const { courseId } = params
  await ownCourse(engine, courseId, actor)
  const ids = chosenIds(params.ids)
  await once(async (tx) => {
    const present = new Set<string>()
    for (const chunk of chunksOf(ids)) {
      const rows = await tx
        .selectFrom('bh_course_teacher')
        .select('user_id')
        .where('course_id', '=', courseId)
        .where('user_id', 'in', chunk)
        .execute()
      for (const row of rows) present.add(row.user_id)
    }
    await addPeople(engine, tx, { entity, ids: ids.filter((id) => !present.has(id)), courseId, actor })
  }, `course ${courseId}`)
  return {}
}
