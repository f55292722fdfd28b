import { observable, type Observable } from '../observable.ts'
import type { Entries, EntryStore, Job, StoredPhoto } from './entries.ts'
import { keepEntries, type KeptEntries, type OutboxState } from './kept-entries.ts'
import { createLane } from './lane.ts'
import { createSender, type Post } from './sender.ts'

export interface OutboxOptions {
  readonly userId: string
  readonly store: EntryStore
  readonly post: Post
  readonly newId: () => string
  readonly now?: () => number
}

/** Photos and requests that are kept on the telephone until the server has them. */
export interface Outbox {
  readonly state: Observable<OutboxState>
  addPhoto(resultId: string, bytes: ArrayBuffer): Promise<void>
  removePhoto(id: string): Promise<void>
  /** Send the photos of a result, together with those of an earlier submission that stay. */
  submit(resultId: string, keep: readonly string[]): Promise<void>
  help(resultId: string, content: string): Promise<void>
  cancelHelp(resultId: string): Promise<void>
  /** Take back a job that was not sent yet; its photos stay. */
  withdraw(jobId: string): Promise<void>
  wake(): void
  close(): void
}

/** The job of this kind that is still to be sent, or was refused. */
export const jobOf = ({ jobs }: Entries, resultId: string, kind: Job['kind']): Job | undefined =>
  jobs.find((job) => job.resultId === resultId && job.kind === kind)

export const outboxPhotos = ({ photos }: Entries, resultId: string): StoredPhoto[] => photos.filter((photo) => photo.resultId === resultId)

type Wish = Pick<Job, 'resultId' | 'kind' | 'content' | 'keep' | 'photoIds'>

const isSameList = (a: readonly string[] = [], b: readonly string[] = []): boolean =>
  a.length === b.length && a.every((id) => b.includes(id))
const isSameWish = (a: Wish, b: Wish): boolean =>
  a.content === b.content && isSameList(a.keep, b.keep) && isSameList(a.photoIds, b.photoIds)

/** Anything that was left on a telephone for this long belongs to a session that is long over. */
const KEPT = 30 * 24 * 3600_000

async function clearOld(entries: KeptEntries, before: number): Promise<void> {
  const { photos, jobs } = entries.state.get()
  const idsOf = (list: readonly { readonly id: string; readonly at: number }[]) => list.filter(({ at }) => at < before).map(({ id }) => id)
  await entries.remove({ photos: idsOf(photos), jobs: idsOf(jobs) })
}

/** An outbox with what was left in the store; it starts to send at once. */
export async function openOutbox({ userId, store, post, newId, now = Date.now }: OutboxOptions): Promise<Outbox> {
  const state = observable<OutboxState>({ ...(await store.read(userId)), parts: {}, retryAt: undefined, isLasting: store.isLasting })
  const entries = keepEntries(state, store)
  await clearOld(entries, now() - KEPT)
  const sender = createSender({ entries, store, post, now })
  const waits = new Map<string, number>()
  const laneFor = (name: string, isMine: (job: Job) => boolean) =>
    createLane<Job>({
      next: () => state.get().jobs.find((job) => isMine(job) && job.problem === undefined),
      work: sender.send,
      failed: sender.verdictOn,
      onWait(until) {
        if (until === undefined) waits.delete(name)
        else waits.set(name, until)
        entries.change({ retryAt: waits.size ? Math.min(...waits.values()) : undefined })
      },
    })
  /** A call for help does not wait behind photos. */
  const lanes = [laneFor('photos', (job) => job.kind === 'submit'), laneFor('help', (job) => job.kind !== 'submit')]
  const wake = () => lanes.forEach((lane) => lane.wake())
  /** Requests are handled one after the other, so that a second press finds what the first one stored, even if storing is slow. */
  let turn: Promise<unknown> = Promise.resolve()
  function inTurn(work: () => Promise<void>): Promise<void> {
    const done = turn.then(work)
    turn = done.catch(() => undefined)
    return done
  }
  async function withdraw(jobId: string): Promise<void> {
    await entries.remove({ jobs: [jobId] })
    sender.stop(jobId)
  }
  async function enqueue(wish: Wish): Promise<void> {
    const old = state.get().jobs.filter((job) => job.resultId === wish.resultId && job.kind === wish.kind)
    if (old.some((job) => job.problem === undefined && isSameWish(job, wish))) return
    await entries.putJob({ ...wish, id: newId(), userId, at: now() })
    await entries.remove({ jobs: old.map(({ id }) => id) })
    wake()
  }
  const ask = (wish: Wish) => inTurn(() => enqueue(wish))
  const unfollow = store.follow(() => void entries.reload(userId).catch(() => undefined))
  wake()
  return {
    state,
    addPhoto: (resultId, bytes) => entries.putPhoto({ id: newId(), userId, resultId, at: now(), bytes }),
    removePhoto: (id) => entries.remove({ photos: [id] }),
    submit: (resultId, keep) => ask({ resultId, kind: 'submit', keep, photoIds: outboxPhotos(state.get(), resultId).map(({ id }) => id) }),
    help: (resultId, content) => ask({ resultId, kind: 'help', content }),
    cancelHelp: (resultId) =>
      inTurn(async () => {
        const helpJob = jobOf(state.get(), resultId, 'help')
        if (helpJob) await withdraw(helpJob.id)
        await enqueue({ resultId, kind: 'cancelHelp' })
      }),
    withdraw: (jobId) => inTurn(() => withdraw(jobId)),
    wake,
    close() {
      unfollow()
      lanes.forEach((lane) => lane.stop())
    },
  }
}
