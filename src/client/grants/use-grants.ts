import { App } from 'antd'
import { useState } from 'react'
import useSWR from 'swr'
import { tellRefusal, useUnsaved } from '../../../engine/client/index.ts'
import type { GrantNode, Ticked } from './ticks.ts'

/** The tree to choose from. */
export interface GrantChoice {
  readonly treeList: readonly GrantNode[]
  /** The keys of its nodes that can be ticked. */
  readonly ids: readonly string[]
}

/** Where the tree and what is granted come from, and how they are saved. */
export interface GrantCalls {
  /** Identifies what the grants belong to. */
  readonly key: readonly string[]
  tree(): Promise<GrantChoice>
  granted(): Promise<readonly string[]>
  /** Answers the server's sentence. */
  save(given: { readonly permissionIds: string; readonly lastpermissionIds: string }): Promise<string>
}

const isSame = (a: Ticked, b: Ticked): boolean => a.size === b.size && [...a].every((one) => b.has(one))

interface Options {
  /** Named when unsaved ticks are about to be lost. */
  readonly title: string
  close(): void
}

/** The tree, the ticks as they are changed, and saving them. */
export function useGrants(calls: GrantCalls, { title, close }: Options) {
  const app = App.useApp()
  const { data, error, mutate } = useSWR<{ nodes: readonly GrantNode[]; choosable: Ticked; granted: Ticked }, Error>(
    ['grants', ...calls.key],
    async () => {
      const [{ treeList, ids }, granted] = await Promise.all([calls.tree(), calls.granted()])
      return { nodes: treeList, choosable: new Set(ids), granted: new Set(granted) }
    },
    { revalidateOnFocus: false, revalidateIfStale: true },
  )
  const [changed, setChanged] = useState<Ticked>()
  const [busy, setBusy] = useState(false)
  const ticked = changed ?? data?.granted ?? new Set<string>()
  const isDirty = changed !== undefined && data !== undefined && !isSame(changed, data.granted)
  useUnsaved({ isDirty: () => isDirty, what: () => title, close })
  /** Answers whether it was saved. */
  const save = async (): Promise<boolean> => {
    if (busy || !data) return false
    setBusy(true)
    try {
      const sentence = await calls.save({ permissionIds: [...ticked].join(), lastpermissionIds: [...data.granted].join() })
      await mutate({ ...data, granted: ticked }, { revalidate: false })
      setChanged(undefined)
      void app.message.success(sentence)
      return true
    } catch (refusal) {
      tellRefusal(app, refusal)
      return false
    } finally {
      setBusy(false)
    }
  }
  return {
    nodes: data?.nodes,
    choosable: data?.choosable,
    error,
    retry: () => void mutate(),
    ticked,
    change: setChanged,
    isDirty,
    busy,
    save,
  }
}
