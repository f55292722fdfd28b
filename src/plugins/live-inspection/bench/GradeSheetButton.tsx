import { DownloadOutlined } from '@ant-design/icons'
import { App, Button, Tooltip } from 'antd'
import { useState } from 'react'
import { download, useSession } from '../../../../engine/client/index.ts'
import type { Narrowing } from '../rows/matches.ts'
import { base, sentenceOf } from './calls.ts'

/** The grade sheet of all who are chosen above, marked or not. */
export function GradeSheetButton({ filters }: { readonly filters: Narrowing }) {
  const { permissions } = useSession()
  const { message } = App.useApp()
  const [isBusy, setBusy] = useState(false)
  if (!permissions.has('teaching:inspectionResult:export')) return null
  const save = async () => {
    setBusy(true)
    try {
      await download(`${base}/exportXls`, { params: filters, fallback: '成绩单.xlsx' })
    } catch (error) {
      void message.error(sentenceOf(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Tooltip title="导出成绩单">
      <Button aria-label="导出成绩单" type="text" icon={<DownloadOutlined />} loading={isBusy} onClick={() => void save()} />
    </Tooltip>
  )
}
