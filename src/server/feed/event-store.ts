import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { AnyEntity } from '../../../engine/schema/index.ts'
import { chunksOf, KnownStatements, type Database, type FeedItem, type Tx } from '../../../engine/server/index.ts'
import { readStored, storedBody, type StoredBody } from './stored-event.ts'

export interface StoredEvent {
  readonly seq: number
  readonly at: number
  readonly body: StoredBody
}

/** Events of one topic that a transaction may store; more are stored as one. */
const MOST_AT_ONCE = 200
/** How many events are read at a time. */
export const PAGE = 200
const KEPT = 24 * 3600_000

/** The numbered events of all topics, in the database. */
export interface EventStore {
  /** Number and store the events of a transaction, with its last statements; answers the topics. */
  store(tx: Tx, items: readonly FeedItem[]): Promise<readonly string[]>
  /** Identifies the numbering: under another one, remembered numbers mean nothing. */
  readonly epoch: string
  /** The last numbers of topics; 0 for a topic without events. */
  lastOf(topics: readonly string[]): Promise<ReadonlyMap<string, number>>
  /** The next events after a number, at most one page. */
  after(topic: string, seq: number): Promise<readonly StoredEvent[]>
  /** Delete events that are too old to be requested. */
  purge(): Promise<void>
}

/**
 * Where the database is shared, the numbering continues: a restarted node has missed nothing. A SQLite file may have been restored
 * from a copy while no server ran, so there each start begins a new numbering.
 */
async function readEpoch(db: Database): Promise<string> {
  const fresh = sql`insert into feed_state (id, epoch) values (1, ${randomUUID()}) on conflict (id)`
  await db.write((tx) =>
    (db.dialect === 'sqlite' ? sql`${fresh} do update set epoch = excluded.epoch` : sql`${fresh} do nothing`).execute(tx),
  )
  const row = await db.read.selectFrom('feed_state').select('epoch').executeTakeFirst()
  return row?.epoch ?? ''
}

/** Statements with up to so many rows come often enough to be kept compiled. */
const FEW = 8

interface Rows {
  readonly statements: KnownStatements
  readonly rows: readonly (readonly unknown[])[]
}

/** The rows as `(…), (…)` of a statement over their values. */
const linesOf = (rows: Rows['rows'], values: readonly unknown[]) => {
  let from = 0
  return sql.join(rows.map((row) => sql`(${sql.join(values.slice(from, (from += row.length)))})`))
}

const shapeOf = (name: string, { rows }: Rows): string | undefined => (rows.length <= FEW ? `${name}/${rows.length}` : undefined)

/** Increase the topics' counters, always in the same order so that transactions cannot deadlock; answers their last numbers. */
async function countUp(tx: Tx, given: Rows): Promise<Map<string, number>> {
  const { rows } = await given.statements.run(tx, {
    shape: shapeOf('topics', given),
    values: given.rows.flat(),
    build: (values) => ({
      query: sql<{ topic: string; last_seq: number }>`
        insert into feed_topic (topic, last_seq) values ${linesOf(given.rows, values)}
        on conflict (topic) do update set last_seq = feed_topic.last_seq + excluded.last_seq
        returning topic, last_seq`,
    }),
  })
  return new Map(rows.map((row) => [row.topic, row.last_seq]))
}

async function insertEvents(tx: Tx, given: Rows): Promise<void> {
  await given.statements.run(tx, {
    shape: shapeOf('events', given),
    values: given.rows.flat(),
    build: (values) => ({ query: sql`insert into feed_event (topic, seq, at, body) values ${linesOf(given.rows, values)}` }),
  })
}

/** Bodies by topic, in their original order; topics sorted. */
function bodiesByTopic(items: readonly FeedItem[], entityOf: (name: string) => AnyEntity): (readonly [string, readonly string[]])[] {
  const byTopic = new Map<string, string[]>()
  for (const item of items) {
    const body = JSON.stringify(storedBody(item, entityOf))
    for (const topic of item.kind === 'write' ? item.topics : [item.topic]) {
      const bodies = byTopic.get(topic)
      if (bodies) bodies.push(body)
      else byTopic.set(topic, [body])
    }
  }
  const bulk = JSON.stringify({ type: 'bulk' } satisfies StoredBody)
  return [...byTopic]
    .map(([topic, bodies]) => [topic, bodies.length > MOST_AT_ONCE ? [bulk] : bodies] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1))
}

export async function openEventStore(
  { db, entityOf }: { db: Database; entityOf(name: string): AnyEntity },
  now: () => number = Date.now,
): Promise<EventStore> {
  const statements = new KnownStatements()
  return {
    epoch: await readEpoch(db),
    async store(tx, items) {
      const told = bodiesByTopic(items, entityOf)
      for (const chunk of chunksOf(told)) {
        const last = await countUp(tx, { statements, rows: chunk.map(([topic, bodies]) => [topic, bodies.length]) })
        // The time is taken only now that the topics are locked: a transaction that waited for them is later than the one before it.
        const at = now()
        const rows = chunk.flatMap(([topic, bodies]) =>
          bodies.map((body, index) => [topic, (last.get(topic) ?? 0) - bodies.length + 1 + index, at, body]),
        )
        for (const some of chunksOf(rows)) await insertEvents(tx, { statements, rows: some })
      }
      return told.map(([topic]) => topic)
    },
    async lastOf(topics) {
      const last = new Map(topics.map((topic) => [topic, 0]))
      for (const chunk of chunksOf(topics)) {
        const rows = await db.steady.selectFrom('feed_topic').select(['topic', 'last_seq']).where('topic', 'in', chunk).execute()
        for (const row of rows) last.set(row.topic, row.last_seq)
      }
      return last
    },
    async after(topic, seq) {
      const rows = await db.steady
        .selectFrom('feed_event')
        .select(['seq', 'at', 'body'])
        .where('topic', '=', topic)
        .where('seq', '>', seq)
        .orderBy('seq')
        .limit(PAGE)
        .execute()
      return rows.map((row) => ({ ...row, body: readStored(row.body) }))
    },
    async purge() {
      await db.write((tx) =>
        tx
          .deleteFrom('feed_event')
          .where('at', '<', now() - KEPT)
          .execute(),
      )
    },
  }
}
