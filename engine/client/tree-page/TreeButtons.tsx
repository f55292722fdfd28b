import { DeleteOutlined, ExportOutlined, ImportOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Space } from 'antd'
import type { AnyEntity, TreeEdits, TreePageSpec } from '../../schema/index.ts'
import { download } from '../../browser/file-calls.ts'
import { useCurrentUser } from '../../browser/current-user.ts'
import { canCall, canDo } from '../access.ts'
import { FileButton } from '../parts/FileButton.tsx'
import { singleClick } from '../parts/single-click.ts'
import { TreeOperations, type TreeHandling } from '../tree/TreeOperations.tsx'

interface Props {
  readonly entity: AnyEntity
  readonly edits: TreeEdits
  readonly more: TreePageSpec['buttons']
  readonly tree: TreeHandling
  add(): void
  addBelow(): void
  bring(): void
  removeTicked(): void
  run(call: string): void
}

/** The buttons above a tree; each is shown only if the user may use it. */
export function TreeButtons({ entity, edits, more = [], tree, add, addBelow, bring, removeTicked, run }: Props) {
  const { permissions } = useCurrentUser()
  const can = (verb: Parameters<typeof canDo>[1]) => canDo(entity, verb, permissions)
  const { base } = entity.endpoints
  return (
    <Space wrap size={8} role="toolbar" aria-label="树操作" className="engine-tree-page-buttons">
      {can('add') && (
        <>
          <Button type="primary" icon={<PlusOutlined />} onClick={singleClick(add)}>
            {edits.add}
          </Button>
          <Button onClick={singleClick(addBelow)}>{edits.addBelow}</Button>
        </>
      )}
      {can('importExcel') && (
        <Button icon={<ImportOutlined />} onClick={singleClick(bring)}>
          导入
        </Button>
      )}
      {can('exportXls') && (
        <FileButton
          icon={<ExportOutlined />}
          fetchFile={(onProgress) =>
            download(`${base}/exportXls`, { data: { list: 'list' }, fallback: `${entity.title}.xlsx`, onProgress })
          }
        >
          导出
        </FileButton>
      )}
      {can('deleteBatch') && (
        <Button danger icon={<DeleteOutlined />} onClick={singleClick(removeTicked)}>
          批量删除
        </Button>
      )}
      {more
        .filter(({ call }) => canCall(entity, call, permissions))
        .map(({ label, call }) => (
          <Button key={call} onClick={singleClick(() => run(call))}>
            {label}
          </Button>
        ))}
      <TreeOperations tree={tree} />
    </Space>
  )
}
