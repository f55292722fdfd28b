/** @jsxImportSource preact */
import type { StoredPhoto } from '../outbox/entries.ts'
import './photos.css'

/** A photo in the grid: submitted before, or new on this telephone. */
export interface GridPhoto {
  readonly id: string
  readonly url: string | undefined
  readonly local?: StoredPhoto
  /** Part sent, 0 to 1, while it is being sent. */
  readonly part?: number | undefined
}

interface Props {
  readonly photos: readonly GridPhoto[]
  readonly canRemove: boolean
  onOpen(index: number): void
  onRemove(photo: GridPhoto): void
}

function markOf({ local, part }: GridPhoto): string | undefined {
  if (!local) return '已提交'
  if (local.problem) return local.problem
  if (part !== undefined) return `${Math.round(part * 100)}%`
  return local.path ? '已上传' : undefined
}

/** Photos side by side; a tap shows one large. */
export function PhotoGrid({ photos, canRemove, onOpen, onRemove }: Props) {
  return (
    <ul className="photos">
      {photos.map((photo, index) => {
        const mark = markOf(photo)
        const name = `第 ${index + 1} 张照片`
        return (
          <li key={photo.id} className={photo.local?.problem ? 'photo bad' : 'photo'}>
            <button type="button" className="photo-open" aria-label={`查看${name}`} onClick={() => onOpen(index)}>
              {photo.url && <img src={photo.url} alt={name} />}
            </button>
            {mark && <span className="photo-mark">{mark}</span>}
            {photo.part !== undefined && <progress max={1} value={photo.part} aria-label={`${name}上传进度`} />}
            {canRemove && (
              <button type="button" className="photo-remove" aria-label={`移除${name}`} onClick={() => onRemove(photo)}>
                ×
              </button>
            )}
          </li>
        )
      })}
    </ul>
  )
}
