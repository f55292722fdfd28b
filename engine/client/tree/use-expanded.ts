import { useMemo, useState } from 'react'
import type { AnyEntity, WireRow } from '../../schema/index.ts'
import { idOf } from '../model/list-model.ts'
import { flatten } from '../model/nodes.ts'

const openWhenAtMost = 60

/** Which nodes stand open: all of a small tree, the roots of a large one, until the user says otherwise. */
export function useExpanded(entity: AnyEntity, rows: readonly WireRow[]): [readonly string[], (keys: readonly string[]) => void] {
  const [chosen, setChosen] = useState<readonly string[]>()
  const first = useMemo(() => {
    const all = flatten(rows)
    return (all.length <= openWhenAtMost ? all : rows).map((row) => idOf(entity, row))
  }, [entity, rows])
  return [chosen ?? first, setChosen]
}
