import { columnKinds, defineTable } from '../../../../engine/server/index.ts'

const { requiredInteger, requiredText } = columnKinds

/** Who is marking which result, and until when. An expired claim counts as none. */
const claim = defineTable({
  name: 'live_claim',
  columns: [requiredText('result_id'), requiredText('course_id'), requiredText('user_id'), requiredText('name'), requiredInteger('until')],
  primaryKey: ['result_id'],
  indexes: [{ name: 'ix_live_claim_course', columns: ['course_id', 'until'] }],
})

/** The plugin's tables that do not belong to an entity. */
export const inspectionTables = [claim] as const
