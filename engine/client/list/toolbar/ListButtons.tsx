import { DeleteOutlined, ExportOutlined, FileExcelOutlined, ImportOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Space } from 'antd'
import type { ReactNode } from 'react'
import type { AnyEntity, ToolSpec } from '../../../schema/index.ts'
import { canCall, canDo, codeOf, notAllowed, shownTo, type Permissions } from '../../access.ts'
import { download } from '../../../browser/file-calls.ts'
import { filterParams } from '../../filter/filters.ts'
import { isGiven } from '../../model/list-state.ts'
import { FileButton } from '../../parts/FileButton.tsx'
import { singleClick } from '../../parts/single-click.ts'
import { useCurrentUser } from '../../../browser/current-user.ts'
import type { EntityListState } from '../state/use-entity-list.ts'
import { exportRequest } from './export-request.ts'

function mayUse(entity: AnyEntity, tool: ToolSpec, permissions: Permissions): boolean {
  return tool.does === 'bin'
    ? permissions.has(codeOf(entity, 'restore')) || permissions.has(codeOf(entity, 'purge'))
    : canCall(entity, tool.call, permissions)
}

/** The declared tools; a bin can always be opened, declared or not. */
function toolsOf(entity: AnyEntity): Readonly<Record<string, ToolSpec>> {
  const declared = entity.tools ?? {}
  if (!entity.bin || Object.values(declared).some((tool) => tool.does === 'bin')) return declared
  return { ...declared, bin: { label: '回收站', does: 'bin' } }
}

type OnProgress = (part: number | undefined) => void

/** The files of a list: an export of its rows, and the template for an import. */
function filesOf({ entity, model, all, fixed, state, selection, data, acts }: EntityListState) {
  const { base } = entity.endpoints
  const within = entity.import?.within
  return {
    fetchRows: async (onProgress: OnProgress) => {
      if (data.waitingFor !== undefined) return acts.warn(data.waitingFor)
      const filters = { ...filterParams(model, state.filters), ...fixed }
      const shown = { list: model.name, filters, order: { column: state.sort.by, order: state.sort.order } }
      const rows = exportRequest(shown, [...selection.current().keys()])
      await download(`${base}/exportXls`, { data: rows, fallback: `${entity.title}.xlsx`, onProgress })
    },
    fetchTemplate: (onProgress: OnProgress) =>
      download(`${base}/importTemplate`, {
        params: within ? { [within]: all[within] } : {},
        fallback: `${entity.title}导入模板.xlsx`,
        onProgress,
      }),
  }
}

/** What can be done now. Batches need rows, which appear once the required filters are set. */
function offered({ entity, room, isClosed = false, model, all, data }: EntityListState, permissions: Permissions) {
  const can = (verb: Parameters<typeof canDo>[1]) => canDo(entity, verb, permissions)
  const isShut = isClosed || (room !== undefined && room <= 0)
  const isReady = isGiven(all, model.needs)
  const batches = data.waitingFor === undefined ? Object.entries(entity.batchActions ?? {}) : []
  return {
    add: isGiven(all, model.addNeeds) && !isShut && can('add') && entity.form !== undefined,
    tools: Object.entries(toolsOf(entity)).filter(([, tool]) => mayUse(entity, tool, permissions) && !(isShut && tool.does === 'pick')),
    import: isReady && !isClosed && can('importExcel'),
    export: isReady && can('exportXls'),
    batches: batches.filter(([, spec]) => canCall(entity, spec.call, permissions)),
    remove: !isClosed && can('deleteBatch'),
  }
}

const lock = (isOpen: boolean) => (isOpen ? {} : { disabled: true, title: notAllowed })

/** Buttons above a list; each is shown only to whom it is meant for. `lead` stands before them. */
export function ListButtons({ list, lead }: { readonly list: EntityListState; readonly lead: ReactNode }) {
  const { permissions, locked } = useCurrentUser()
  const { acts, open } = list
  const can = offered(list, permissions)
  const sees = offered(list, shownTo(permissions, locked))
  const { fetchRows, fetchTemplate } = filesOf(list)
  const isOpen = (among: readonly (readonly [string, unknown])[], key: string) => among.some(([name]) => name === key)
  return (
    <Space wrap size={8}>
      {lead}
      {sees.add && (
        <Button type="primary" icon={<PlusOutlined />} {...lock(can.add)} onClick={singleClick(() => open({ show: 'add' }))}>
          新增
        </Button>
      )}
      {sees.tools.map(([key, tool]) => (
        <Button key={key} {...lock(isOpen(can.tools, key))} onClick={singleClick(() => acts.runTool(tool))}>
          {tool.label}
        </Button>
      ))}
      {sees.import && (
        <>
          <Button icon={<ImportOutlined />} {...lock(can.import)} onClick={singleClick(() => open({ show: 'import' }))}>
            导入
          </Button>
          <FileButton icon={<FileExcelOutlined />} {...lock(can.import)} fetchFile={fetchTemplate}>
            下载模板
          </FileButton>
        </>
      )}
      {sees.export && (
        <FileButton icon={<ExportOutlined />} {...lock(can.export)} fetchFile={fetchRows}>
          导出
        </FileButton>
      )}
      {sees.batches.map(([key, spec]) => (
        <Button key={key} {...lock(isOpen(can.batches, key))} onClick={singleClick(() => acts.runBatch(spec))}>
          {spec.label}
        </Button>
      ))}
      {sees.remove && (
        <Button danger icon={<DeleteOutlined />} {...lock(can.remove)} onClick={singleClick(acts.removeChosen)}>
          批量删除
        </Button>
      )}
    </Space>
  )
}
