import { call, isSignedOut, callErrorSentence } from '../call.ts'
import { observable, type Observable } from '../observable.ts'
import type { Lesson } from './lesson.ts'
import { readStoredLessons, type StoredLessons } from './stored-lessons.ts'

export interface LessonState extends StoredLessons {
  readonly problem: string | undefined
}

export interface LessonStore {
  readonly state: Observable<LessonState>
  /** Reads the sessions again. If it is called while reading, it reads once more afterwards. Fails if they cannot be read. */
  refresh(): Promise<void>
}

const keyOf = (userId: string): string => `shiyan.student.lessons.${userId}`

function keep(userId: string, kept: StoredLessons, storage: Storage): void {
  try {
    storage.setItem(keyOf(userId), JSON.stringify(kept))
  } catch {
    // If the storage is full, only the sessions shown without a network are lost.
  }
}

/** A student's sessions; those read last are also available without a network. */
export function lessonStore(userId: string, storage: Storage = localStorage): LessonStore {
  const state = observable<LessonState>({ ...readStoredLessons(storage.getItem(keyOf(userId))), problem: undefined })
  let running: Promise<void> | undefined
  let following: Promise<void> | undefined

  async function read(): Promise<void> {
    try {
      const { result, timestamp } = await call<readonly Lesson[]>('GET', '/inspect/bhInspectionResult/mySessions')
      const kept = { lessons: result, readAt: Date.now(), clockAhead: timestamp - Date.now() }
      keep(userId, kept, storage)
      state.set({ ...kept, problem: undefined })
    } catch (error) {
      if (!isSignedOut(error)) state.set({ ...state.get(), problem: callErrorSentence(error) })
      throw error
    } finally {
      running = undefined
    }
  }
  function refresh(): Promise<void> {
    if (!running) return (running = read())
    following ??= running
      .catch(() => undefined)
      .then(() => {
        following = undefined
        return refresh()
      })
    return following
  }
  return { state, refresh }
}
