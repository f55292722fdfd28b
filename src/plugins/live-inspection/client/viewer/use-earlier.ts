import useSWR from 'swr'
import { calls } from '../state/calls.ts'
import type { RowVersion } from '../../../../../engine/schema/index.ts'
import type { ResultRow } from '../../wire.ts'

/** The photos of the previous submission, from the row's history. */
export function earlierPaths(versions: readonly RowVersion[], now: string | null): string | undefined {
  for (const { changes } of versions) {
    const change = changes.find(({ field, to }) => field === 'filePaths' && (to ?? null) === (now ?? null))
    if (change) return typeof change.from === 'string' ? change.from : undefined
  }
  return undefined
}

/** The place of the first photo that the earlier submission did not have; -1 if there is none. */
export const firstAdded = (paths: readonly string[], earlier: readonly string[]): number =>
  earlier.length === 0 ? -1 : paths.findIndex((path) => !earlier.includes(path))

/** Photos that a resubmission replaced; those of the row as it was when its edit began come first. */
export function useEarlier(row: ResultRow | undefined, begun: ResultRow | undefined, wanted: boolean): readonly string[] {
  const replaced = begun && row && begun.filePaths !== row.filePaths ? begun.filePaths : undefined
  const asks = wanted && replaced === undefined && row !== undefined && row.submitCount > 1
  const { data } = useSWR(asks ? ['versions', row.id, row.submitCount] : null, () => calls.pastVersions(row?.id ?? ''))
  const paths = replaced ?? (data && row ? earlierPaths(data, row.filePaths) : undefined)
  return paths?.split(',').filter(Boolean) ?? []
}
