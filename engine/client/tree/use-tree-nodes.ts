import { useCallback, useMemo, useState } from 'react'
import useSWR from 'swr'
import { api } from '../../browser/api.ts'
import type { AnyEntity, TreePageSpec } from '../../schema/index.ts'
import { makeCall } from '../calls.ts'
import { joinLevels, readLevels } from './levels.ts'
import type { TreeNode } from './nodes.ts'

/** How the nodes of a tree are read. */
export type ReadNodes = Pick<TreePageSpec, 'nodes' | 'lazy'>

interface Answer {
  readonly nodes: readonly TreeNode[]
  /** What the call said besides the nodes. */
  readonly message?: string
}

const root = ['']

/** `parents`: the nodes whose levels are read, of a lazy tree. */
async function readNodes(entity: AnyEntity, page: ReadNodes, parents: readonly string[] | 'whole'): Promise<Answer> {
  if (page.nodes !== undefined) {
    const { result, message } = await makeCall<TreeNode[] | null>(entity, page.nodes, {})
    return { nodes: result ?? [], message }
  }
  if (parents !== 'whole') return { nodes: joinLevels(await readLevels<TreeNode>(entity, parents)) }
  return { nodes: await api.get<TreeNode[]>(`${entity.endpoints.base}/tree`) }
}

/**
 * The nodes of a page's tree. A lazy tree has the levels that were opened; they are read again together after each write, like every list
 * of the entity.
 */
export function useTreeNodes(entity: AnyEntity, name: string, page: ReadNodes) {
  const [opened, setOpened] = useState<readonly string[]>(root)
  // The key says how they are read: the same window may show the top level of a lazy tree, and another field's the whole one.
  const parents = page.lazy ? opened : 'whole'
  const { data, error, mutate } = useSWR<Answer, Error>(
    [entity.name, `treePages/${name}`, parents],
    () => readNodes(entity, page, parents),
    { keepPreviousData: true, revalidateOnFocus: false, shouldRetryOnError: false },
  )
  const open = useCallback((keys: readonly string[]) => setOpened((now) => [...new Set([...now, ...keys])]), [])
  const nodes = useMemo(() => data?.nodes ?? [], [data])
  return { nodes, message: data?.message, isLoaded: data !== undefined, error, open, retry: () => void mutate() }
}
