/** @jsxImportSource preact */
import { useState } from 'preact/hooks'
import type { StudentStores } from '../student-stores.ts'
import { findItem, isAbsent, isShut, pathsOf, type Item, type Lesson } from '../lessons/lesson.ts'
import { StateTag } from '../lessons/StateTag.tsx'
import { useValue } from '../observable.ts'
import { jobOf, outboxPhotos } from '../outbox/outbox.ts'
import { useAddresses, useLocalAddresses } from '../photos/open-photos.ts'
import { PhotoGrid, type GridPhoto } from '../photos/PhotoGrid.tsx'
import { PhotoViewer } from '../photos/PhotoViewer.tsx'
import { TakePhotos } from '../photos/TakePhotos.tsx'
import { go, goBack } from '../route.ts'
import { HelpBox } from './HelpBox.tsx'
import { SubmitBar } from './SubmitBar.tsx'
import { SUBMITTED } from '../../../schemas/teaching/submission-states.ts'
import './item.css'

const MOST_PHOTOS = 9

function Mark({ item }: { readonly item: Item }) {
  const hasScore = item.score !== null && item.score !== undefined
  return (
    <section className="card mark" aria-label="成绩" aria-live="polite">
      <div className="mark-row">
        <StateTag item={item} />
        {hasScore && (
          <strong className="score large">
            {item.score}
            <small>分</small>
          </strong>
        )}
      </div>
      {isAbsent(item) && (
        <p className="dim">
          {item.absentReason && `缺席原因：${item.absentReason}。`}
          {hasScore ? '补做后仍可以提交照片，重新评分前保留这个成绩' : '补做后可以提交照片'}
        </p>
      )}
      {item.comment && <p>{item.comment}</p>}
      {item.bz && <p className="dim">备注：{item.bz}</p>}
      {item.submitTime && <p className="dim">提交时间：{item.submitTime.slice(5, 16)}</p>}
      {Number(item.submitStatus) === SUBMITTED && (
        <p className="dim">等待教师评分，评分前可以重新提交{hasScore && '；这是缺席时的成绩，重新评分前保留'}</p>
      )}
    </section>
  )
}

/** The score was given before these photos arrived. */
function Late({ onDiscard }: { onDiscard(): void }) {
  return (
    <>
      <p className="notice bad" role="alert">
        教师已评分，本机上的照片没有提交
      </p>
      <button type="button" className="wide" onClick={onDiscard}>
        移除未提交的照片
      </button>
    </>
  )
}

/** The photos that would be submitted: those that stay from the earlier submission, and new ones. */
function usePhotos(stores: StudentStores, item: Item) {
  const outbox = useValue(stores.outbox.state)
  const [removed, setRemoved] = useState<readonly string[]>([])
  const isDone = isShut(item)
  const job = jobOf(outbox, item.id, 'submit')
  const submitted = pathsOf(item)
  const keep = job?.keep ?? submitted.filter((path) => !removed.includes(path))
  const local = outboxPhotos(outbox, item.id)
  const addresses = useAddresses(submitted)
  const addressOf = useLocalAddresses()
  const photos: readonly GridPhoto[] = [
    ...keep.map((path) => ({ id: path, url: addresses[path] })),
    ...local.map((photo) => ({ id: photo.id, url: addressOf(photo), local: photo, part: outbox.parts[photo.id] })),
  ]
  return {
    photos,
    keep,
    job,
    retryAt: outbox.retryAt,
    isDone,
    isSending: job !== undefined && job.problem === undefined,
    isChanged: local.length > 0 || keep.length !== submitted.length,
    hasBadPhoto: local.some(({ problem }) => problem !== undefined),
    hasUnsent: job !== undefined || local.length > 0,
    async discard() {
      if (job) await stores.outbox.withdraw(job.id)
      for (const { id } of local) await stores.outbox.removePhoto(id)
    },
    async remove({ id, local: photo }: GridPhoto) {
      if (job) await stores.outbox.withdraw(job.id)
      if (photo) await stores.outbox.removePhoto(photo.id)
      else setRemoved([...removed, id])
    },
  }
}

function ItemOf({
  stores,
  lesson,
  item,
  photo,
}: {
  readonly stores: StudentStores
  readonly lesson: Lesson
  readonly item: Item
  readonly photo: number | undefined
}) {
  const line = useValue(stores.live.state)
  const { photos, keep, job, retryAt, isDone, isSending, isChanged, hasBadPhoto, hasUnsent, remove, discard } = usePhotos(stores, item)
  const isClosed = isDone || lesson.isWithdrawn === true
  return (
    <main className="page with-bottom">
      <h1>{item.inspectName}</h1>
      <p className="dim">
        {lesson.experiName} · {lesson.groupName}
      </p>
      <Mark item={item} />
      <section className="card" aria-label="照片">
        <h2>照片</h2>
        {photos.length > 0 ? (
          <PhotoGrid
            photos={photos}
            canRemove={!isDone && !isSending}
            onOpen={(index) => go({ itemId: item.id, photo: index })}
            onRemove={(gone) => void remove(gone)}
          />
        ) : (
          <p className="dim">{isDone ? '没有提交照片' : '还没有照片'}</p>
        )}
        {isDone && hasUnsent && <Late onDiscard={() => void discard()} />}
        {!isClosed && !isSending && (
          <TakePhotos room={MOST_PHOTOS - photos.length} onPhoto={(bytes) => stores.outbox.addPhoto(item.id, bytes)} />
        )}
      </section>
      {lesson.isWithdrawn && <p className="notice">课程已撤销发布，不能再提交或求助</p>}
      {!lesson.isWithdrawn && <HelpBox stores={stores} item={item} />}
      {!isClosed && (
        <SubmitBar
          job={job}
          line={line}
          retryAt={retryAt}
          count={photos.length}
          isChanged={isChanged}
          hasBadPhoto={hasBadPhoto}
          isAgain={Number(item.submitStatus) === SUBMITTED}
          onSubmit={() => void stores.outbox.submit(item.id, keep)}
          onWithdraw={() => job && void stores.outbox.withdraw(job.id)}
          onRetry={() => stores.outbox.wake()}
        />
      )}
      {photo !== undefined && photo < photos.length && (
        <PhotoViewer photos={photos} first={photo} onClose={() => goBack({ itemId: item.id })} />
      )}
    </main>
  )
}

/** One inspection item: its state, its photos, and help. */
export function ItemPage({
  stores,
  itemId,
  photo,
}: {
  readonly stores: StudentStores
  readonly itemId: string
  readonly photo: number | undefined
}) {
  const { lessons, problem } = useValue(stores.lessons.state)
  const found = lessons && findItem(lessons, itemId)
  if (found) return <ItemOf stores={stores} {...found} photo={photo} />
  return (
    <main className="page">
      <p className={lessons ? 'empty' : 'loading'}>{lessons ? '没有找到这个考察项' : (problem ?? '加载中…')}</p>
    </main>
  )
}
