import { Empty } from 'antd'
import { useEffect, useImperativeHandle, useRef, useState, type RefObject } from 'react'
import { useStoredFiles } from '../../../../../engine/client/index.ts'
import type { Tab } from '../state/at-hand.ts'
import { useRowAtHand } from '../state/use-row-at-hand.ts'
import { labelOf } from '../../shared/label.ts'
import { photosOf } from '../../wire.ts'
import { PaneTools, type PaneHandle } from './PaneTools.tsx'
import { Photo, type PhotoHandle } from './Photo.tsx'
import { firstAdded, useEarlier } from './use-earlier.ts'

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

type Side = 'earlier' | 'now'

/** The photo that is shown of some; another list begins at `first`. */
function useTurning(count: number, first: number, key: string): { shown: number; turn(by: 1 | -1): void } {
  const [at, setAt] = useState(first)
  useEffect(() => setAt(first), [first, key])
  const shown = Math.min(at, Math.max(0, count - 1))
  return { shown, turn: (by) => setAt(count > 0 ? (shown + by + count) % count : 0) }
}

/** The photos of one submission, beside those it replaced when asked for. Keys and buttons work on the side at hand. */
export function PhotoPane({ tab, handle, onClose }: Props) {
  const { row, begun, upcoming } = useRowAtHand(tab)
  const [comparing, setComparing] = useState(false)
  const [side, setSide] = useState<Side>('now')
  const photos = { earlier: useRef<PhotoHandle>(null), now: useRef<PhotoHandle>(null) }
  const paths = row ? photosOf(row) : []
  const earlier = useEarlier(row, begun, comparing)
  const id = row?.id ?? ''
  // What was added is what one compares for.
  const added = comparing ? Math.max(0, firstAdded(paths, earlier)) : 0
  const now = useTurning(paths.length, added, `${id} ${comparing}`)
  const before = useTurning(earlier.length, 0, `${id} ${comparing}`)
  const files = useStoredFiles([...paths, ...earlier])
  usePreload([...paths, ...upcoming])
  useEffect(() => {
    setComparing(false)
    setSide('now')
  }, [id])
  const atHand: Side = comparing ? side : 'now'
  const canCompare = (row?.submitCount ?? 0) > 1 || (begun !== undefined && begun.filePaths !== row?.filePaths)
  const photo = photos[atHand]
  useImperativeHandle(handle, () => ({
    turn: (by) => (atHand === 'now' ? now : before).turn(by),
    zoom: (factor) => photo.current?.zoom(factor),
    toggleFit: () => photo.current?.toggleFit(),
    rotate: () => photo.current?.rotate(),
    compare: () => canCompare && setComparing((isOn) => !isOn),
    otherSide: () => comparing && setSide((one) => (one === 'now' ? 'earlier' : 'now')),
  }))
  const name = row ? labelOf(row) : ''
  const figure = (which: Side, path: string | undefined, label: string, caption: string) => {
    const url = path && files.get(path)?.url
    return (
      <figure
        data-at-hand={(comparing && atHand === which) || undefined}
        onPointerEnter={() => setSide(which)}
        onPointerDown={() => setSide(which)}
      >
        {url ? <Photo ref={photos[which]} key={path} url={url} label={label} /> : <div className="live-photo" />}
        {comparing && <figcaption>{caption}</figcaption>}
      </figure>
    )
  }
  const placeIn = (shown: number, count: number) => (count > 0 ? ` ${shown + 1} / ${count}` : '（无照片）')
  const isNew = comparing && paths[now.shown] !== undefined && !earlier.includes(paths[now.shown] ?? '')
  const turned = atHand === 'now' ? paths : earlier
  return (
    <section className="live-pane" aria-label="提交照片">
      <header className="live-pane-head">
        <strong className="live-text">
          {row?.groupSeatNum} {name}
        </strong>
        <span className="live-faint">{paths.length > 0 ? `${now.shown + 1} / ${paths.length}` : '无照片'}</span>
        <span className="live-pane-tools">
          <PaneTools pane={handle} many={turned.length > 1} canCompare={canCompare} onClose={onClose} />
        </span>
      </header>
      {paths.length === 0 ? (
        <Empty className="live-pane-empty" image={Empty.PRESENTED_IMAGE_SIMPLE} description={row ? '没有照片' : '请选择一行'} />
      ) : (
        <div className="live-photos" data-comparing={comparing || undefined}>
          {comparing && figure('earlier', earlier[before.shown], `${name} 上次提交`, `上次提交${placeIn(before.shown, earlier.length)}`)}
          {figure(
            'now',
            paths[now.shown],
            `${name} 照片 ${now.shown + 1}`,
            `本次提交${placeIn(now.shown, paths.length)}${isNew ? ' 新增' : ''}`,
          )}
        </div>
      )}
    </section>
  )
}
