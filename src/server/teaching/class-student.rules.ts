import { chunksOf, NotFound, type CallContext, type Rules } from '../../../engine/server/index.ts'
import { text } from '../cells.ts'
import { chosenIds } from '../request-values.ts'

/** Put existing students into a class; who sits there already is left alone. */
async function addClass({ engine, actor, params }: CallContext) {
  const classId = text(params.classId)
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
    for (const row of rows) present.add(text(row.stu_id))
  }
  const rows = ids.filter((id) => !present.has(id)).map((stuId) => ({ classId, stuId }))
  const outcomes = await engine.write({ entity: 'classStudent', operation: 'add', rows, actor })
  return { result: outcomes.map(({ id }) => id) }
}

export const classStudentRules: Rules = { calls: { addClass } }
