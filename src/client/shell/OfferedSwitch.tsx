import { BookOutlined, DownOutlined } from '@ant-design/icons'
import { Button, Popover, Spin } from 'antd'
import { Suspense, useState } from 'react'
import useSWRImmutable from 'swr/immutable'
import { firstClick, lazyPart, MissingPart, errorSentence, useCurrentUser } from '../../../engine/client/index.ts'
import { useSignedIn } from '../signed-in/login-context.ts'
import './offered.css'

const Choices = lazyPart(() => import('./OfferedPanel.tsx').then((file) => file.OfferedPanel), MissingPart)

/** The titles of the entities that have no chosen row yet. */
function useTitles(names: readonly string[]): ReadonlyMap<string, string> {
  const { loadEntity } = useCurrentUser()
  const { data } = useSWRImmutable(names.length > 0 ? ['titles', ...names] : null, async () => {
    const entities = await Promise.all(names.map((name) => loadEntity(name)))
    return new Map(entities.map(({ name, title }) => [String(name), title]))
  })
  return data ?? new Map()
}

interface Props {
  readonly narrow: boolean
  /** Called after a switch: from now on all screens use the new choice. */
  onSwitch(): void
}

/** The semester and course that every screen starts with, and the way to others. */
export function OfferedSwitch({ narrow, onSwitch }: Props) {
  const { offered } = useCurrentUser()
  const { notify } = useSignedIn()
  const [open, setOpen] = useState(false)
  const titles = useTitles(Object.entries(offered).flatMap(([name, row]) => (row ? [] : [name])))
  const rows = Object.values(offered)
  if (rows.length === 0) return null
  const words = Object.entries(offered)
    .map(([name, row]) => row?.label ?? `选择${titles.get(name) ?? '…'}`)
    .join(' · ')
  if (rows.every((row) => row?.only)) {
    return narrow ? null : <span className="offered-words">{words}</span>
  }
  const content = (
    <Suspense fallback={<Spin />}>
      <Choices onChoose={onSwitch} onFail={(error) => notify('error', '切换失败', errorSentence(error))} />
    </Suspense>
  )
  return (
    <Popover
      content={content}
      trigger="click"
      placement={narrow ? 'bottom' : 'bottomRight'}
      open={open}
      onOpenChange={setOpen}
      destroyOnHidden
    >
      <Button
        type="text"
        icon={<BookOutlined />}
        onClickCapture={firstClick}
        aria-expanded={open}
        aria-label={`当前选择：${words}`}
        title={words}
      >
        {!narrow && (
          <span className="offered-words">
            {words} <DownOutlined />
          </span>
        )}
      </Button>
    </Popover>
  )
}
