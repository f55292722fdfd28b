import { anyText, anyNumber, objectOf, orElse, orNull } from '../../../../../engine/json-schema-parts.ts'
import { readJson } from '../../../../../engine/outside.ts'
import { fieldLabelOf } from '../../shared/label.ts'
import type { ResultRow } from '../../wire.ts'

/** What a marker writes into a row before saving. The score is text until it is sent. */
export interface MarkDraft {
  readonly score: string
  readonly comment: string
  readonly inspectionCommentId: string | null
  readonly bz: string
}

export interface StoredDraft extends MarkDraft {
  readonly resultId: string
  /** Whose result it is, in words. */
  readonly label: string
  /** The version of the row that it was written for. */
  readonly version: number
  /** Milliseconds. */
  readonly at: number
}

export interface DraftStore {
  read(resultId: string): StoredDraft | undefined
  save(row: Drafted, draft: MarkDraft): void
  remove(resultId: string): void
  /** All drafts, the oldest first; the same array until one changes. */
  all(): readonly StoredDraft[]
  /** Also notices drafts that another page of this browser writes. */
  watch(listener: () => void): () => void
}

type Drafted = Pick<ResultRow, 'id' | 'version' | 'realname' | 'studyNumber' | 'inspectionId_dictText'>

const stored = objectOf<Omit<StoredDraft, 'resultId'>>({
  required: { score: true, comment: true, inspectionCommentId: true, bz: true, label: true, version: true, at: true },
  properties: {
    score: anyText,
    comment: anyText,
    inspectionCommentId: orElse(orNull(anyText), null),
    bz: anyText,
    label: orElse(anyText, ''),
    version: anyNumber,
    at: anyNumber,
  },
})

/**
 * Drafts of one person in this browser. They survive a crash, a reload or a flat battery, until they are saved or thrown away.
 * If the storage is full or blocked, only this protection is lost.
 */
export function createDraftStore(userId: string, storage: Storage = localStorage, now = Date.now): DraftStore {
  const prefix = `shiyan.mark.${userId}.`
  const keys = () => Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '').filter((key) => key.startsWith(prefix))
  const readKey = (key: string): StoredDraft | undefined => {
    const draft = readJson(stored, storage.getItem(key))
    return draft && { ...draft, resultId: key.slice(prefix.length) }
  }
  const readAll = () =>
    keys()
      .flatMap((key) => readKey(key) ?? [])
      .sort((one, other) => one.at - other.at)
  for (const key of keys()) if (!readKey(key)) storage.removeItem(key)
  const listeners = new Set<() => void>()
  let all: readonly StoredDraft[] | undefined
  const tell = () => {
    all = undefined
    for (const listener of listeners) listener()
  }
  const hear = ({ key }: StorageEvent) => {
    if (key === null || key.startsWith(prefix)) tell()
  }
  return {
    read: (resultId) => readKey(prefix + resultId),
    save: (row, draft) => {
      try {
        storage.setItem(prefix + row.id, JSON.stringify({ ...draft, label: fieldLabelOf(row), version: row.version, at: now() }))
      } catch {
        // The draft still stays on the screen.
      }
      tell()
    },
    remove: (resultId) => {
      storage.removeItem(prefix + resultId)
      tell()
    },
    all: () => (all ??= readAll()),
    watch: (listener) => {
      if (listeners.size === 0) window.addEventListener('storage', hear)
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) window.removeEventListener('storage', hear)
      }
    },
  }
}
