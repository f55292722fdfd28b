import { CloseOutlined } from '@ant-design/icons'
import { Button, Empty, Flex, Tag, Typography } from 'antd'
import { useRef, useSyncExternalStore } from 'react'
import type { SelectionStore } from '../list/rows/selection.ts'

/** More are counted, but not drawn. */
const MOST_DRAWN = 200

interface Props {
  readonly selection: SelectionStore
  nameOf(id: string): string
}

/** The chosen rows as tags that can be removed, whichever page or filter they were found with. */
export function ChosenRows({ selection, nameOf }: Props) {
  const chosen = useSyncExternalStore(selection.listen, selection.current)
  const box = useRef<HTMLDivElement>(null)
  const ids = [...chosen.keys()]
  /** The button that had the focus goes away with its tag. */
  const change = (run: () => void) => {
    run()
    box.current?.focus()
  }
  return (
    <div ref={box} tabIndex={-1} role="group" aria-label="已选择" className="engine-choose-chosen">
      <Flex justify="space-between" align="center">
        <Typography.Text role="status">
          已选择 <Typography.Text strong>{ids.length}</Typography.Text> 项
        </Typography.Text>
        <Button type="link" size="small" disabled={ids.length === 0} onClick={() => change(() => selection.change({ to: 'clear' }))}>
          清空
        </Button>
      </Flex>
      {ids.length === 0 && <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="还没有选择" />}
      <ul>
        {ids.slice(0, MOST_DRAWN).map((id) => (
          <li key={id}>
            <Tag>
              <span className="engine-choose-name" title={nameOf(id)}>
                {nameOf(id)}
              </span>
              <Button
                type="text"
                size="small"
                icon={<CloseOutlined />}
                aria-label={`移除 ${nameOf(id)}`}
                onClick={() => change(() => selection.change({ to: 'toggle', id, row: {} }))}
              />
            </Tag>
          </li>
        ))}
      </ul>
      {ids.length > MOST_DRAWN && <Typography.Text type="secondary">另有 {ids.length - MOST_DRAWN} 项</Typography.Text>}
    </div>
  )
}
