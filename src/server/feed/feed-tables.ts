import { defineTable } from '../../../engine/server/index.ts'

/** How far each topic is numbered. Its row is locked by the transaction that counts it up: numbers follow the commits. */
const topic = defineTable({
  name: 'feed_topic',
  columns: [
    { name: 'topic', type: 'text', required: true },
    { name: 'last_seq', type: 'integer', required: true },
  ],
  primaryKey: ['topic'],
  indexes: [],
})

/** What happened to each topic, kept for a day: so long a client may have been away and still miss nothing. */
const event = defineTable({
  name: 'feed_event',
  columns: [
    { name: 'topic', type: 'text', required: true },
    { name: 'seq', type: 'integer', required: true },
    { name: 'at', type: 'integer', required: true },
    { name: 'body', type: 'text', required: true },
  ],
  primaryKey: ['topic', 'seq'],
  indexes: [{ name: 'ix_feed_event_at', columns: ['at'] }],
})

/** Which numbering this is. */
const state = defineTable({
  name: 'feed_state',
  columns: [
    { name: 'id', type: 'integer', required: true },
    { name: 'epoch', type: 'text', required: true },
  ],
  primaryKey: ['id'],
  indexes: [],
})

export const feedTables = [topic, event, state] as const
