import { Empty } from 'antd'
import { useEffect, useImperativeHandle, useRef, type RefObject } from 'react'
import { useStoredFiles } from '../../../../../engine/client/index.ts'
import type { Tab } from '../state/at-hand.ts'
import { fieldLabelOf } from '../../shared/label.ts'
import { PaneTools, type PaneHandle } from './PaneTools.tsx'
import { Photo, type PhotoHandle } from './Photo.tsx'
import { useSides, type Side } from './use-sides.ts'
import './viewer.css'

interface Props {
  readonly tab: Tab
  /** What the keys do with the photos. */
  readonly handle: RefObject<PaneHandle>
  onClose(): void
}

/** Fetches photos before they are needed. */
function usePreload(paths: readonly string[]): void {
  const files = useStoredFiles(paths)
  const urls = paths.flatMap((path) => files.get(path)?.url ?? [])
  const key = urls.join(' ')
  useEffect(() => {
    for (const url of key.split(' ').filter(Boolean)) new Image().src = url
  }, [key])
}

const placeIn = (shown: number, count: number) => (count > 0 ? ` ${shown + 1} / ${count}` : '（无照片）')

/** The photos of one submission, on request beside those it replaced. Keys and buttons work on the active side. */
export function PhotoPane({ tab, handle, onClose }: Props) {
  const { row, upcoming, sides, atHand, comparing, canCompare, choose, compare, otherSide } = useSides(tab)
  const photos = { earlier: useRef<PhotoHandle>(null), now: useRef<PhotoHandle>(null) }
  const { now, earlier } = sides
  const files = useStoredFiles([...now.paths, ...earlier.paths])
  usePreload([...now.paths, ...upcoming])
  const photo = photos[atHand]
  useImperativeHandle(handle, () => ({
    turn: (by) => sides[atHand].turn(by),
    zoom: (factor) => photo.current?.zoom(factor),
    toggleFit: () => photo.current?.toggleFit(),
    rotate: () => photo.current?.rotate(),
    compare,
    otherSide,
  }))
  const name = row ? fieldLabelOf(row) : ''
  const figure = (which: Side, label: string, caption: string, mark = '') => {
    const { paths, shown: place } = sides[which]
    const path = paths[place]
    const url = path && files.get(path)?.url
    return (
      <figure
        data-at-hand={(comparing && atHand === which) || undefined}
        onPointerEnter={() => choose(which)}
        onPointerDown={() => choose(which)}
      >
        {url ? <Photo ref={photos[which]} key={path} url={url} label={label} /> : <div className="live-photo" />}
        {comparing && <figcaption>{caption + placeIn(place, paths.length) + mark}</figcaption>}
      </figure>
    )
  }
  const count = now.paths.length
  const shown = now.paths[now.shown]
  const isNew = comparing && shown !== undefined && !earlier.paths.includes(shown)
  return (
    <section className="live-pane" aria-label="提交照片">
      <header className="live-pane-head">
        <strong className="live-text live-pane-name" title={name}>
          {row?.groupSeatNum} {name}
        </strong>
        {/* Keyed: a new figure in its own room is another text, not one that moved. */}
        <span key={count} className="live-faint live-pane-count">
          {count > 0 ? `${now.shown + 1} / ${count}` : '无照片'}
        </span>
        <span className="live-pane-tools">
          <PaneTools pane={handle} many={sides[atHand].paths.length > 1} canCompare={canCompare} onClose={onClose} />
        </span>
      </header>
      {count === 0 ? (
        <Empty className="live-pane-empty" image={Empty.PRESENTED_IMAGE_SIMPLE} description={row ? '没有照片' : '请选择一行'} />
      ) : (
        <div className="live-photos" data-comparing={comparing || undefined}>
          {comparing && figure('earlier', `${name} 上次提交`, '上次提交')}
          {figure('now', `${name} 照片 ${now.shown + 1}`, '本次提交', isNew ? ' 新增' : '')}
        </div>
      )}
    </section>
  )
}
