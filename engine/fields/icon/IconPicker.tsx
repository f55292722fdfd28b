import { App, Button, Empty, Flex, Input, Modal, Tabs } from 'antd'
import { useState } from 'react'
import { Drawing } from './Drawing.tsx'
import { iconGroups } from './names.ts'
import { clearable } from '../parts/clearable.tsx'

interface Props {
  readonly chosen: string
  choose(name: string): void
  close(): void
}

interface NamesProps {
  readonly names: readonly string[]
  readonly chosen: string
  onChoose(name: string): void
}

function Names({ names, chosen, onChoose }: NamesProps) {
  if (names.length === 0) return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="没有这样的图标" />
  return (
    <Flex wrap gap={8} role="listbox" aria-label="图标">
      {names.map((name) => (
        <Button
          key={name}
          role="option"
          aria-selected={name === chosen}
          title={name}
          aria-label={name}
          type={name === chosen ? 'primary' : 'default'}
          style={{ width: 44, height: 44, fontSize: 20 }}
          icon={<Drawing name={name} />}
          onClick={() => onChoose(name)}
        />
      ))}
    </Flex>
  )
}

/** Choose one of the icons: by group, or by a part of its name. */
export function IconPicker({ chosen, choose, close }: Props) {
  const { message } = App.useApp()
  const [name, setName] = useState(chosen)
  const [sought, setSought] = useState('')
  const found = iconGroups.flatMap(({ names }) => names.filter((one) => one.includes(sought.trim().toLowerCase())))
  const confirm = () => {
    if (name === '') return void message.warning('尚未选择任何图标')
    choose(name)
    close()
  }
  return (
    <Modal open title="选择图标" width="min(640px, 100vw)" okText="确定" cancelText="取消" onOk={confirm} onCancel={close}>
      <Flex vertical gap={12}>
        <Input
          allowClear={clearable}
          autoFocus
          aria-label="图标名称"
          placeholder="图标名称"
          value={sought}
          onChange={(event) => setSought(event.target.value)}
        />
        {sought.trim() === '' ? (
          <Tabs
            defaultActiveKey={iconGroups.find(({ names }) => names.some((one) => one === chosen))?.title}
            items={iconGroups.map(({ title, names }) => ({
              key: title,
              label: title,
              children: <Names names={names} chosen={name} onChoose={setName} />,
            }))}
          />
        ) : (
          <Names names={found} chosen={name} onChoose={setName} />
        )}
      </Flex>
    </Modal>
  )
}
