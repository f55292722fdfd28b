import { EditOutlined } from '@ant-design/icons'
import { Button, Input } from 'antd'
import { useState } from 'react'

interface Props {
  readonly name: string
  onRename(name: string): void
}

/** A name that can be changed where it stands: Enter or leaving the field saves it, Escape does not. */
export function RenameField({ name, onRename }: Props) {
  const [typed, setTyped] = useState<string>()
  function save() {
    const next = (typed ?? '').trim()
    setTyped(undefined)
    if (next !== '' && next !== name) onRename(next)
  }
  if (typed === undefined)
    return (
      <span>
        {name}
        <Button type="link" size="small" icon={<EditOutlined />} aria-label={`改名：${name}`} onClick={() => setTyped(name)} />
      </span>
    )
  return (
    <Input
      autoFocus
      aria-label="名称"
      maxLength={50}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      onPressEnter={(event) => event.currentTarget.blur()}
      onBlur={save}
      onKeyDown={(event) => event.key === 'Escape' && setTyped(undefined)}
    />
  )
}
