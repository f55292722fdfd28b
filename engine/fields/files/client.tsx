import { PaperClipOutlined } from '@ant-design/icons'
import { Image, Space } from 'antd'
import type { CellProps, ClientField } from '../client-contract.ts'
import type { FieldOf } from '../contract.ts'
import { NoFilter } from '../TextFilter.tsx'
import { fileName, useSignedPaths } from './signed-paths.ts'

/** Pictures as thumbnails with a preview, other files as links. */
function FilesCell({ field, value }: CellProps<FieldOf<'files'>>) {
  const paths = String(value).split(',').filter(Boolean)
  const urls = useSignedPaths(paths)
  if (field.accept === 'image') {
    return (
      <Image.PreviewGroup>
        <Space size={4}>
          {paths.map((path) => (
            <Image
              key={path}
              src={urls.get(path)}
              alt={field.label}
              width={32}
              height={32}
              style={{ objectFit: 'cover', borderRadius: 4 }}
            />
          ))}
        </Space>
      </Image.PreviewGroup>
    )
  }
  return (
    <Space size={4} wrap>
      {paths.map((path) => (
        <a key={path} href={urls.get(path)} target="_blank" rel="noreferrer">
          <PaperClipOutlined /> {fileName(path)}
        </a>
      ))}
    </Space>
  )
}

export const files: ClientField<'files'> = { Cell: FilesCell, Filter: NoFilter }
