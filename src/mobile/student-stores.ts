import { callServer, uploadPhoto } from './call.ts'
import { watchLive, type Live } from './live.ts'
import { loginState } from './login/login-state.ts'
import { lessonStore, type LessonStore } from './lessons/lesson-store.ts'
import { openEntryStore } from './outbox/indexed-store.ts'
import { openOutbox, type Outbox } from './outbox/outbox.ts'
import type { Job } from './outbox/entries.ts'

/** Everything behind the pages of one student: what they see, what they send, and the connection to the server. */
export interface StudentStores {
  readonly userId: string
  readonly lessons: LessonStore
  readonly outbox: Outbox
  readonly live: Live
  close(): void
}

/** Also works on pages that are not served over https, where randomUUID is missing. */
const newId = (): string => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')

const base = '/inspect/bhInspectionResult'

function send({ id: key, kind, resultId: id, content }: Job, paths: readonly string[]) {
  if (kind === 'submit') return callServer(`${base}/submit`, { id, filePaths: paths.join(',') }, key)
  return kind === 'help' ? callServer(`${base}/help`, { id, content }, key) : callServer(`${base}/cancelHelp`, { id }, key)
}

/** Open the stores of a student; whatever was left unsent is sent at once. */
export async function openStudentStores(userId: string): Promise<StudentStores> {
  const lessons = lessonStore(userId)
  const refresh = () => lessons.refresh().catch(() => undefined)
  const outbox = await openOutbox({
    userId,
    store: await openEntryStore(),
    newId,
    post: {
      upload: ({ id, bytes }, options) =>
        uploadPhoto(new Blob([bytes], { type: 'image/jpeg' }), { name: `${id.slice(0, 8)}.jpg`, ...options }),
      send: async (job, paths) => void (await send(job, paths)),
      afterSent: () => lessons.refresh(),
    },
  })
  const resume = () => {
    outbox.wake()
    void refresh()
  }
  const live = watchLive({ userId, onChange: () => void refresh(), onBack: resume })
  const look = () => {
    if (document.visibilityState === 'visible') resume()
  }
  const signedInAgain = () => {
    const { login, expired } = loginState.get()
    if (login?.user.id !== userId || expired !== undefined) return
    live.reopen()
    resume()
  }
  const unfollow = loginState.subscribe(signedInAgain)
  window.addEventListener('online', resume)
  document.addEventListener('visibilitychange', look)
  void refresh()
  return {
    userId,
    lessons,
    outbox,
    live,
    close() {
      unfollow()
      window.removeEventListener('online', resume)
      document.removeEventListener('visibilitychange', look)
      live.close()
      outbox.close()
    },
  }
}
