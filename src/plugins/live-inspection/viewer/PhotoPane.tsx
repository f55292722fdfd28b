import { Empty } from 'antd'
import { useEffect, useImperativeHandle, useRef, useState, type RefObject } from 'react'
import { useStoredFiles } from '../../../../engine/client/index.ts'
import type { Tab } from '../bench/create-bench.ts'
import { useRowAtHand } from '../bench/row-at-hand.ts'
import { photosOf } from '../rows/wire.ts'
import { PaneTools, type PaneHandle } from './PaneTools.tsx'
import { Photo, type PhotoHandle } from './Photo.tsx'
import { useEarlier } from './use-earlier.ts'

interface Props {
  readonly tab: Tab
  /** What the keys do with the photos. */
  readonly handle: RefObject<PaneHandle>
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

/** The photos of one submission, beside those it replaced when asked for. */
export function PhotoPane({ tab, handle, onClose }: Props) {
  const { row, begun, upcoming } = useRowAtHand(tab)
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
  useImperativeHandle(handle, () => ({
    turn,
    zoom: (factor) => photo.current?.zoom(factor),
    toggleFit: () => photo.current?.toggleFit(),
    rotate: () => photo.current?.rotate(),
    compare: () => canCompare && setComparing((now) => !now),
  }))
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
        <PaneTools pane={handle} many={paths.length > 1} canCompare={canCompare} onClose={onClose} />
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
}
