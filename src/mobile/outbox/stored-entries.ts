import { anything, anyText, arrayOf, anyNumber, objectOf, oneOf, nonEmptyText, texts } from '../../../engine/json-schema-parts.ts'
import { asFarAs } from '../../../engine/outside.ts'
import type { Job, StoredPhoto } from './entries.ts'

const entry = { id: nonEmptyText, userId: nonEmptyText, resultId: nonEmptyText, at: anyNumber, problem: anyText }
const entryRequired = { id: true, userId: true, resultId: true, at: true } as const

const photos = arrayOf(
  objectOf<StoredPhoto>({ required: { ...entryRequired, bytes: true }, properties: { ...entry, bytes: anything, path: anyText } }),
)
const jobs = arrayOf(
  objectOf<Job>({
    required: { ...entryRequired, kind: true },
    properties: { ...entry, kind: oneOf('submit', 'help', 'cancelHelp'), content: anyText, keep: texts, photoIds: texts },
  }),
)

/** What the telephone has stored, without unreadable entries, which do not block the others. */
export const storedPhotos = (found: unknown): readonly StoredPhoto[] => asFarAs(photos, found) ?? []
export const storedJobs = (found: unknown): readonly Job[] => asFarAs(jobs, found) ?? []
