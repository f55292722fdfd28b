import { parts } from '../../../sent-values.ts'
import { InvalidInput, NotFound, Refused, type CallContext, type CallParams, type Reader } from '../../../../engine/server/index.ts'

/** Course, experiment and classes that belong together and that the actor may see. */
export interface AllocationChoice {
  readonly courseId: string
  readonly experiId: string
  readonly classes: ReadonlyMap<string, string>
}

/** More classes than any course has, but few enough for one statement. */
const MOST_CLASSES = 500

async function namesOfClasses(db: Reader, courseId: string, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('bh_class')
    .select(['id', 'class_name'])
    .where('course_id', '=', courseId)
    .where('id', 'in', [...ids])
    .execute()
  return new Map(rows.map((row) => [row.id, row.class_name]))
}

export type ChoiceParams = CallParams<'session', 'getExperiAllPersonCount'>

/** Rows that are foreign, or of another course, are answered as if they did not exist. */
export async function readChoice({ engine, actor, params }: CallContext<ChoiceParams>): Promise<AllocationChoice> {
  const { courseId, experiId, classIds } = params
  const ids = parts(classIds)
  if (!courseId) throw new InvalidInput({ courseId: '请选择课程！' })
  if (!experiId) throw new InvalidInput({ experiId: '请选择实验！' })
  if (ids.length === 0) throw new InvalidInput({ classIds: '请选择班级！' })
  if (ids.length > MOST_CLASSES) throw new InvalidInput({ classIds: `一次最多选择 ${MOST_CLASSES} 个班级！` })
  const course = await engine.find('course', courseId, actor)
  const experiment = await engine.find('experiment', experiId, actor)
  if (!course || experiment?.courseId !== courseId) throw new NotFound()
  const classes = await namesOfClasses(engine.db.read, courseId, ids)
  if (classes.size !== ids.length) throw new NotFound()
  return { courseId, experiId, classes }
}

/** Why the sessions of an experiment can no longer change: it has results. */
export async function lockOf(db: Reader, experiId: string): Promise<string | undefined> {
  const row = await db.selectFrom('bh_experi').select('have_inspection_result').where('id', '=', experiId).executeTakeFirst()
  return row?.have_inspection_result === 1 ? '该实验已有考察结果，不能分配场次！' : undefined
}

export async function demandUnlocked(db: Reader, experiId: string): Promise<void> {
  const locked = await lockOf(db, experiId)
  if (locked !== undefined) throw new Refused(locked)
}
