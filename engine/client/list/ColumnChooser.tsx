import { SettingOutlined } from '@ant-design/icons'
import { Button, Popover, Skeleton, Tooltip } from 'antd'
import { lazy, Suspense } from 'react'
import type { ColumnSettingsProps } from './ColumnSettings.tsx'

const ColumnSettings = lazy(() => import('./ColumnSettings.tsx').then((file) => ({ default: file.ColumnSettings })))

/** Which columns, in which order, and how dense: per user and list. */
export function ColumnChooser(props: ColumnSettingsProps) {
  const content = (
    <Suspense fallback={<Skeleton active style={{ width: 260 }} />}>
      <ColumnSettings {...props} />
    </Suspense>
  )
  return (
    <Popover trigger="click" placement="bottomRight" title="列设置" content={content}>
      <Tooltip title="列设置">
        <Button type="text" aria-label="列设置" icon={<SettingOutlined />} />
      </Tooltip>
    </Popover>
  )
}
