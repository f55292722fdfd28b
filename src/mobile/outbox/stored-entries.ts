import { anything, anyText, listOf, number, objectOf, one, text, texts } from '../../../engine/json-shape.ts'
import { asFarAs } from '../../../engine/outside.ts'
import type { Job, Photo } from './entries.ts'

const entry = { id: text, userId: text, resultId: text, at: number, problem: anyText }
const entryRequired = { id: true, userId: true, resultId: true, at: true } as const

const photos = listOf(
  objectOf<Photo>({ required: { ...entryRequired, bytes: true }, properties: { ...entry, bytes: anything, path: anyText } }),
)
const jobs = listOf(
  objectOf<Job>({
    required: { ...entryRequired, kind: true },
    properties: { ...entry, kind: one('submit', 'help', 'cancelHelp'), content: anyText, keep: texts, photoIds: texts },
  }),
)

/** What the telephone has stored, without entries that cannot be read: one of them stops no other. */
export const storedPhotos = (found: unknown): readonly Photo[] => asFarAs(photos, found) ?? []
export const storedJobs = (found: unknown): readonly Job[] => asFarAs(jobs, found) ?? []
