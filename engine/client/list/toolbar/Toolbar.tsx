import { DeleteOutlined, ExportOutlined, FileExcelOutlined, ImportOutlined, PlusOutlined, ReloadOutlined } from '@ant-design/icons'
import { Button, Flex, Space, Tooltip } from 'antd'
import type { ReactNode } from 'react'
import type { AnyEntity, ToolSpec } from '../../../schema/index.ts'
import { canCall, canDo, codeOf } from '../../access.ts'
import { download, type Params } from '../../api.ts'
import { useSession } from '../../session.tsx'
import type { OpenDialog } from '../../model/dialog.ts'
import { exportRequest, type ShownList } from './export-request.ts'
import type { SelectionStore } from '../rows/selection.ts'
import { singleClick } from '../../parts/single-click.ts'
import { FileButton } from '../../parts/FileButton.tsx'
import type { ToolbarActs } from '../actions/use-toolbar.ts'

interface Props {
  readonly entity: AnyEntity
  readonly selection: SelectionStore
  readonly acts: ToolbarActs
  /** The sentence of a required filter that is not set: the list shows no rows until it is, so there are none to choose or to export. */
  readonly waitingFor: string | undefined
  /** False while the filter that import and export need is not set. */
  readonly ready: boolean
  /** The same of adding. */
  readonly canAdd: boolean
  /** There is room for no further row. */
  readonly isFull: boolean
  /** No row can be added, changed or deleted here. */
  readonly isClosed: boolean
  /** What the list shows, for export. */
  readonly shown: ShownList
  readonly within: Params
  readonly open: OpenDialog
  readonly reload: () => void
  /** What stands before the buttons. */
  readonly lead?: ReactNode
  /** What else stands at the right end. */
  readonly extra?: ReactNode
}

function mayUse(entity: AnyEntity, tool: ToolSpec, permissions: ReadonlySet<string>): boolean {
  return tool.does === 'bin'
    ? permissions.has(codeOf(entity, 'restore')) || permissions.has(codeOf(entity, 'purge'))
    : canCall(entity, tool.call, permissions)
}

/** The declared tools; a bin is always reachable, named or not. */
function toolsOf(entity: AnyEntity): Readonly<Record<string, ToolSpec>> {
  const declared = entity.tools ?? {}
  if (!entity.bin || Object.values(declared).some((tool) => tool.does === 'bin')) return declared
  return { ...declared, bin: { label: '回收站', does: 'bin' } }
}

/** Buttons above a list, each there only when the user may use it. */
export function Toolbar({
  entity,
  selection,
  acts,
  waitingFor,
  ready,
  canAdd,
  isFull,
  isClosed,
  shown,
  within,
  open,
  reload,
  lead,
  extra,
}: Props) {
  const { permissions } = useSession()
  const { base } = entity.endpoints
  const can = (verb: Parameters<typeof canDo>[1]) => canDo(entity, verb, permissions)
  const exportRows = async (onProgress: (part: number | undefined) => void) => {
    if (waitingFor !== undefined) return acts.warn(waitingFor)
    await download(`${base}/exportXls`, {
      data: exportRequest(shown, [...selection.current().keys()]),
      fallback: `${entity.title}.xlsx`,
      onProgress,
    })
  }
  const fetchTemplate = (onProgress: (part: number | undefined) => void) =>
    download(`${base}/importTemplate`, { params: within, fallback: `${entity.title}导入模板.xlsx`, onProgress })
  const isShut = isFull || isClosed
  const tools = Object.entries(toolsOf(entity)).filter(([, tool]) => mayUse(entity, tool, permissions) && !(isShut && tool.does === 'pick'))
  const waits = waitingFor !== undefined
  const batches = waits ? [] : Object.entries(entity.batchActions ?? {}).filter(([, spec]) => canCall(entity, spec.call, permissions))
  return (
    <Flex justify="space-between" gap={8} wrap className="engine-toolbar" role="toolbar" aria-label="列表操作">
      <Space wrap size={8}>
        {lead}
        {canAdd && !isShut && can('add') && entity.form && (
          <Button type="primary" icon={<PlusOutlined />} onClick={singleClick(() => open({ show: 'add' }))}>
            新增
          </Button>
        )}
        {tools.map(([key, tool]) => (
          <Button key={key} onClick={singleClick(() => acts.runTool(tool))}>
            {tool.label}
          </Button>
        ))}
        {ready && !isClosed && can('importExcel') && (
          <>
            <Button icon={<ImportOutlined />} onClick={singleClick(() => open({ show: 'import' }))}>
              导入
            </Button>
            <FileButton icon={<FileExcelOutlined />} fetchFile={fetchTemplate}>
              下载模板
            </FileButton>
          </>
        )}
        {ready && can('exportXls') && (
          <FileButton icon={<ExportOutlined />} fetchFile={exportRows}>
            导出
          </FileButton>
        )}
        {batches.map(([key, spec]) => (
          <Button key={key} onClick={singleClick(() => acts.runBatch(spec))}>
            {spec.label}
          </Button>
        ))}
        {!isClosed && can('deleteBatch') && (
          <Button danger icon={<DeleteOutlined />} onClick={singleClick(acts.removeChosen)}>
            批量删除
          </Button>
        )}
      </Space>
      <Space size={4}>
        {extra}
        <Tooltip title="刷新">
          <Button type="text" aria-label="刷新" icon={<ReloadOutlined />} onClick={reload} />
        </Tooltip>
      </Space>
    </Flex>
  )
}
