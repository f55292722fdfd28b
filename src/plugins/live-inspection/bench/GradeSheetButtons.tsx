import { DownloadOutlined, UploadOutlined } from '@ant-design/icons'
import { App, Button, Tooltip } from 'antd'
import { useState } from 'react'
import { canDo, download, tellRefusal, useSession } from '../../../../engine/client/index.ts'
import type { AnyEntity } from '../../../../engine/schema/index.ts'
import type { Narrowing } from '../rows/matches.ts'
import { base } from './calls.ts'

interface Props {
  readonly entity: AnyEntity
  readonly filters: Narrowing
  onImport(): void
}

/** The grade sheet of all who are chosen above, marked or not: out as a file, and scores from a file in. */
export function GradeSheetButtons({ entity, filters, onImport }: Props) {
  const { permissions } = useSession()
  const app = App.useApp()
  const [isBusy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    try {
      await download(`${base}/exportXls`, { data: filters, fallback: '成绩单.xlsx' })
    } catch (error) {
      tellRefusal(app, error, { kind: 'error' })
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      {canDo(entity, 'importExcel', permissions) && (
        <Tooltip title="导入成绩">
          <Button aria-label="导入成绩" type="text" icon={<UploadOutlined />} onClick={onImport} />
        </Tooltip>
      )}
      {canDo(entity, 'exportXls', permissions) && (
        <Tooltip title="导出成绩单">
          <Button aria-label="导出成绩单" type="text" icon={<DownloadOutlined />} loading={isBusy} onClick={() => void save()} />
        </Tooltip>
      )}
    </>
  )
}
