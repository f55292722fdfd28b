import { PaperClipOutlined } from '@ant-design/icons'
import { Space } from 'antd'
import { useState } from 'react'
import type { FieldOf } from '../contract.ts'
import { Pictures } from './Pictures.tsx'
import { nameless, useStoredFiles } from './use-stored-files.ts'

interface Props {
  readonly field: FieldOf<'files'>
  readonly paths: readonly string[]
}

/** Pictures as thumbnails with a preview, other files as links. */
export function FileLinks({ field, paths }: Props) {
  const stored = useStoredFiles(paths)
  const [, look] = useState(0)
  /** An address may have become too old since the row was drawn. */
  const renew = () => look(Date.now())
  if (field.accept === 'image') return <Pictures urls={paths.map((path) => stored.get(path)?.url)} label={field.label} />
  return (
    <Space size={4} wrap>
      {paths.map((path) => (
        <a
          key={path}
          style={{ wordBreak: 'break-all' }}
          href={stored.get(path)?.url}
          target="_blank"
          rel="noreferrer"
          onPointerEnter={renew}
          onFocus={renew}
        >
          <PaperClipOutlined /> {field.shows === 'path' ? path : (stored.get(path)?.name ?? nameless(path))}
        </a>
      ))}
    </Space>
  )
}
