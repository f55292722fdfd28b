import { defineTable } from '../../../engine/server/index.ts'

/** The last number of each series of a fill rule; it outlives its rule, so that no number is given twice. */
const fillNumber = defineTable({
  name: 'sys_fill_number',
  columns: [
    { name: 'rule_code', type: 'text', required: true },
    { name: 'series', type: 'text', required: true },
    { name: 'last', type: 'integer', required: true },
  ],
  primaryKey: ['rule_code', 'series'],
  indexes: [],
})

export const fillTables = [fillNumber] as const
