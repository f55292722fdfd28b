import { labelSource, type AnyEntity, type WireRow } from '../../../engine/schema/index.ts'
import type { FeedItem, FeedWrite } from '../../../engine/server/index.ts'

/** A written row as it is kept: what happened. How the row looks is read when it is told. */
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

/** A transaction wrote so much at once that reading anew is the shorter way. */
interface StoredBulk {
  readonly type: 'bulk'
}

interface StoredAnnouncement {
  readonly type: 'announcement'
  readonly cmd: string
  readonly body: WireRow
}

export type StoredBody = StoredWrite | StoredBulk | StoredAnnouncement

/** What the document calls a change of a result or a request for help. */
function documentName({ entity, operation, changed, after }: FeedWrite): StoredWrite['event'] {
  const isChanged = (key: string) => operation === 'add' || changed.includes(key)
  if (entity === 'inspectionResult' && after?.['submitStatus'] === 1 && (isChanged('submitStatus') || isChanged('submitCount')))
    return 'submission'
  if (entity !== 'helpRequest' || !isChanged('status')) return undefined
  if (after?.['status'] === 3) return 'help'
  return after?.['status'] === 5 ? 'helpCancelled' : undefined
}

/** Earlier values of the states that changed: fields with a closed choice, which tell a row's way. */
function earlierStates(entity: AnyEntity, { changed, before, operation }: FeedWrite): WireRow {
  const isState = (key: string): boolean => {
    const field = entity.fields[key]
    return field !== undefined && labelSource(field)?.from === 'choices'
  }
  const keys = operation === 'add' ? [] : changed.filter(isState)
  return Object.fromEntries(keys.map((key) => [key, before?.[key] ?? null]))
}

/** What is kept of something that was told. */
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
