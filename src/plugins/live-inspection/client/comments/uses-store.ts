import { anyText, arrayOf, mapOf, objectOf, integer } from '../../../../../engine/json-schema-parts.ts'
import { readJson } from '../../../../../engine/outside.ts'
import { withUse, type Uses } from './rank.ts'

const none: Uses = { counts: {}, recent: [] }
const keyOf = (userId: string) => `shiyan.comments.${userId}`

const stored = objectOf<Uses>({
  required: { counts: true, recent: true },
  properties: { counts: mapOf(integer), recent: arrayOf(anyText) },
})

/** Which comments this person used, kept in this browser. */
export const readUses = (userId: string, storage: Storage = localStorage): Uses => readJson(stored, storage.getItem(keyOf(userId))) ?? none

export function countUse(userId: string, id: string, storage: Storage = localStorage): void {
  try {
    storage.setItem(keyOf(userId), JSON.stringify(withUse(readUses(userId, storage), id)))
  } catch {
    // Without storage, comments are sorted by level alone.
  }
}
