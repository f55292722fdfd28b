import { columnKinds, defineTable } from '../../../engine/server/index.ts'

const { requiredInteger, requiredText } = columnKinds

/** The visits of each day, for as long as the login log that they were counted from is not kept. */
const visitDay = defineTable({
  name: 'sys_visit_day',
  columns: [requiredText('day'), requiredInteger('visits'), requiredInteger('ips')],
  primaryKey: ['day'],
  indexes: [],
})

export const visitTables = [visitDay] as const
