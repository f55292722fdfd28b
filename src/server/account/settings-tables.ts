import { defineTable } from '../../../engine/server/index.ts'

const key = <const N extends string>(name: N) => ({ name, type: 'text', required: true }) as const

/** What people set for themselves, by the name of the setting; one that was never changed has no row. */
const userSetting = defineTable({
  name: 'sys_user_setting',
  columns: [key('user_id'), key('name'), key('value')],
  primaryKey: ['user_id', 'name'],
  indexes: [],
})

export const settingsTables = [userSetting] as const
