import { useCallback, useMemo } from 'react'
import useSWR, { useSWRConfig } from 'swr'
import type { AnyEntity } from '../../../schema/index.ts'
import type { Filters, ListState } from '../../model/list-state.ts'
import type { ListModel } from '../../model/list-model.ts'
import type { ListPage } from '../../model/list-page.ts'
import { filterTree } from '../../tree/filter-tree.ts'
import { questionOf, readFound, readListRows, rowsCall, shapeOf, type RowsCall } from './rows-call.ts'
import type { OpenedLevels } from '../../tree/use-expanded.ts'
import { useOpenedLevels } from './use-opened-levels.ts'

export interface ListRows {
  readonly page: ListPage | undefined
  /** The page answers the current query, not an earlier one. */
  readonly isCurrent: boolean
  readonly loading: boolean
  readonly error: Error | undefined
  /** Why nothing has been requested yet. */
  readonly waitingFor: string | undefined
  /** The rows stand below each other: there is nothing to sort. */
  readonly isTree: boolean
  readonly isPaged: boolean
  /** Set for a tree whose levels are read as they are opened. */
  readonly levels: OpenedLevels | undefined
  reload(): void
}
interface Request {
  readonly entity: AnyEntity
  readonly model: ListModel
  readonly state: ListState
  /** Filters fixed by the place of the list, such as the parent row. */
  readonly fixed?: Filters
  /** False while the filters' first values are being fetched. */
  readonly ready: boolean
}

/**
 * The rows of a list. The previous rows stay until the new ones arrive. If the new ones cannot be loaded, the previous rows go, because they do not answer the current query.
 */
export function useListRows({ entity, model, state, fixed, ready }: Request): ListRows {
  const { call, waitingFor } = rowsCall({ entity, model, state, fixed })
  const shape = shapeOf({ entity, model, state })
  const { levels, join, ...opened } = useOpenedLevels(entity, shape === 'levels')
  const key = (ready && call) || null
  const { data, error, isLoading, isValidating, mutate } = useSWR<ListPage, Error>(
    key,
    (call: RowsCall) => (shape === 'found' ? readFound(entity, call) : readListRows(call)),
    {
      keepPreviousData: true,
      revalidateOnFocus: false,
      shouldRetryOnError: false,
    },
  )
  const { reload: reloadLevels } = opened
  const reload = useCallback(() => {
    void mutate()
    void reloadLevels()
  }, [mutate, reloadLevels])
  const { filters } = state
  const page = useMemo(() => {
    if (shape === 'pages' || shape === 'found' || !data) return data
    return { ...data, records: shape === 'levels' ? join(data.records) : filterTree(data.records, model, filters) }
  }, [shape, data, join, model, filters])
  const isCurrent = key !== null && page?.asked === questionOf(key)
  const isAnswer = key !== null && (!error || isCurrent)
  return {
    isCurrent,
    page: isAnswer ? page : undefined,
    loading: !ready || isLoading || opened.isLoading || (isValidating && Boolean(error)),
    error: error ?? opened.error,
    waitingFor,
    isTree: shape !== 'pages',
    isPaged: shape === 'pages' || shape === 'found',
    levels,
    reload,
  }
}

/**
 * The entities whose lists may look different after a write: the entity itself, the one whose table it shares, its children, and those that
 * its pickers choose from.
 */
export function changedWith(entity: AnyEntity): ReadonlySet<unknown> {
  const picked = Object.values(entity.tools ?? {}).flatMap((tool) => (tool.does === 'pick' ? [tool.entity] : []))
  return new Set([entity.name, entity.of, ...(entity.children ?? []).map((child) => child.entity), ...picked])
}

/**
 * Refresh every list that a write of the entity may change, and the rows offered everywhere. A list that is not on the screen is loaded
 * when it is shown.
 */
export function useReload(entity: AnyEntity, onChange?: () => void): () => void {
  const { mutate } = useSWRConfig()
  return useCallback(() => {
    const names = new Set([...changedWith(entity), ...(entity.remember ? ['/sys/remembered'] : [])])
    void mutate((key) => Array.isArray(key) && names.has(key[0]))
    onChange?.()
  }, [entity, mutate, onChange])
}
