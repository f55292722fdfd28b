import { columnKinds, defineTable } from '../../../engine/server/index.ts'

const { requiredInteger, requiredText, text } = columnKinds

/**
 * What is still to be sent, and when, in milliseconds. A node that sends one has moved `due` to when others may think it dead, and written
 * its `claim`; without a row, a message is sent, or was given up. The type is the message's, so that one index answers what is due of it;
 * it is missing where a release wrote the row that knows no such column.
 */
const queue = defineTable({
  name: 'sys_message_queue',
  columns: [requiredText('message_id'), requiredInteger('due'), requiredInteger('tries'), text('claim'), text('type')],
  primaryKey: ['message_id'],
  indexes: [{ name: 'ix_sys_message_queue_type', columns: ['type', 'due'] }],
})

export const messageTables = [queue] as const
