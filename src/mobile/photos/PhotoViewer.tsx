/** @jsxImportSource preact */
import { useEffect, useRef, useState } from 'preact/hooks'
import { Sheet } from '../parts/Sheet.tsx'
import '../parts/dialogs.css'
import './viewer.css'

export interface Shown {
  readonly id: string
  readonly url: string | undefined
}

/** A photo as large as the screen; swipe for the next, tap to look closer. */
export function PhotoViewer({ photos, first, onClose }: { readonly photos: readonly Shown[]; readonly first: number; onClose(): void }) {
  const strip = useRef<HTMLDivElement>(null)
  const [index, setIndex] = useState(first)
  const [close, setClose] = useState<string>()
  useEffect(() => {
    const box = strip.current
    box?.scrollTo({ left: first * box.clientWidth })
  }, [first])
  const move = (step: number) => strip.current?.scrollBy({ left: step * strip.current.clientWidth, behavior: 'smooth' })
  return (
    <Sheet label="查看照片" className="viewer" onClose={onClose}>
      <div className="viewer-bar">
        <span role="status">
          {index + 1} / {photos.length}
        </span>
        <button type="button" onClick={onClose}>
          关闭
        </button>
      </div>
      <div
        ref={strip}
        className="strip"
        onScroll={({ currentTarget: box }) => setIndex(Math.round(box.scrollLeft / Math.max(1, box.clientWidth)))}
        onKeyDown={({ key }) => {
          if (key === 'ArrowRight') move(1)
          if (key === 'ArrowLeft') move(-1)
        }}
      >
        {photos.map(({ id, url }, index) => (
          <div key={id} className={close === id ? 'slide near' : 'slide'}>
            {url ? (
              <button type="button" aria-label={close === id ? '缩小' : '放大'} onClick={() => setClose(close === id ? undefined : id)}>
                <img src={url} alt={`第 ${index + 1} 张照片`} />
              </button>
            ) : (
              <p>照片暂时无法显示</p>
            )}
          </div>
        ))}
      </div>
    </Sheet>
  )
}
