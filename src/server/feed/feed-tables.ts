import { defineTable } from '../../../engine/server/index.ts'

/** The last number of each topic. The transaction that increases it locks its row, so numbers follow the order of commits. */
const topic = defineTable({
  name: 'feed_topic',
  columns: [
    { name: 'topic', type: 'text', required: true },
    { name: 'last_seq', type: 'integer', required: true },
  ],
  primaryKey: ['topic'],
  indexes: [],
})

/** The events of each topic, kept for a day: a client can be away for that long without missing anything. */
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

/** Identifies the current numbering. */
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
