import { defineRules } from '../../../engine/server/index.ts'
import { semester } from '../../../schemas/teaching/semester.ts'

/** At most one semester is the current one: making one current ends the previous one. */
export const semesterRules = defineRules(semester, {
  beforeSave(_context, changes) {
    const current = changes.filter(({ after }) => after?.isCurrent === 1)
    for (const change of current.slice(0, -1)) if (change.after) change.after.isCurrent = 0
  },
  async afterWrite({ tx, actor, engine, lock }, changes) {
    const newCurrent = changes.find(({ before, after }) => after?.isCurrent === 1 && before?.isCurrent !== 1)
    if (!newCurrent) return
    await lock('the current semester')
    const others = await tx.selectFrom('bh_semester').select('id').where('is_current', '=', 1).where('id', '<>', newCurrent.id).execute()
    const rows = others.map((row) => ({ id: row.id, isCurrent: 0 as const }))
    await engine.write({ entity: 'semester', operation: 'edit', rows, actor, scope: 'none' }, tx)
  },
})
