import { defineTable } from '../../../engine/server/index.ts'

/** The visits of each day, for as long as the login log that they were counted from is not kept. */
const visitDay = defineTable({
  name: 'sys_visit_day',
  columns: [
    { name: 'day', type: 'text', required: true },
    { name: 'visits', type: 'integer', required: true },
    { name: 'ips', type: 'integer', required: true },
  ],
  primaryKey: ['day'],
  indexes: [],
})

export const visitTables = [visitDay] as const
