import { DownOutlined } from '@ant-design/icons'
import { Button, Dropdown } from 'antd'
import { firstClick } from '../parts/single-click.ts'

/** What can be done to a whole tree with boxes to tick. */
export interface TreeHandling {
  /** Whether what is below a node is ticked together with it. */
  readonly linked: boolean
  link(linked: boolean): void
  tick(all: boolean): void
  expand(all: boolean): void
}

const operations: readonly { readonly label: string; isDone?(tree: TreeHandling): boolean; act(tree: TreeHandling): void }[] = [
  { label: '父子关联', isDone: ({ linked }) => linked, act: (tree) => tree.link(true) },
  { label: '取消关联', isDone: ({ linked }) => !linked, act: (tree) => tree.link(false) },
  { label: '全部勾选', act: (tree) => tree.tick(true) },
  { label: '取消全选', act: (tree) => tree.tick(false) },
  { label: '展开所有', act: (tree) => tree.expand(true) },
  { label: '合并所有', act: (tree) => tree.expand(false) },
]

/** A menu of what is done to the whole tree. */
export function TreeOperations({ tree }: { readonly tree: TreeHandling }) {
  const items = operations.map(({ label, isDone, act }) => ({ key: label, label, disabled: isDone?.(tree), onClick: () => act(tree) }))
  return (
    <Dropdown trigger={['click']} autoFocus menu={{ items }}>
      <Button onClickCapture={firstClick}>
        树操作 <DownOutlined />
      </Button>
    </Dropdown>
  )
}
