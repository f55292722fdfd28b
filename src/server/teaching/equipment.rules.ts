import { sql, type SqlBool } from 'kysely'
import { defineRules } from '../../../engine/server/index.ts'
import { equipment } from '../../../schemas/teaching/equipment.ts'
import { isOwnCourse } from '../scopes.ts'

/** Pickers for a session's devices leave out those it already has, and those that another session uses at that time. */
export const equipmentRules = defineRules(equipment, {
  params: {
    ofSessionId: (sessionId, _db, actor) =>
      sql<SqlBool>`exists (select 1 from bh_experi_group_facility as b join bh_experi_group as g on g.id = b.experi_group_id
        where b.facility_id = t.id and b.experi_group_id = ${sessionId} and ${isOwnCourse('g.course_id', actor)})`,
    notOfSessionId: (sessionId, _db, actor) =>
      sql<SqlBool>`not exists (select 1 from bh_experi_group_facility as b join bh_experi_group as g on g.id = b.experi_group_id
        where b.facility_id = t.id and b.experi_group_id = ${sessionId} and ${isOwnCourse('g.course_id', actor)})`,
    freeAt: (time) => {
      const [from = '', to = ''] = time.split('|')
      return sql<SqlBool>`not exists (select 1 from bh_experi_group_facility as b
        where b.facility_id = t.id and b.end_time > ${from} and (b.start_time < ${to} or b.start_time <= ${from}))`
    },
  },
})
