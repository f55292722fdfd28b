import { Alert, Modal, Radio, Table } from 'antd'
import { useState } from 'react'
import { clientField } from '../../fields/client.ts'
import { isEmpty } from '../../fields/is-empty.ts'
import type { Fields, WireRow } from '../../schema/index.ts'
import type { FormClash, EditConflict } from './conflict.ts'

interface Props {
  readonly conflict: EditConflict
  readonly fields: Fields
  readonly row: WireRow
  /** Fields where the other person's value stays. */
  onChoose(theirs: readonly string[]): void
  onCancel(): void
}

/** Both values of every field that two people changed; one is chosen per field before the save goes on. */
export function ConflictDialog({ conflict, fields, row, onChoose, onCancel }: Props) {
  const [theirs, setTheirs] = useState<ReadonlySet<string>>(new Set())
  const choose = (key: string, isTheirs: boolean) => {
    const next = new Set(theirs)
    if (isTheirs) next.add(key)
    else next.delete(key)
    setTheirs(next)
  }
  const draw = (key: string, value: unknown) => {
    const field = fields[key]
    if (!field || isEmpty(value)) return '（空）'
    const { Cell } = clientField(field)
    return <Cell field={field} value={value} row={row} />
  }
  const option = (isTheirs: boolean) => (_: unknown, clash: FormClash) => (
    <Radio checked={theirs.has(clash.field) === isTheirs} onChange={() => choose(clash.field, isTheirs)}>
      <span data-side={isTheirs ? 'theirs' : 'yours'}>{draw(clash.field, isTheirs ? clash.theirs : clash.yours)}</span>
    </Radio>
  )
  const who = [conflict.who, conflict.when].filter(Boolean).join(' 于 ')
  return (
    <Modal
      open
      title="数据已被他人修改"
      width={640}
      okText="按所选保存"
      cancelText="返回编辑"
      onOk={() => onChoose([...theirs])}
      onCancel={onCancel}
    >
      <Alert type="warning" showIcon style={{ marginBottom: 12 }} message={`${who || '他人'} 修改了下列内容，请逐项选择要保留的值`} />
      <Table<FormClash>
        size="small"
        pagination={false}
        rowKey="field"
        dataSource={[...conflict.clashes]}
        scroll={{ x: 480 }}
        columns={[
          { title: '字段', width: 120, render: (_, clash) => fields[clash.field]?.label ?? clash.field },
          { title: '我的修改', render: option(false) },
          { title: '对方的修改', render: option(true) },
        ]}
      />
    </Modal>
  )
}
