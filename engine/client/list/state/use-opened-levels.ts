import { useCallback, useMemo, useState } from 'react'
import useSWR from 'swr'
import type { AnyEntity, WireRow } from '../../../schema/index.ts'
import type { OpenedLevels } from '../../tree/use-expanded.ts'
import { joinLevels, readLevels, toOpenable, type LevelNode, type Levels } from '../../tree/levels.ts'

const isNode = (row: WireRow): row is LevelNode => typeof row.key === 'string' && typeof row.isLeaf === 'boolean'

/** What was opened of a lazy tree, below its roots; read again together after each write, like every list of the entity. */
export function useOpenedLevels(entity: AnyEntity, isAsked: boolean) {
  const [opened, setOpened] = useState<readonly string[]>([])
  const isOpen = isAsked && opened.length > 0
  const { data, isLoading, error, mutate } = useSWR<Levels<LevelNode>, Error>(
    isOpen ? [entity.name, 'levels', opened] : null,
    () => readLevels<LevelNode>(entity, opened),
    { keepPreviousData: true, revalidateOnFocus: false, shouldRetryOnError: false },
  )
  const join = useCallback(
    (roots: readonly WireRow[]): WireRow[] => toOpenable(joinLevels(new Map([...(data ?? []), ['', roots.filter(isNode)]]))),
    [data],
  )
  const levels = useMemo<OpenedLevels | undefined>(() => (isAsked ? { opened, open: setOpened } : undefined), [isAsked, opened])
  return { levels, join, isLoading: isOpen && isLoading, error: isOpen ? error : undefined, reload: mutate }
}
