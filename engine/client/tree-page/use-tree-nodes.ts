import { useCallback, useMemo, useState } from 'react'
import useSWR from 'swr'
import { api } from '../../browser/api.ts'
import type { AnyEntity, TreePageSpec } from '../../schema/index.ts'
import { makeCall } from '../calls.ts'
import { joinLevels, type TreeNode } from './nodes.ts'

interface Answer {
  readonly nodes: readonly TreeNode[]
  /** What the call said besides the nodes. */
  readonly message?: string
}

const root = ['']

async function readLevels(path: string, parents: readonly string[]): Promise<Answer> {
  const levels = await Promise.all(parents.map(async (pid) => [pid, await api.get<TreeNode[]>(path, { pid })] as const))
  return { nodes: joinLevels(new Map(levels)) }
}

async function readNodes(entity: AnyEntity, page: TreePageSpec, parents: readonly string[]): Promise<Answer> {
  const path = `${entity.endpoints.base}/tree`
  if (page.nodes !== undefined) {
    const { result, message } = await makeCall<TreeNode[] | null>(entity, page.nodes, {})
    return { nodes: result ?? [], message }
  }
  return page.lazy ? readLevels(path, parents) : { nodes: await api.get<TreeNode[]>(path) }
}

/**
 * The nodes of a page's tree. A lazy tree has the levels that were opened; they are read again together after each write, like every list
 * of the entity.
 */
export function useTreeNodes(entity: AnyEntity, name: string, page: TreePageSpec) {
  const [opened, setOpened] = useState<readonly string[]>(root)
  const parents = page.lazy ? opened : root
  const { data, error, mutate } = useSWR<Answer, Error>(
    [entity.name, `treePages/${name}`, parents],
    () => readNodes(entity, page, parents),
    { keepPreviousData: true, revalidateOnFocus: false, shouldRetryOnError: false },
  )
  const open = useCallback((keys: readonly string[]) => setOpened((now) => [...new Set([...now, ...keys])]), [])
  const nodes = useMemo(() => data?.nodes ?? [], [data])
  return { nodes, message: data?.message, isLoaded: data !== undefined, error, open, retry: () => void mutate() }
}
