import {
  CloseOutlined,
  DiffOutlined,
  ExpandOutlined,
  LeftOutlined,
  RightOutlined,
  RotateRightOutlined,
  ZoomInOutlined,
  ZoomOutOutlined,
} from '@ant-design/icons'
import { Button, Tooltip } from 'antd'
import { memo, type ReactNode, type RefObject } from 'react'

export interface PaneHandle {
  turn(by: 1 | -1): void
  zoom(factor: number): void
  toggleFit(): void
  rotate(): void
  compare(): void
  /** While two photos are compared, work on the other one. */
  otherSide(): void
}

interface ToolProps {
  readonly title: string
  readonly keys: string
  readonly icon: ReactNode
  readonly disabled?: boolean
  onClick(): void
}

function ToolButton({ title, keys, icon, ...rest }: ToolProps) {
  return (
    <Tooltip title={`${title} (${keys})`}>
      <Button type="text" size="small" aria-label={title} icon={icon} {...rest} />
    </Tooltip>
  )
}

interface Props {
  readonly pane: RefObject<PaneHandle>
  /** There is more than one photo to browse. */
  readonly many: boolean
  readonly canCompare: boolean
  onClose(): void
}

/** The tools for the photos; the same for every student, so they are not redrawn. */
export const PaneTools = memo(function PaneTools({ pane, many, canCompare, onClose }: Props) {
  return (
    <>
      <ToolButton title="上一张" keys="←" icon={<LeftOutlined />} disabled={!many} onClick={() => pane.current?.turn(-1)} />
      <ToolButton title="下一张" keys="→" icon={<RightOutlined />} disabled={!many} onClick={() => pane.current?.turn(1)} />
      <ToolButton title="缩小" keys="-" icon={<ZoomOutOutlined />} onClick={() => pane.current?.zoom(0.8)} />
      <ToolButton title="放大" keys="+" icon={<ZoomInOutlined />} onClick={() => pane.current?.zoom(1.25)} />
      <ToolButton title="原始大小 / 适合窗口" keys="Z" icon={<ExpandOutlined />} onClick={() => pane.current?.toggleFit()} />
      <ToolButton title="旋转" keys="R" icon={<RotateRightOutlined />} onClick={() => pane.current?.rotate()} />
      <ToolButton title="与上次提交对比" keys="X" icon={<DiffOutlined />} disabled={!canCompare} onClick={() => pane.current?.compare()} />
      <ToolButton title="关闭照片" keys="V" icon={<CloseOutlined />} onClick={onClose} />
    </>
  )
})
