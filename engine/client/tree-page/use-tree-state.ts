import { useCallback, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useLeave } from '../form/unsaved.ts'
import type { TreeHandling } from '../tree/TreeOperations.tsx'
import { keysAbove, nodeKeys, type TreeNode } from './nodes.ts'
import type { Ticks } from './NodeTree.tsx'

const openWhenAtMost = 60

/** The chosen node and its tab, kept in the address; unsaved changes are asked about before another one is chosen. */
export function useChosen() {
  const [search, setSearch] = useSearchParams()
  const leave = useLeave()
  const node = search.get('node') ?? undefined
  const tab = search.get('tab')
  const put = useCallback(
    (name: string, value: string | undefined) =>
      setSearch(
        (now) => {
          const next = new URLSearchParams(now)
          if (value === undefined) next.delete(name)
          else next.set(name, value)
          return next
        },
        { replace: true },
      ),
    [setSearch],
  )
  const choose = useCallback((key: string | undefined) => leave(() => put('node', key)), [leave, put])
  const show = useCallback((next: string) => leave(() => put('tab', next)), [leave, put])
  return { node, tab, choose, show }
}

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
