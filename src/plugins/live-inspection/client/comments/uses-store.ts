import { withUse, type Uses } from './rank.ts'

const none: Uses = { counts: {}, recent: [] }
const keyOf = (userId: string) => `shiyan.comments.${userId}`

function isUses(value: unknown): value is Uses {
  return typeof value === 'object' && value !== null && 'counts' in value && 'recent' in value && Array.isArray(value.recent)
}

/** Which comments this person used, kept in this browser. */
export function readUses(userId: string, storage: Storage = localStorage): Uses {
  try {
    const value: unknown = JSON.parse(storage.getItem(keyOf(userId)) ?? 'null')
    return isUses(value) ? value : none
  } catch {
    return none
  }
}

export function countUse(userId: string, id: string, storage: Storage = localStorage): void {
  try {
    storage.setItem(keyOf(userId), JSON.stringify(withUse(readUses(userId, storage), id)))
  } catch {
    // Without storage the order is by level alone.
  }
}
