import { Button, Space, Typography } from 'antd'
import { useSyncExternalStore } from 'react'
import type { SelectionStore } from './selection.ts'

/** How many rows are chosen, on all pages together. */
export function useSelectionSize(store: SelectionStore): number {
  return useSyncExternalStore(store.listen, () => store.current().size)
}

/** Shows how many rows are chosen and can clear the choice; nothing is shown while none is chosen. */
export function SelectionBar({ store }: { readonly store: SelectionStore }) {
  const count = useSelectionSize(store)
  if (count === 0) return null
  return (
    <Space size="small" role="status">
      <Typography.Text>
        已选择 <Typography.Text strong>{count}</Typography.Text> 项
      </Typography.Text>
      <Button type="link" size="small" onClick={() => store.change({ to: 'clear' })}>
        清空
      </Button>
    </Space>
  )
}
