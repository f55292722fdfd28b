import type { WireRow } from '../../../engine/schema/index.ts'
import type { Actor, Engine } from '../../../engine/server/index.ts'
import type { FeedEvent, Resync } from '../../feed/messages.ts'
import { readerOf, topicOf } from './readers.ts'
import type { StoredWrite } from './stored-event.ts'
import type { LoggedEvent } from './topic-log.ts'

interface DeliveryContext {
  readonly engine: Engine
  readonly topic: string
  readonly actor: Actor
}

const isSeen = (context: DeliveryContext, { entity }: StoredWrite): boolean => {
  const model = context.engine.models.get(entity)
  return model !== undefined && context.actor.permissions.has(`${model.permission}:view`)
}

/** The current rows of these events; a row that has left the topic, or is gone, is missing. */
async function rowsOf(context: DeliveryContext, writes: readonly StoredWrite[]): Promise<Map<string, WireRow>> {
  const { engine, topic, actor } = context
  const { word, value } = topicOf(topic)
  const rows = new Map<string, WireRow>()
  for (const [entity, some] of Map.groupBy(writes, (write) => write.entity)) {
    const model = engine.models.get(entity)
    const key = Object.entries(model?.entity.feed ?? {}).find(([name]) => name === word)?.[1]
    if (!model || key === undefined) continue
    const ids = [...new Set(some.map(({ id }) => id))]
    const found: readonly WireRow[] = await engine.findMany(model.name, ids, readerOf(topic, actor))
    for (const row of found) if (String(row[key]) === value) rows.set(`${entity} ${String(row['id'])}`, row)
  }
  return rows
}

/** What somebody is told whose own limits may hide the row: it is not there, and nothing of what it was. */
const gone = ({ type, entity, id, operation, version }: StoredWrite): StoredWrite & { row: null } => ({
  type,
  entity,
  id,
  operation,
  version,
  changed: [],
  by: '',
  byName: '',
  before: {},
  row: null,
})

function messageOf(context: DeliveryContext, { seq, at: time, body }: LoggedEvent, rows: ReadonlyMap<string, WireRow>): FeedEvent | Resync {
  const { topic, actor } = context
  const base = { cmd: 'event', topic, seq, at: time } as const
  if (body.type === 'bulk') return { cmd: 'resync', topic, seq, reason: 'lag' }
  if (body.type === 'announcement') return { ...base, type: body.cmd, body: body.body }
  if (!isSeen(context, body)) return { ...base, type: 'hidden' }
  const found = rows.get(`${body.entity} ${body.id}`)
  if (!found && actor.limits?.has(body.entity)) return { ...base, ...gone(body) }
  if (topicOf(topic).word !== 'user') return { ...base, ...body, row: found ?? null }
  const { by, byName, ...rest } = body
  return { ...base, ...rest, row: found ?? null, ...(by === actor.id ? { by, byName } : {}) }
}

/** Events in the form in which they travel to readers like this one. */
export async function writeOut(context: DeliveryContext, events: readonly LoggedEvent[]): Promise<string[]> {
  const writes = events.flatMap(({ body }) => (body.type === 'write' && isSeen(context, body) ? [body] : []))
  const rows = await rowsOf(context, writes)
  return events.map((event) => JSON.stringify(messageOf(context, event, rows)))
}
