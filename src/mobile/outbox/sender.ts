import { isSignedOut, mayPassLater, Refusal, callErrorSentence } from '../call.ts'
import type { EntryStore, Job, StoredPhoto } from './entries.ts'
import type { KeptEntries } from './kept-entries.ts'
import type { Verdict } from './lane.ts'

/** How the outbox reaches the server. */
export interface Post {
  upload(photo: StoredPhoto, options: { signal: AbortSignal; onPart(part: number): void }): Promise<string>
  send(job: Job, paths: readonly string[]): Promise<void>
  /** Called after the server accepted a job: shows the result before the entry is removed. */
  afterSent(): Promise<void>
}

/** A call for help that could not be sent for this long would arrive when nobody needs it any more. */
const HELP_LASTS = 15 * 60_000
const helpTooLate = '求助未能及时送出，请重新求助'
const photoGone = '有照片已不在本机，请检查照片后重新提交'

/** Sends one job after the other to the server. */
export interface Sender {
  send(job: Job): Promise<void>
  /** What to do after a job failed; a refusal is kept with the job. */
  verdictOn(job: Job, error: unknown): Promise<Verdict>
  /** Break off this job's upload, if it is on its way. */
  stop(jobId: string): void
}

export interface SenderOptions {
  readonly entries: KeptEntries
  readonly store: EntryStore
  readonly post: Post
  readonly now: () => number
}

/** Records a refusal: stores its sentence, and lets photos be sent again that the server no longer has. */
async function noteRefusal(entries: KeptEntries, job: Job, error: unknown): Promise<void> {
  const details = error instanceof Refusal ? error.details : undefined
  const lostFiles = typeof details === 'object' && details !== null && 'filePaths' in details
  for (const photo of entries.state.get().photos) {
    if (!lostFiles || !job.photoIds?.includes(photo.id)) continue
    const { path: _lost, ...rest } = photo
    await entries.putPhoto(rest)
  }
  await entries.putJob({ ...job, problem: callErrorSentence(error) })
}

/** One tab at a time, if the browser and the address (https) support locks; elsewhere the idempotency key prevents doing it twice. */
function alone(name: string, work: () => Promise<void>): Promise<void> {
  const locks: LockManager | null | undefined = navigator.locks
  return locks ? locks.request(`shiyan.student.${name}`, work) : work()
}

export function createSender({ entries, store, post, now }: SenderOptions): Sender {
  const { state } = entries
  let sending: { readonly job: string; readonly stop: AbortController } | undefined

  async function sendPhoto(photo: StoredPhoto, signal: AbortSignal): Promise<string> {
    const onPart = (part: number) => entries.change({ parts: { ...state.get().parts, [photo.id]: part } })
    try {
      const path = await post.upload(photo, { signal, onPart })
      signal.throwIfAborted()
      await entries.putPhoto({ ...photo, path })
      return path
    } catch (error) {
      if (!signal.aborted && !mayPassLater(error) && !isSignedOut(error))
        await entries.putPhoto({ ...photo, problem: callErrorSentence(error) })
      throw error
    } finally {
      const { [photo.id]: _sent, ...parts } = state.get().parts
      entries.change({ parts })
    }
  }
  async function send(job: Job): Promise<void> {
    if (!(await store.hasJob(job.id))) return entries.reload(job.userId)
    if (job.kind === 'help' && now() - job.at > HELP_LASTS) return entries.putJob({ ...job, problem: helpTooLate })
    const stop = new AbortController()
    if (job.kind === 'submit') sending = { job: job.id, stop }
    const paths = [...(job.keep ?? [])]
    for (const id of job.photoIds ?? []) {
      const photo = state.get().photos.find((each) => each.id === id)
      if (!photo) return entries.putJob({ ...job, problem: photoGone })
      paths.push(photo.path ?? (await sendPhoto(photo, stop.signal)))
      if (stop.signal.aborted) return
    }
    await post.send(job, [...new Set(paths)])
    await post.afterSent().catch(() => undefined)
    await entries.remove({ photos: await photosOnlyOf(job), jobs: [job.id] })
  }
  /**
   * The photos of a job that no other job needs, in this tab or another. A job that was taken back while it was being sent may have a
   * successor with the same photos.
   */
  async function photosOnlyOf(job: Job): Promise<string[]> {
    const { jobs } = await store.read(job.userId)
    const named = new Set(jobs.flatMap(({ id, photoIds }) => (id === job.id ? [] : (photoIds ?? []))))
    return (job.photoIds ?? []).filter((id) => !named.has(id))
  }
  async function verdictOn(job: Job, error: unknown): Promise<Verdict> {
    if (!state.get().jobs.some(({ id }) => id === job.id)) return 'done'
    if (isSignedOut(error)) return 'hold'
    if (mayPassLater(error)) return 'again'
    await noteRefusal(entries, job, error)
    return 'done'
  }
  return {
    send: (job) => alone(job.id, () => send(job)),
    verdictOn,
    stop(jobId) {
      if (sending?.job === jobId) sending.stop.abort()
    },
  }
}
