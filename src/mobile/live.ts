import { observable, type Observable } from './observable.ts'

export type LineState = 'connecting' | 'live' | 'polling' | 'offline' | 'ended'

/** The line on which the server tells what changes. */
export interface Live {
  readonly state: Observable<LineState>
  close(): void
}

export interface LiveOptions {
  readonly userId: string
  /** Something of this student changed. */
  onChange(): void
  /** The line is back after it was gone. */
  onBack(): void
}

const EVERY = 20_000

/** Follow what happens to a student's own rows. */
export function watchLive({ onChange, onBack }: LiveOptions): Live {
  const state = observable<LineState>(navigator.onLine ? 'polling' : 'offline')
  const on = () => {
    state.set('polling')
    onBack()
  }
  const off = () => state.set('offline')
  window.addEventListener('online', on)
  window.addEventListener('offline', off)
  const timer = setInterval(onChange, EVERY)
  return {
    state,
    close() {
      clearInterval(timer)
      window.removeEventListener('online', on)
      window.removeEventListener('offline', off)
    },
  }
}
