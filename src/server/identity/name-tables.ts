import { columnKinds, defineTable } from '../../../engine/server/index.ts'

/** User names of accounts that are gone for good: what they wrote bears them. */
const formerName = defineTable({
  name: 'sys_former_name',
  columns: [columnKinds.requiredText('username')],
  primaryKey: ['username'],
  indexes: [],
})

export const nameTables = [formerName] as const
