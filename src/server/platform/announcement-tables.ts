import { defineTable } from '../../../engine/server/index.ts'

/** Who has read which announcement: a row is made when it is read, so that publishing writes none. */
const read = defineTable({
  name: 'sys_announcement_send',
  columns: [
    { name: 'user_id', type: 'text', required: true },
    { name: 'annt_id', type: 'text', required: true },
    { name: 'read_time', type: 'text', required: true },
  ],
  primaryKey: ['user_id', 'annt_id'],
  indexes: [{ name: 'ix_sys_announcement_send_annt', columns: ['annt_id'] }],
})

/** When published announcements begin and are over: their readers are told at those moments. */
const turn = defineTable({
  name: 'sys_announcement_turn',
  columns: [
    { name: 'annt_id', type: 'text', required: true },
    { name: 'due', type: 'text', required: true },
  ],
  primaryKey: ['annt_id', 'due'],
  indexes: [{ name: 'ix_sys_announcement_turn_due', columns: ['due'] }],
})

export const announcementTables = [read, turn] as const
