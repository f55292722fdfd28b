import { SearchOutlined } from '@ant-design/icons'
import { Button, Flex, Input, Modal } from 'antd'
import { useState } from 'react'
import type { AnyEntity } from '../../schema/index.ts'
import { SelectionBar } from '../list/rows/SelectionBar.tsx'
import { takesAway } from '../list/rows/row-actions.ts'
import { TableOrCards } from '../list/RowsView.tsx'
import { singleClick } from '../parts/single-click.ts'
import { usePhone } from '../parts/use-phone.ts'
import { OutcomeDialog } from './OutcomeDialog.tsx'
import { useBin } from './use-bin.ts'
import { clearable } from '../../fields/parts/clearable.tsx'

interface Props {
  readonly entity: AnyEntity
  readonly reload: () => void
  close(): void
}

/** The rows scroll in a box of at most this height. */
const BOX = 420

/** Deleted rows, to restore or to delete for good. */
export function BinDialog({ entity, reload, close }: Props) {
  const phone = usePhone()
  const bin = useBin(entity, reload)
  const [text, setText] = useState('')
  const { model, columns, data, state, change, actions, run, selection, preferences, onResize } = bin
  const clear = () => {
    setText('')
    bin.search('')
  }
  return (
    <Modal open title={`${entity.title} - 回收站`} width="min(1000px, 100vw)" footer={null} onCancel={singleClick(close)}>
      <Flex vertical gap={12} className={phone ? 'engine-phone' : undefined}>
        <Flex gap={8} align="center" wrap>
          {bin.canSearch && (
            <Input.Search
              allowClear={clearable}
              placeholder="搜索"
              aria-label="搜索回收站"
              value={text}
              style={{ width: phone ? '100%' : 240 }}
              enterButton={<Button aria-label="搜索" icon={<SearchOutlined />} />}
              onChange={(event) => setText(event.target.value)}
              onSearch={bin.search}
            />
          )}
          {actions.map((action) => (
            <Button key={action.key} danger={takesAway(action)} onClick={singleClick(() => bin.runOnChosen(action))}>
              {action.label}
            </Button>
          ))}
          <SelectionBar store={selection} />
        </Flex>
        <TableOrCards
          {...{ entity, model, columns, data, state, change, actions, run, selection, preferences, onResize }}
          steps={bin.keyword === '' ? {} : { clear }}
          linked={false}
          fit={false}
          boxHeight={BOX}
        />
      </Flex>
      {bin.outcome && <OutcomeDialog {...bin.outcome} close={bin.closeOutcome} />}
    </Modal>
  )
}
