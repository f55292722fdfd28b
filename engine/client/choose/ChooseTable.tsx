import { useMemo, useState } from 'react'
import { useEntity } from '../../browser/use-entity.ts'
import type { TreeLeft } from '../../fields/parts/choose-spec.ts'
import type { AnyEntity } from '../../schema/index.ts'
import { ListView } from '../list/ListView.tsx'
import type { EntityListProps } from '../list/state/list-props.ts'
import { useEntityList } from '../list/state/use-entity-list.ts'
import type { Filters } from '../model/list-state.ts'
import { LeftTree } from './LeftTree.tsx'

interface Props {
  readonly entity: AnyEntity
  readonly listName: string | undefined
  readonly tree: TreeLeft | undefined
  readonly narrowing: Filters
  readonly pick: NonNullable<EntityListProps['pick']>
}

/** One of the entity's lists to choose from, narrowed by the tree on its left. */
export function ChooseTable({ entity, listName, tree, narrowing, pick }: Props) {
  const [node, setNode] = useState<string>()
  const { entity: left } = useEntity(tree?.entity ?? entity.name)
  const fixed = useMemo(
    () => (tree === undefined || node === undefined ? narrowing : { ...narrowing, [tree.by]: node }),
    [tree, node, narrowing],
  )
  const list = useEntityList({ entity, listName, place: 'inside', fixed, pick })
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
