import { Button, Skeleton } from 'antd'
import { useMemo } from 'react'
import type { AnyEntity } from '../../schema/index.ts'
import { FilterInput } from '../filter/FilterInput.tsx'
import { ListStates } from '../list/rows/ListStates.tsx'
import { usePhone } from '../parts/use-phone.ts'
import { NodeTree } from '../tree/NodeTree.tsx'
import { useTreeNodes } from '../tree/use-tree-nodes.ts'
import { useTreeState } from '../tree/use-tree-state.ts'
import { treeLook } from './tree-look.ts'

interface Props {
  readonly entity: AnyEntity
  readonly lazy: true | undefined
  readonly chosen: string | undefined
  choose(key: string | undefined): void
}

/** The tree that narrows a table to one node. */
function WholeTree({ entity, lazy, chosen, choose }: Props) {
  const look = useMemo(() => treeLook(entity, lazy), [entity, lazy])
  const tree = useTreeNodes(entity, 'choose', look)
  const state = useTreeState({ nodes: tree.nodes, chosen, lazy: lazy === true, open: tree.open })
  if (tree.error && !tree.isLoaded) return <ListStates error={tree.error} loading={false} retry={tree.retry} />
  if (!tree.isLoaded) return <Skeleton active title={false} paragraph={{ rows: 6 }} />
  return (
    <div className="engine-choose-tree">
      <NodeTree
        entity={entity}
        page={look}
        nodes={tree.nodes}
        chosen={chosen}
        expanded={state.expanded}
        choose={({ key }) => choose(key === chosen ? undefined : key)}
        expand={state.expand}
      />
      {chosen !== undefined && (
        <Button type="link" size="small" onClick={() => choose(undefined)}>
          全部{entity.title}
        </Button>
      )}
    </div>
  )
}

/** A telephone has no room beside the rows: there the node is chosen in a field above them. */
export function LeftTree(props: Props) {
  const { entity, chosen, choose } = props
  const phone = usePhone()
  if (!phone) return <WholeTree {...props} />
  const field = { type: 'treeReference', to: entity.name, show: entity.label, label: entity.title } as const
  return (
    <FilterInput
      id={`choose-${entity.name}`}
      field={field}
      range={false}
      value={chosen}
      narrowing={{}}
      onChange={(value) => choose(value === undefined ? undefined : String(value))}
    />
  )
}
