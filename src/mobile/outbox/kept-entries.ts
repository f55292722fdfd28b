import type { Observable } from '../observable.ts'
import type { Entries, EntryStore, Job, StoredPhoto } from './entries.ts'

export interface OutboxState extends Entries {
  /** How much of each photo has been sent, 0 to 1, by its id. */
  readonly parts: Readonly<Record<string, number>>
  /** The time of the next try, while the network is away. */
  readonly retryAt: number | undefined
  readonly isLasting: boolean
}

export interface KeptEntries {
  readonly state: Observable<OutboxState>
  change(part: Partial<OutboxState>): void
  /** Read them again: another tab changed them. */
  reload(userId: string): Promise<void>
  putPhoto(photo: StoredPhoto): Promise<void>
  putJob(job: Job): Promise<void>
  remove(gone: { readonly photos?: readonly string[]; readonly jobs?: readonly string[] }): Promise<void>
}

const without = <T extends { readonly id: string }>(list: readonly T[], ids: readonly string[]): T[] =>
  list.filter(({ id }) => !ids.includes(id))
const withOne = <T extends { readonly id: string }>(list: readonly T[], one: T): T[] =>
  list.some(({ id }) => id === one.id) ? list.map((each) => (each.id === one.id ? one : each)) : [...list, one]

/** The entries in memory and in the store, changed together: first in the store, where they last. */
export function keepEntries(state: Observable<OutboxState>, store: EntryStore): KeptEntries {
  const change = (part: Partial<OutboxState>) => state.set({ ...state.get(), ...part })
  let writes = 0
  /** If this tab wrote while it was reading, the result may lack what it wrote, so it reads once more. */
  async function reload(userId: string): Promise<void> {
    const before = writes
    const read = await store.read(userId)
    if (before === writes) change(read)
    else await reload(userId)
  }
  return {
    state,
    change,
    reload,
    async putPhoto(photo: StoredPhoto) {
      writes++
      await store.putPhoto(photo)
      change({ photos: withOne(state.get().photos, photo) })
    },
    async putJob(job: Job) {
      writes++
      await store.putJob(job)
      change({ jobs: withOne(state.get().jobs, job) })
    },
    async remove({ photos = [], jobs = [] }) {
      writes++
      await store.remove({ photos, jobs })
      const entries = state.get()
      change({ photos: without(entries.photos, photos), jobs: without(entries.jobs, jobs) })
    },
  }
}
