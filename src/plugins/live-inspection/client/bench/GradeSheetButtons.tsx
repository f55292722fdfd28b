import { DownloadOutlined, UploadOutlined } from '@ant-design/icons'
import { Button, Tooltip } from 'antd'
import { canDo, download, FileButton, useCurrentUser } from '../../../../../engine/client/index.ts'
import type { AnyEntity } from '../../../../../engine/schema/index.ts'
import type { ListNarrowing } from '../../shared/matches.ts'
import { inspectionBase } from '../state/calls.ts'

interface Props {
  readonly entity: AnyEntity
  readonly filters: ListNarrowing
  onImport(): void
}

/** Exports the grade sheet of everyone that the filters above select, marked or not, and imports scores from a file. */
export function GradeSheetButtons({ entity, filters, onImport }: Props) {
  const { permissions } = useCurrentUser()
  const save = () => download(`${inspectionBase}/exportXls`, { data: filters, fallback: '成绩单.xlsx' })
  return (
    <>
      {canDo(entity, 'importExcel', permissions) && (
        <Tooltip title="导入成绩">
          <Button aria-label="导入成绩" type="text" icon={<UploadOutlined />} onClick={onImport} />
        </Tooltip>
      )}
      {canDo(entity, 'exportXls', permissions) && (
        <Tooltip title="导出成绩单">
          <span>
            <FileButton aria-label="导出成绩单" type="text" icon={<DownloadOutlined />} fetchFile={save} />
          </span>
        </Tooltip>
      )}
    </>
  )
}
