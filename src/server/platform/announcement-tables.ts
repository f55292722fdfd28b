import { columnKinds, defineTable } from '../../../engine/server/index.ts'

const { requiredText } = columnKinds

/** Who has read which announcement: a row is made when it is read, so that publishing writes none. */
const read = defineTable({
  name: 'sys_announcement_send',
  columns: [requiredText('user_id'), requiredText('annt_id'), requiredText('read_time')],
  primaryKey: ['user_id', 'annt_id'],
  indexes: [{ name: 'ix_sys_announcement_send_annt', columns: ['annt_id'] }],
})

/** When published announcements begin and are over: their readers are told at those moments. */
const turn = defineTable({
  name: 'sys_announcement_turn',
  columns: [requiredText('annt_id'), requiredText('due')],
  primaryKey: ['annt_id', 'due'],
  indexes: [{ name: 'ix_sys_announcement_turn_due', columns: ['due'] }],
})

export const announcementTables = [read, turn] as const
