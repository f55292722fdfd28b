import { columnKinds, defineTable } from '../../../engine/server/index.ts'

const { requiredText } = columnKinds

/** What people set for themselves, by the name of the setting; one that was never changed has no row. */
const userSetting = defineTable({
  name: 'sys_user_setting',
  columns: [requiredText('user_id'), requiredText('name'), requiredText('value')],
  primaryKey: ['user_id', 'name'],
  indexes: [],
})

export const settingsTables = [userSetting] as const
