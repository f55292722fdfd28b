import { defineTable } from '../../../../engine/server/index.ts'

/** Who is marking which result, and until when. An expired claim counts as none. */
const claim = defineTable({
  name: 'live_claim',
  columns: [
    { name: 'result_id', type: 'text', required: true },
    { name: 'course_id', type: 'text', required: true },
    { name: 'user_id', type: 'text', required: true },
    { name: 'name', type: 'text', required: true },
    { name: 'until', type: 'integer', required: true },
  ],
  primaryKey: ['result_id'],
  indexes: [{ name: 'ix_live_claim_course', columns: ['course_id', 'until'] }],
})

/** The plugin's tables that do not belong to an entity. */
export const inspectionTables = [claim] as const
