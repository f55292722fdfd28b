import type { ChooseSpec } from '../../fields/parts/choose-spec.ts'
import type { Narrowing } from '../../fields/client-contract.ts'
import { useEntity } from '../../browser/use-entity.ts'
import { useMemo, useState } from 'react'
import { ListView } from '../list/ListView.tsx'
import type { SelectionStore } from '../list/rows/selection.ts'
import { useEntityList } from '../list/state/use-entity-list.ts'
import type { Choosing } from './choosing.ts'
import { LeftTree } from './LeftTree.tsx'

interface Props {
  readonly choosing: Choosing
  readonly spec: Extract<ChooseSpec, { shows: 'table' }>
  readonly selection: SelectionStore
  readonly narrowing: Narrowing
}

/** One of the entity's lists to choose from, narrowed by the tree on its left. */
export function ChooseTable({ choosing: { entity, several }, spec, selection, narrowing }: Props) {
  const [node, setNode] = useState<string>()
  const { tree } = spec
  const { entity: left } = useEntity(tree?.entity ?? entity.name)
  const fixed = useMemo(
    () => (tree === undefined || node === undefined ? narrowing : { ...narrowing, [tree.by]: node }),
    [tree, node, narrowing],
  )
  const pick = useMemo(
    () => ({ selection, single: !several, beside: true as const, pageSizes: spec.pageSizes }),
    [selection, several, spec],
  )
  const list = useEntityList({ entity, listName: spec.list, place: 'inside', fixed, pick })
  const choose = (key: string | undefined) => {
    setNode(key)
    list.change({ to: 'page', page: 1, size: list.state.size })
  }
  return (
    <div className="engine-choose-table" data-tree={tree ? true : undefined}>
      {tree && left && <LeftTree entity={left} lazy={tree.lazy} chosen={node} choose={choose} />}
      <ListView list={list} />
    </div>
  )
}
