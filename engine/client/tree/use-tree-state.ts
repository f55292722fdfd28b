import { useCallback, useMemo, useState } from 'react'
import type { TreeHandling } from './TreeOperations.tsx'
import { keysAbove, nodeKeys, type TreeNode } from './nodes.ts'
import type { Ticks } from './NodeTree.tsx'

const openWhenAtMost = 60

interface Surroundings {
  readonly nodes: readonly TreeNode[]
  readonly chosen: string | undefined
  readonly lazy: boolean
  /** Reads the levels below these nodes, if the tree is read level by level. */
  open(keys: readonly string[]): void
}

/** Which nodes stand open and which are ticked. A small tree stands open, a large one down to the chosen node. */
export function useTreeState({ nodes, chosen, lazy, open }: Surroundings) {
  const [opened, setOpened] = useState<readonly string[]>()
  const [ticked, change] = useState<readonly string[]>([])
  const [linked, setLinked] = useState(false)
  const all = useMemo(() => nodeKeys(nodes), [nodes])
  const first = useMemo(() => {
    if (lazy) return []
    return all.length <= openWhenAtMost ? all : chosen === undefined ? [] : keysAbove(nodes, chosen)
  }, [lazy, all, nodes, chosen])
  const expand = useCallback(
    (keys: readonly string[]) => {
      open(keys)
      setOpened(keys)
    },
    [open],
  )
  const ticks: Ticks = { keys: ticked.filter((key) => all.includes(key)), linked, change }
  const handling: TreeHandling = {
    linked,
    link: setLinked,
    tick: (whole) => change(whole ? all : []),
    expand: (whole) => expand(whole ? all : []),
  }
  return { expanded: opened ?? first, expand, ticks, handling }
}
