import { SettingOutlined } from '@ant-design/icons'
import { Button, Popover, Skeleton, Tooltip } from 'antd'
import { Suspense, useState } from 'react'
import { lazyPart } from '../../../browser/lazy-part.tsx'
import { MissingInput } from '../../../browser/Missing.tsx'
import { firstClick } from '../../parts/single-click.ts'
import type { ColumnSettingsProps } from './ColumnSettings.tsx'

const ColumnSettings = lazyPart(() => import('./ColumnSettings.tsx').then((file) => file.ColumnSettings), MissingInput)

/** Which columns, in which order, and how dense: per user and list. */
export function ColumnChooser(props: ColumnSettingsProps) {
  const [open, setOpen] = useState(false)
  const content = (
    <Suspense fallback={<Skeleton active style={{ width: 260 }} />}>
      <ColumnSettings {...props} />
    </Suspense>
  )
  return (
    <Popover trigger="click" placement="bottomRight" title="列设置" content={content} open={open} onOpenChange={setOpen}>
      <Tooltip title={open ? undefined : '列设置'}>
        <Button type="text" aria-label="列设置" icon={<SettingOutlined />} onClickCapture={firstClick} />
      </Tooltip>
    </Popover>
  )
}
