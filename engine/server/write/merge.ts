import type { WireRow } from '../../schema/index.ts'
import { Conflict } from '../errors.ts'

export interface Clash {
  readonly field: string
  readonly yours: unknown
  readonly theirs: unknown
  readonly base: unknown
}

/** Null and the empty text are one value. */
export const sameValue = (a: unknown, b: unknown): boolean => (a ?? '') === (b ?? '') || String(a ?? '') === String(b ?? '')

interface MergeInput {
  readonly id: string
  readonly stored: WireRow
  /** Checked new values by key. */
  readonly values: WireRow
  /** What the editor saw, by key; without it the later save wins field by field. */
  readonly base: WireRow | undefined
  readonly version: number | undefined
  /** A stored value as the editor may see it. */
  readonly shown?: (field: string, value: unknown) => unknown
}

/**
 * Three-way merge of one edit: fields that only the editor changed are taken, fields that only others changed stay,
 * and a field that both changed differently is a conflict with both values, who and when.
 */
export function mergeEdit({ id, stored, values, base, version, shown = (_field, value) => value }: MergeInput): WireRow {
  const stale = version !== undefined && version !== stored['version']
  const clashes: Clash[] = []
  if (stale && base) {
    for (const [field, yours] of Object.entries(values)) {
      const theirs = stored[field]
      const seen = base[field]
      if (field in base && !sameValue(theirs, seen) && !sameValue(shown(field, theirs), seen) && !sameValue(theirs, yours))
        clashes.push({ field, yours, theirs: shown(field, theirs), base: seen })
    }
  }
  if (stale && !base) {
    for (const [field, yours] of Object.entries(values)) {
      if (!sameValue(stored[field], yours)) clashes.push({ field, yours, theirs: shown(field, stored[field]), base: null })
    }
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
