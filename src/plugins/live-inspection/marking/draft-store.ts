/** What a marker writes into a row before it is saved. The score is text until it is sent. */
export interface MarkDraft {
  readonly score: string
  readonly comment: string
  readonly inspectionCommentId: string | null
  readonly bz: string
}

export interface StoredDraft extends MarkDraft {
  /** The version of the row for which it was written. */
  readonly version: number
  /** Milliseconds. */
  readonly at: number
}

export interface DraftStore {
  read(resultId: string): StoredDraft | undefined
  save(resultId: string, version: number, draft: MarkDraft): void
  remove(resultId: string): void
  /** Results with a draft. */
  ids(): string[]
}

const keptFor = 7 * 24 * 3600 * 1000
const isText = (value: unknown): value is string => typeof value === 'string'

function isDraft(value: unknown): value is StoredDraft {
  if (typeof value !== 'object' || value === null) return false
  const { score, comment, bz, version, at } = value as Record<string, unknown>
  return isText(score) && isText(comment) && isText(bz) && typeof version === 'number' && typeof at === 'number'
}

function parse(text: string | null): StoredDraft | undefined {
  try {
    const value: unknown = JSON.parse(text ?? 'null')
    return isDraft(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** Drafts of one person in this browser, so that a crash, a reload or a flat battery loses nothing. A full or closed storage loses only that. */
export function createDraftStore(userId: string, storage: Storage = localStorage, now = Date.now): DraftStore {
  const prefix = `shiyan.mark.${userId}.`
  const keys = () => Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? '').filter((key) => key.startsWith(prefix))
  const read = (key: string) => {
    const draft = parse(storage.getItem(key))
    return draft && now() - draft.at < keptFor ? draft : undefined
  }
  for (const key of keys()) if (!read(key)) storage.removeItem(key)
  return {
    read: (resultId) => read(prefix + resultId),
    save: (resultId, version, draft) => {
      try {
        storage.setItem(prefix + resultId, JSON.stringify({ ...draft, version, at: now() }))
      } catch {
        // The draft stays on the screen all the same.
      }
    },
    remove: (resultId) => storage.removeItem(prefix + resultId),
    ids: () => keys().map((key) => key.slice(prefix.length)),
  }
}
