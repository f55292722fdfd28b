import { createStore } from 'zustand/vanilla'
import { newKey as randomKey } from '../../../../../engine/client/index.ts'
import type { ClashDetails, ResultRow } from '../../wire.ts'
import type { DraftStore, MarkDraft } from './draft-store.ts'
import { draftOf, isSameDraft } from './mark.ts'

export type MarkTab = 'submitted' | 'history'

/** The one row being marked. */
export interface Edit {
  /** Identifies this edit: a later one, even of the same row, has another number. */
  readonly round: number
  readonly tab: MarkTab
  /** The row as it was when the edit began; a save is compared with it. */
  readonly row: ResultRow
  readonly draft: MarkDraft
  /** When the restored draft was last typed, and whether the row has changed since. */
  readonly restored?: { readonly at: number; readonly isOlder: boolean; readonly score: string }
  readonly problem?: string
  readonly saving: boolean
  /** The row as the feed last reported it; null if it is gone. */
  readonly latest?: ResultRow | null
  readonly clash?: ClashDetails
  /** Identifies this save, so that repeating it does nothing; another draft is another save. */
  readonly saveKey: string
}

export interface EditStore {
  get(): Edit | undefined
  watch(listener: () => void): () => void
  begin(tab: MarkTab, row: ResultRow): void
  change(part: Partial<MarkDraft>): void
  set(part: Partial<Omit<Edit, 'draft' | 'round'>>): void
  /** Leave the row; the draft is removed unless it is kept. */
  end(options?: { keepDraft: boolean }): void
  isDirty(): boolean
  /** Is this edit still open? Code that awaited something asks this afterwards. */
  isStill(begun: Edit): boolean
}

/** One row is edited at a time, and every keystroke is kept. */
export function createEditStore(drafts: DraftStore, newKey: () => string = randomKey): EditStore {
  const { getState: get, setState, subscribe } = createStore<Edit | undefined>(() => undefined)
  let rounds = 0
  const show = (next: Edit | undefined) => setState(next, true)
  return {
    get,
    watch: subscribe,
    begin: (tab, row) => {
      const stored = drafts.read(row.id)
      const own = draftOf(row)
      const restored =
        stored && !isSameDraft(stored, own) ? { at: stored.at, isOlder: stored.version !== row.version, score: stored.score } : undefined
      const { score, comment, bz, inspectionCommentId = null } = restored && stored ? stored : own
      show({ round: ++rounds, tab, row, draft: { score, comment, bz, inspectionCommentId }, restored, saving: false, saveKey: newKey() })
    },
    change: (part) => {
      const edit = get()
      if (!edit || edit.saving) return
      const draft = { ...edit.draft, ...part }
      show({ ...edit, draft, problem: undefined, saveKey: newKey() })
      drafts.save(edit.row, draft)
    },
    set: (part) => {
      const edit = get()
      if (edit) show({ ...edit, ...part })
    },
    end: (options) => {
      const edit = get()
      if (edit && !options?.keepDraft) drafts.remove(edit.row.id)
      show(undefined)
    },
    isDirty: () => {
      const edit = get()
      return edit !== undefined && !isSameDraft(edit.draft, draftOf(edit.row))
    },
    isStill: (begun) => get()?.round === begun.round,
  }
}
