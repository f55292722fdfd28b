import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined } from '@ant-design/icons'
import { ArrayTable } from '@formily/antd-v5/esm/array-table/index.js'
import { observer } from '@formily/react'
import { Button, Space } from 'antd'
import type { ReactNode } from 'react'

type Deed = 'up' | 'down' | 'remove'

const buttonId = (table: string, index: number, deed: Deed): string => `${table}-${index}-${deed}`

/** Put the cursor on the first of these that can be pressed, once the rows are drawn. */
function focusFirst(ids: readonly string[]): void {
  requestAnimationFrame(() => {
    const found = ids.map((id) => document.getElementById(id)).find((button) => button?.matches(':enabled'))
    found?.focus()
  })
}

/** Moves and removes a row. The cursor goes along with a moved row, and to a neighbour of a removed one. */
export const RowButtons = observer(function RowButtons({ table }: { readonly table: string }) {
  const array = ArrayTable.useArray()
  const index = ArrayTable.useIndex()
  if (!array) return null
  const { field } = array
  const rows: unknown = field.value
  const last = (Array.isArray(rows) ? rows.length : 0) - 1
  const move = async (deed: 'up' | 'down') => {
    const target = index + (deed === 'up' ? -1 : 1)
    await field.move(index, target)
    focusFirst([buttonId(table, target, deed), buttonId(table, target, deed === 'up' ? 'down' : 'up')])
  }
  const remove = async () => {
    await field.remove(index)
    focusFirst([buttonId(table, index, 'remove'), buttonId(table, index - 1, 'remove'), table])
  }
  const button = (deed: Deed, look: { name: string; icon: ReactNode; disabled?: boolean; act(): Promise<void> }) => (
    <Button
      id={buttonId(table, index, deed)}
      type="text"
      size="small"
      danger={deed === 'remove'}
      icon={look.icon}
      title={look.name}
      aria-label={`第${index + 1}行${look.name}`}
      disabled={look.disabled ?? false}
      onClick={() => void look.act()}
    />
  )
  return (
    <Space size={4}>
      {button('up', { name: '上移', icon: <ArrowUpOutlined />, disabled: index === 0, act: () => move('up') })}
      {button('down', { name: '下移', icon: <ArrowDownOutlined />, disabled: index === last, act: () => move('down') })}
      {button('remove', { name: '删除', icon: <DeleteOutlined />, act: remove })}
    </Space>
  )
})
