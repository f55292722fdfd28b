import { observable, type Observable } from '../observable.ts'
import type { Entries, EntryStore, Job, Photo } from './entries.ts'
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
  /** Take back what was not sent yet; its photos stay. */
  withdraw(jobId: string): Promise<void>
  wake(): void
  close(): void
}

/** The job of this kind that is still to be sent, or was refused. */
export const jobOf = ({ jobs }: Entries, resultId: string, kind: Job['kind']): Job | undefined =>
  jobs.find((job) => job.resultId === resultId && job.kind === kind)

export const photosOf = ({ photos }: Entries, resultId: string): Photo[] => photos.filter((photo) => photo.resultId === resultId)

/** What was left on a telephone for so long belongs to a session that is long over. */
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
      failed: sender.judge,
      onWait(until) {
        if (until === undefined) waits.delete(name)
        else waits.set(name, until)
        entries.change({ retryAt: waits.size ? Math.min(...waits.values()) : undefined })
      },
    })
  /** A call for help does not wait behind photos. */
  const lanes = [laneFor('photos', (job) => job.kind === 'submit'), laneFor('help', (job) => job.kind !== 'submit')]
  const wake = () => lanes.forEach((lane) => lane.wake())
  async function withdraw(jobId: string): Promise<void> {
    await entries.remove({ jobs: [jobId] })
    sender.stop(jobId)
  }
  async function enqueue(part: Pick<Job, 'resultId' | 'kind' | 'content' | 'keep' | 'photoIds'>): Promise<void> {
    const old = state.get().jobs.filter((job) => job.resultId === part.resultId && job.kind === part.kind)
    await entries.putJob({ ...part, id: newId(), userId, at: now() })
    await entries.remove({ jobs: old.map(({ id }) => id) })
    wake()
  }
  const unfollow = store.follow(() => void entries.reload(userId).catch(() => undefined))
  wake()
  return {
    state,
    addPhoto: (resultId, bytes) => entries.putPhoto({ id: newId(), userId, resultId, at: now(), bytes }),
    removePhoto: (id) => entries.remove({ photos: [id] }),
    submit: (resultId, keep) => enqueue({ resultId, kind: 'submit', keep, photoIds: photosOf(state.get(), resultId).map(({ id }) => id) }),
    help: (resultId, content) => enqueue({ resultId, kind: 'help', content }),
    async cancelHelp(resultId) {
      const asked = jobOf(state.get(), resultId, 'help')
      if (asked) await withdraw(asked.id)
      await enqueue({ resultId, kind: 'cancelHelp' })
    },
    withdraw,
    wake,
    close() {
      unfollow()
      lanes.forEach((lane) => lane.stop())
    },
  }
}
