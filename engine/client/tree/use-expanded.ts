import { useMemo, useState } from 'react'
import type { AnyEntity, WireRow } from '../../schema/index.ts'
import { idOf } from '../model/list-model.ts'
import { hidesSome } from './found-rows.ts'
import { flatten } from '../model/nodes.ts'

/** The rows of a lazy tree that stand open. */
export interface OpenedLevels {
  readonly opened: readonly string[]
  open(keys: readonly string[]): void
}

const openWhenAtMost = 60

/**
 * Which nodes stand open: all of a small tree, the roots of a large one, until the user says otherwise. Of a tree that is read level by
 * level, those that were opened; of what a filter found in it, all.
 */
export function useExpanded(
  entity: AnyEntity,
  rows: readonly WireRow[],
  levels?: OpenedLevels,
): [readonly string[], (keys: readonly string[]) => void] {
  const [chosen, setChosen] = useState<readonly string[]>()
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const found = useMemo(
    () =>
      flatten(rows)
        .filter(hidesSome)
        .map((row) => idOf(entity, row)),
    [entity, rows],
  )
  const first = useMemo(() => {
    const all = flatten(rows)
    return (all.length <= openWhenAtMost ? all : rows).map((row) => idOf(entity, row))
  }, [entity, rows])
  if (found.length > 0)
    return [found.filter((id) => !closed.has(id)), (keys) => setClosed(new Set(found.filter((id) => !keys.includes(id))))]
  return levels ? [levels.opened, levels.open] : [chosen ?? first, setChosen]
}
