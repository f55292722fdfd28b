import {
  chunksOf,
  defineRules,
  NotFound,
  type CallContext,
  type CallParams,
  type Change,
  type RuleContext,
} from '../../../engine/server/index.ts'
import { classStudent } from '../../../schemas/teaching/class-student.ts'
import { chosenIds } from '../request-values.ts'

/** Add existing students to a class; students who are in it already are skipped. */
async function addClass({ engine, actor, params }: CallContext<CallParams<'classStudent', 'addClass'>>) {
  const { classId } = params
  if (!(await engine.find('class', classId, actor))) throw new NotFound()
  const ids = chosenIds(params.ids)
  const present = new Set<string>()
  for (const chunk of chunksOf(ids)) {
    const rows = await engine.db.read
      .selectFrom('bh_class_stu')
      .select('stu_id')
      .where('class_id', '=', classId)
      .where('stu_id', 'in', chunk)
      .execute()
    for (const row of rows) present.add(row.stu_id)
  }
  const rows = ids.filter((id) => !present.has(id)).map((stuId) => ({ classId, stuId }))
  const outcomes = await engine.write({ entity: 'classStudent', operation: 'add', rows, actor })
  return { result: outcomes.map(({ id }) => id) }
}

/** Students who are in a session of the course must leave it before they leave the last of its classes. */
async function refuseDivided({ tx }: RuleContext, changes: readonly Change<'classStudent'>[]): Promise<void> {
  for (const change of changes) {
    const { before } = change
    const { stuId: student = '', classId: left = '' } = before ?? {}
    const course = tx.selectFrom('bh_class').select('course_id').where('id', '=', left)
    const stays = await tx
      .selectFrom('bh_class_stu as s')
      .innerJoin('bh_class as c', 'c.id', 's.class_id')
      .select('s.id')
      .where('s.stu_id', '=', student)
      .where('c.id', '<>', left)
      .where('c.course_id', 'in', course)
      .executeTakeFirst()
    const session = await tx
      .selectFrom('bh_experi_group_stu as m')
      .innerJoin('bh_experi_group as g', 'g.id', 'm.experi_group_id')
      .select('g.group_name as name')
      .where('m.stu_id', '=', student)
      .where('g.course_id', 'in', course)
      .executeTakeFirst()
    if (session && !stays) change.refuse(`该学生已分入${session.name}，请先将其移出场次！`)
  }
}

export const classStudentRules = defineRules(classStudent, { beforeDelete: refuseDivided, calls: { addClass } })
