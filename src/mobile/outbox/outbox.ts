import { isSignedOut, mayPass, Refusal, sentenceOf } from '../call.ts'
import { observable, type Observable } from '../observable.ts'
import type { Entries, EntryStore, Job, Photo } from './entries.ts'
import { createLane, type Verdict } from './lane.ts'

export interface OutboxState extends Entries {
  /** Part of a photo that is sent, by its id. */
  readonly parts: Readonly<Record<string, number>>
  /** When the next try is, while the network is away. */
  readonly retryAt: number | undefined
  readonly isLasting: boolean
}

/** How the outbox reaches the server. */
export interface Post {
  upload(photo: Photo, options: { signal: AbortSignal; onPart(part: number): void }): Promise<string>
  send(job: Job, paths: readonly string[]): Promise<void>
  /** The server took it: show what it made of it before the entry goes. */
  afterSent(): Promise<void>
}

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

/** A call for help that could not be sent for so long would come when nobody needs it any more. */
const HELP_LASTS = 15 * 60_000
const helpTooLate = '求助未能及时送出，请重新求助'

/** The job of this kind that is still to be sent, or was refused. */
export const jobOf = ({ jobs }: Entries, resultId: string, kind: Job['kind']): Job | undefined =>
  jobs.find((job) => job.resultId === resultId && job.kind === kind)

export const photosOf = ({ photos }: Entries, resultId: string): Photo[] => photos.filter((photo) => photo.resultId === resultId)

const without = <T extends { readonly id: string }>(list: readonly T[], ids: readonly string[]): T[] =>
  list.filter(({ id }) => !ids.includes(id))
const withOne = <T extends { readonly id: string }>(list: readonly T[], one: T): T[] =>
  list.some(({ id }) => id === one.id) ? list.map((each) => (each.id === one.id ? one : each)) : [...list, one]

/** The entries in memory and in the store, changed together: first where they last. */
function keepEntries(state: Observable<OutboxState>, store: EntryStore) {
  const change = (part: Partial<OutboxState>) => state.set({ ...state.get(), ...part })
  return {
    change,
    async putPhoto(photo: Photo) {
      await store.putPhoto(photo)
      change({ photos: withOne(state.get().photos, photo) })
    },
    async putJob(job: Job) {
      await store.putJob(job)
      change({ jobs: withOne(state.get().jobs, job) })
    },
    async remove({ photos = [], jobs = [] }: { photos?: readonly string[]; jobs?: readonly string[] }) {
      await store.remove({ photos, jobs })
      const held = state.get()
      change({ photos: without(held.photos, photos), jobs: without(held.jobs, jobs) })
    },
  }
}

/** What a refusal leaves: the sentence, and photos that are sent anew where the server did not know them any more. */
async function noteRefusal(entries: ReturnType<typeof keepEntries>, held: Entries, job: Job, error: unknown): Promise<void> {
  const details = error instanceof Refusal ? error.details : undefined
  const lostFiles = typeof details === 'object' && details !== null && 'filePaths' in details
  for (const photo of held.photos) {
    if (!lostFiles || !job.photoIds?.includes(photo.id)) continue
    const { path: _lost, ...rest } = photo
    await entries.putPhoto(rest)
  }
  await entries.putJob({ ...job, problem: sentenceOf(error) })
}

/** An outbox with what was left in the store; it starts to send at once. */
export async function openOutbox({ userId, store, post, newId, now = Date.now }: OutboxOptions): Promise<Outbox> {
  const state = observable<OutboxState>({ ...(await store.read(userId)), parts: {}, retryAt: undefined, isLasting: store.isLasting })
  const entries = keepEntries(state, store)
  let sending: { readonly job: string; readonly stop: AbortController } | undefined
  const isThere = (id: string) => state.get().jobs.some((job) => job.id === id)

  async function sendPhoto(photo: Photo, signal: AbortSignal): Promise<string> {
    const onPart = (part: number) => entries.change({ parts: { ...state.get().parts, [photo.id]: part } })
    try {
      const path = await post.upload(photo, { signal, onPart })
      await entries.putPhoto({ ...photo, path })
      return path
    } catch (error) {
      if (!mayPass(error) && !isSignedOut(error)) await entries.putPhoto({ ...photo, problem: sentenceOf(error) })
      throw error
    } finally {
      const { [photo.id]: _sent, ...parts } = state.get().parts
      entries.change({ parts })
    }
  }
  async function sendJob(job: Job): Promise<void> {
    if (!(await store.hasJob(job.id))) return entries.remove({ photos: job.photoIds ?? [], jobs: [job.id] })
    if (job.kind === 'help' && now() - job.at > HELP_LASTS) return entries.putJob({ ...job, problem: helpTooLate })
    const stop = new AbortController()
    if (job.kind === 'submit') sending = { job: job.id, stop }
    const paths = [...(job.keep ?? [])]
    for (const id of job.photoIds ?? []) {
      const photo = state.get().photos.find((each) => each.id === id)
      if (photo) paths.push(photo.path ?? (await sendPhoto(photo, stop.signal)))
      if (stop.signal.aborted) return
    }
    await post.send(job, paths)
    await post.afterSent().catch(() => undefined)
    await entries.remove({ photos: job.photoIds ?? [], jobs: [job.id] })
  }
  async function judge(job: Job, error: unknown): Promise<Verdict> {
    if (!isThere(job.id)) return 'done'
    if (isSignedOut(error)) return 'hold'
    if (mayPass(error)) return 'again'
    await noteRefusal(entries, state.get(), job, error)
    return 'done'
  }
  const waits = new Map<string, number>()
  const laneFor = (name: string, isMine: (job: Job) => boolean) =>
    createLane<Job>({
      next: () => state.get().jobs.find((job) => isMine(job) && job.problem === undefined),
      work: sendJob,
      failed: judge,
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
    if (sending?.job === jobId) sending.stop.abort()
  }
  async function enqueue(part: Pick<Job, 'resultId' | 'kind' | 'content' | 'keep' | 'photoIds'>): Promise<void> {
    const old = state.get().jobs.filter((job) => job.resultId === part.resultId && job.kind === part.kind)
    await entries.remove({ jobs: old.map(({ id }) => id) })
    await entries.putJob({ ...part, id: newId(), userId, at: now() })
    wake()
  }
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
    close: () => lanes.forEach((lane) => lane.stop()),
  }
}
