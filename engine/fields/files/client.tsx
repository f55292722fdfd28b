import { PaperClipOutlined } from '@ant-design/icons'
import { Space } from 'antd'
import { Suspense } from 'react'
import { lazyPart } from '../../browser/lazy-part.tsx'
import { MissingInput } from '../../browser/Missing.tsx'
import type { CellProps, ClientField } from '../client-contract.ts'
import type { FieldOf } from '../contract.ts'
import { TextFilter } from '../parts/TextFilter.tsx'
import { nameless, useStoredFiles } from './use-stored-files.ts'

/** The viewer is loaded with the first picture. */
const Pictures = lazyPart(() => import('./Pictures.tsx').then((file) => file.Pictures), MissingInput)

/** Pictures as thumbnails with a preview, other files as links. */
function FilesCell({ field, value }: CellProps<FieldOf<'files'>>) {
  const paths = String(value).split(',').filter(Boolean)
  const stored = useStoredFiles(paths)
  if (field.accept === 'image') {
    return (
      <Suspense>
        <Pictures urls={paths.map((path) => stored.get(path)?.url)} label={field.label} />
      </Suspense>
    )
  }
  return (
    <Space size={4} wrap>
      {paths.map((path) => (
        <a key={path} style={{ wordBreak: 'break-all' }} href={stored.get(path)?.url} target="_blank" rel="noreferrer">
          <PaperClipOutlined /> {field.shows === 'path' ? path : (stored.get(path)?.name ?? nameless(path))}
        </a>
      ))}
    </Space>
  )
}

export const files: ClientField<'files'> = {
  width: { least: 90, most: 130 },
  sortable: false,
  wholeRow: true,
  Cell: FilesCell,
  Filter: TextFilter,
}
