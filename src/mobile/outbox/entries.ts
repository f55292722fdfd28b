/** A photo on this telephone that the server has not yet acknowledged as part of a submission. */
export interface StoredPhoto {
  readonly id: string
  readonly userId: string
  readonly resultId: string
  readonly at: number
  readonly bytes: ArrayBuffer
  /** Where the server keeps it, once it is uploaded. */
  readonly path?: string
  /** Why the server does not accept it. */
  readonly problem?: string
}

/** Something that the student asked for and that the server has not yet acknowledged. Its id is its idempotency key. */
export interface Job {
  readonly id: string
  readonly userId: string
  readonly resultId: string
  readonly kind: 'submit' | 'help' | 'cancelHelp'
  readonly at: number
  /** What is asked for, in the student's words. */
  readonly content?: string
  /** Photos of an earlier submission that stay in this one, by path. */
  readonly keep?: readonly string[]
  /** New photos, in the order in which they were taken. */
  readonly photoIds?: readonly string[]
  /** The server's refusal; the job is not tried again. */
  readonly problem?: string
}

export interface Entries {
  readonly photos: readonly StoredPhoto[]
  readonly jobs: readonly Job[]
}

/** A store in which entries survive a reload and a crash. */
export interface EntryStore {
  /** False when this browser keeps nothing: entries then live only as long as the page. */
  readonly isLasting: boolean
  /** Everything of one student, oldest first. */
  read(userId: string): Promise<Entries>
  putPhoto(photo: StoredPhoto): Promise<void>
  putJob(job: Job): Promise<void>
  /** False if another tab has finished it meanwhile. */
  hasJob(id: string): Promise<boolean>
  /** All of them at once, or none. */
  remove(entries: { readonly photos?: readonly string[]; readonly jobs?: readonly string[] }): Promise<void>
  /** Calls the listener when entries change, in other tabs too; returns a function that stops this. */
  follow(listener: () => void): () => void
}

const byAge = (a: { at: number; id: string }, b: { at: number; id: string }): number => a.at - b.at || a.id.localeCompare(b.id)

/** Of one student, oldest first. */
export const sortedEntries = ({ photos, jobs }: Entries, userId: string): Entries => ({
  photos: photos.filter((photo) => photo.userId === userId).sort(byAge),
  jobs: jobs.filter((job) => job.userId === userId).sort(byAge),
})

/** For browsers that keep nothing, and for tests. */
export function memoryStore(isLasting = false): EntryStore {
  const photos = new Map<string, StoredPhoto>()
  const jobs = new Map<string, Job>()
  const listeners = new Set<() => void>()
  const tell = () => listeners.forEach((listener) => listener())
  return {
    isLasting,
    read: async (userId) => sortedEntries({ photos: [...photos.values()], jobs: [...jobs.values()] }, userId),
    async putPhoto(photo) {
      photos.set(photo.id, photo)
      tell()
    },
    async putJob(job) {
      jobs.set(job.id, job)
      tell()
    },
    hasJob: async (id) => jobs.has(id),
    async remove(gone) {
      for (const id of gone.photos ?? []) photos.delete(id)
      for (const id of gone.jobs ?? []) jobs.delete(id)
      tell()
    },
    follow(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
