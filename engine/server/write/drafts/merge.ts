import type { WireRow } from '../../../schema/index.ts'
import { Conflict } from '../../errors.ts'
import { sameValue } from './draft.ts'

export interface FieldConflict {
  readonly field: string
  readonly yours: unknown
  readonly theirs: unknown
  readonly base: unknown
}

interface MergeInput {
  readonly id: string
  readonly stored: WireRow
  /** Checked new values by key. */
  readonly values: WireRow
  /** What the editor saw, by key; a field that is missing here was not seen. */
  readonly base: WireRow | undefined
  readonly version: number | undefined
  /** A stored value as the editor may see it. */
  readonly shown?: (field: string, value: unknown) => unknown
  /** Fields that cannot conflict: secrets, which nobody sees, and fields that the form hides and therefore clears without asking. */
  readonly unasked?: (field: string) => boolean
}

/**
 * Three-way merge of one edit: fields that only the editor changed are taken, fields that only others changed stay, and a field that
 * both changed differently is a conflict with both values, who and when. A field for which a stale edit does not state what it saw is
 * a conflict as well. Without a version nothing is stale: the later save wins.
 */
export function mergeEdit({
  id,
  stored,
  values,
  base,
  version,
  shown = (_field, value) => value,
  unasked = () => false,
}: MergeInput): WireRow {
  const clashes: FieldConflict[] = []
  for (const [field, yours] of version === undefined || version === stored['version'] ? [] : Object.entries(values)) {
    const theirs = stored[field]
    const seen = base && Object.hasOwn(base, field) ? base[field] : undefined
    const visible = shown(field, theirs)
    // Nothing beyond its mask is revealed about a masked value, so neither the value seen nor the value sent may be used to guess it.
    const isStarred = visible !== theirs
    const saw = seen !== undefined && (sameValue(visible, seen) || (!isStarred && sameValue(theirs, seen)))
    if (!saw && !unasked(field) && (isStarred || !sameValue(theirs, yours)))
      clashes.push({ field, yours, theirs: visible, base: seen ?? null })
  }
  if (clashes.length) {
    throw new Conflict('数据已被他人修改，请确认后再保存！', {
      id,
      version: stored['version'],
      clashes,
      who: stored['updateBy'],
      when: stored['updateTime'],
    })
  }
  return { ...stored, ...values }
}
