import { anything, anyText, objectOf, open, unionOf, type JsonOf } from '../../../engine/json-schema-parts.ts'
import { labelSource, type AnyEntity, type WireRow } from '../../../engine/schema/index.ts'
import { jsonReader, type FeedItem, type FeedWrite } from '../../../engine/server/index.ts'
import { writeFields } from '../../feed/read-message.ts'
import { CANCELLED, WAITING } from '../../../schemas/teaching/help-states.ts'
import { SUBMITTED } from '../../../schemas/teaching/submission-states.ts'

/** A written row as it is stored: what happened. The row itself is read at delivery. */
export interface StoredWrite {
  readonly type: 'write'
  readonly entity: string
  readonly id: string
  readonly operation: string
  readonly changed: readonly string[]
  readonly version: number
  readonly by: string
  readonly byName: string
  readonly before: WireRow
  readonly event?: 'submission' | 'help' | 'helpCancelled'
}

/** A transaction wrote so much at once that reading again is quicker. */
interface StoredBulk {
  readonly type: 'bulk'
}

interface StoredAnnouncement {
  readonly type: 'announcement'
  readonly cmd: string
  readonly body: WireRow
}

export type StoredBody = StoredWrite | StoredBulk | StoredAnnouncement

/** The specification's name for a change of a result or a request for help. */
function documentName({ entity, operation, changed, after }: FeedWrite): StoredWrite['event'] {
  const isChanged = (key: string) => operation === 'add' || changed.includes(key)
  if (entity === 'inspectionResult' && after?.['submitStatus'] === SUBMITTED && (isChanged('submitStatus') || isChanged('submitCount')))
    return 'submission'
  if (entity !== 'helpRequest' || !isChanged('status')) return undefined
  if (after?.['status'] === WAITING) return 'help'
  return after?.['status'] === CANCELLED ? 'helpCancelled' : undefined
}

/** Earlier values of the states that changed: fields with a closed list of choices. */
function earlierStates(entity: AnyEntity, { changed, before, operation }: FeedWrite): WireRow {
  const isState = (key: string): boolean => {
    const field = entity.fields[key]
    return field !== undefined && labelSource(field)?.from === 'choices'
  }
  const keys = operation === 'add' ? [] : changed.filter(isState)
  return Object.fromEntries(keys.map((key) => [key, before?.[key] ?? null]))
}

/** The stored form of an event. */
export function storedBody(item: FeedItem, entityOf: (name: string) => AnyEntity): StoredBody {
  if (item.kind === 'announcement') return { type: 'announcement', cmd: item.cmd, body: item.body }
  const { entity, id, operation, changed, version, actor } = item
  const event = documentName(item)
  return {
    type: 'write',
    entity,
    id,
    operation,
    changed,
    version,
    by: actor.id,
    byName: actor.realname,
    before: earlierStates(entityOf(entity), item),
    ...(event ? { event } : {}),
  }
}

const free: JsonOf<WireRow> = { type: 'object' }
const stored: JsonOf<StoredBody> = unionOf('type', {
  bulk: {},
  announcement: objectOf<StoredAnnouncement>({
    required: { type: true, cmd: true, body: true },
    properties: { type: anything, cmd: anyText, body: free },
  }),
  write: open(
    objectOf<StoredWrite>({
      required: { type: true, entity: true, id: true, operation: true, changed: true, version: true, by: true, byName: true, before: true },
      properties: {
        type: anything,
        ...writeFields,
        before: free,
      },
    }),
  ),
})
const read = jsonReader(stored)

/** What a stored text says. What cannot be read is still an event: its topic is read again from the start. */
export const readStored = (text: string): StoredBody => read(text) ?? { type: 'bulk' }
