import { Button, Empty } from 'antd'
import { Outline } from '../../../../../engine/client/index.ts'
import type { ListSnapshot } from '../state/list-store.ts'

/** Shown if there are no rows. */
export function ListEmpty({ view, none, retry }: { readonly view: ListSnapshot; readonly none: string; retry(): void }) {
  if (view.state === 'loading') return <Outline />
  if (view.state === 'ready') return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={none} />
  return (
    <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={view.error ?? '加载失败'}>
      <Button onClick={retry}>重试</Button>
    </Empty>
  )
}
