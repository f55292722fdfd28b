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
import { Button, Empty, Tooltip } from 'antd'
import { forwardRef, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { useStoredFiles } from '../../../../engine/client/index.ts'
import { photosOf, type ResultRow } from '../rows/wire.ts'
import { Photo, type PhotoHandle } from './Photo.tsx'
import { useEarlier } from './use-earlier.ts'

export interface PaneHandle {
  turn(by: 1 | -1): void
  zoom(factor: number): void
  toggleFit(): void
  rotate(): void
  compare(): void
}

interface Props {
  readonly row: ResultRow | undefined
  /** The row as its editing began. */
  readonly begun: ResultRow | undefined
  /** Photos that are probably looked at next. */
  readonly upcoming: readonly string[]
  onClose(): void
}

/** Fetches photos before they are wanted. */
function usePreload(paths: readonly string[]): void {
  const files = useStoredFiles(paths)
  const urls = paths.flatMap((path) => files.get(path)?.url ?? [])
  const key = urls.join(' ')
  useEffect(() => {
    for (const url of key.split(' ').filter(Boolean)) new Image().src = url
  }, [key])
}

function ToolButton({
  title,
  keys,
  icon,
  ...rest
}: {
  title: string
  keys: string
  icon: React.ReactNode
  disabled?: boolean
  onClick(): void
}) {
  return (
    <Tooltip title={`${title} (${keys})`}>
      <Button type="text" size="small" aria-label={title} icon={icon} {...rest} />
    </Tooltip>
  )
}

/** The photos of one submission, beside those it replaced when asked for. */
export const PhotoPane = forwardRef<PaneHandle, Props>(function PhotoPane({ row, begun, upcoming, onClose }, handle) {
  const [at, setAt] = useState(0)
  const [comparing, setComparing] = useState(false)
  const photo = useRef<PhotoHandle>(null)
  const paths = row ? photosOf(row) : []
  const earlier = useEarlier(row, begun, comparing)
  const shown = Math.min(at, Math.max(0, paths.length - 1))
  const files = useStoredFiles([...paths, ...earlier])
  usePreload([...paths, ...upcoming])
  const id = row?.id
  useEffect(() => {
    setAt(0)
    setComparing(false)
  }, [id])
  const turn = (by: 1 | -1) => setAt(paths.length > 0 ? (shown + by + paths.length) % paths.length : 0)
  const canCompare = (row?.submitCount ?? 0) > 1 || (begun !== undefined && begun.filePaths !== row?.filePaths)
  const controls: PaneHandle = {
    turn,
    zoom: (factor) => photo.current?.zoom(factor),
    toggleFit: () => photo.current?.toggleFit(),
    rotate: () => photo.current?.rotate(),
    compare: () => canCompare && setComparing((now) => !now),
  }
  useImperativeHandle(handle, () => controls)
  const show = (path: string | undefined, label: string, own: boolean) => {
    const url = path && files.get(path)?.url
    return url ? <Photo ref={own ? photo : undefined} key={path} url={url} label={label} /> : <div className="live-photo" />
  }
  const name = row?.realname ?? ''
  return (
    <section className="live-pane" aria-label="提交照片">
      <header className="live-pane-head">
        <strong className="live-text">
          {name} {row?.groupSeatNum}
        </strong>
        <span className="live-faint">{paths.length > 0 ? `${shown + 1} / ${paths.length}` : '无照片'}</span>
        <span className="live-gap" />
        <ToolButton title="上一张" keys="←" icon={<LeftOutlined />} disabled={paths.length < 2} onClick={() => turn(-1)} />
        <ToolButton title="下一张" keys="→" icon={<RightOutlined />} disabled={paths.length < 2} onClick={() => turn(1)} />
        <ToolButton title="缩小" keys="-" icon={<ZoomOutOutlined />} onClick={() => controls.zoom(0.8)} />
        <ToolButton title="放大" keys="+" icon={<ZoomInOutlined />} onClick={() => controls.zoom(1.25)} />
        <ToolButton title="原始大小 / 适合窗口" keys="Z" icon={<ExpandOutlined />} onClick={controls.toggleFit} />
        <ToolButton title="旋转" keys="R" icon={<RotateRightOutlined />} onClick={controls.rotate} />
        <ToolButton title="与上次提交对比" keys="X" icon={<DiffOutlined />} disabled={!canCompare} onClick={controls.compare} />
        <ToolButton title="关闭照片" keys="V" icon={<CloseOutlined />} onClick={onClose} />
      </header>
      {paths.length === 0 ? (
        <Empty className="live-pane-empty" image={Empty.PRESENTED_IMAGE_SIMPLE} description={row ? '没有照片' : '请选择一行'} />
      ) : (
        <div className="live-photos" data-comparing={comparing || undefined}>
          {comparing && (
            <figure>
              {show(earlier[Math.min(shown, earlier.length - 1)], `${name} 上次提交`, false)}
              <figcaption>上次提交{earlier.length === 0 ? '（无照片）' : ''}</figcaption>
            </figure>
          )}
          <figure>
            {show(paths[shown], `${name} 照片 ${shown + 1}`, true)}
            {comparing && <figcaption>本次提交</figcaption>}
          </figure>
        </div>
      )}
    </section>
  )
})
