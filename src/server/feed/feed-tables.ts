import { columnKinds, defineTable } from '../../../engine/server/index.ts'

const { requiredInteger, requiredText } = columnKinds

/** The last number of each topic. The transaction that increases it locks its row, so numbers follow the order of commits. */
const topic = defineTable({
  name: 'feed_topic',
  columns: [requiredText('topic'), requiredInteger('last_seq')],
  primaryKey: ['topic'],
  indexes: [],
})

/** The events of each topic, kept for a day: a client can be away for that long without missing anything. */
const event = defineTable({
  name: 'feed_event',
  columns: [requiredText('topic'), requiredInteger('seq'), requiredInteger('at'), requiredText('body')],
  primaryKey: ['topic', 'seq'],
  indexes: [{ name: 'ix_feed_event_at', columns: ['at'] }],
})

/** Identifies the current numbering. */
const state = defineTable({
  name: 'feed_state',
  columns: [requiredInteger('id'), requiredText('epoch')],
  primaryKey: ['id'],
  indexes: [],
})

export const feedTables = [topic, event, state] as const
