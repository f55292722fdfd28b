import { EditOutlined } from '@ant-design/icons'
import { Button, Input } from 'antd'
import { useState, type KeyboardEvent } from 'react'

interface Props {
  readonly name: string
  onRename(name: string): void
}

/** A name that can be changed where it stands: Enter or leaving the field saves it, Escape does not. After a key its button has the focus. */
export function RenameField({ name, onRename }: Props) {
  const [typed, setTyped] = useState<string>()
  const [byKey, setByKey] = useState(false)
  function save() {
    const next = (typed ?? '').trim()
    setTyped(undefined)
    if (next !== '' && next !== name) onRename(next)
  }
  function end(event: KeyboardEvent, how: () => void) {
    // The same press would also press the button, which has the focus before the key is up.
    event.preventDefault()
    setByKey(true)
    how()
  }
  if (typed === undefined)
    return (
      <span>
        {name}
        <Button
          type="link"
          size="small"
          icon={<EditOutlined />}
          aria-label={`改名：${name}`}
          autoFocus={byKey}
          onClick={() => setTyped(name)}
        />
      </span>
    )
  return (
    <Input
      autoFocus
      aria-label="名称"
      maxLength={50}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      onPressEnter={(event) => end(event, save)}
      onBlur={save}
      onKeyDown={(event) => event.key === 'Escape' && end(event, () => setTyped(undefined))}
    />
  )
}
