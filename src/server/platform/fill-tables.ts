import { columnKinds, defineTable } from '../../../engine/server/index.ts'

const { requiredInteger, requiredText } = columnKinds

/** The last number of each series of a fill rule; it outlives its rule, so that no number is given twice. */
const fillNumber = defineTable({
  name: 'sys_fill_number',
  columns: [requiredText('rule_code'), requiredText('series'), requiredInteger('last')],
  primaryKey: ['rule_code', 'series'],
  indexes: [],
})

export const fillTables = [fillNumber] as const
