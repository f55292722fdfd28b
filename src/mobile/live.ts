import { openFeed, type Feed, type FeedState } from '../feed/connection.ts'
import { call } from './call.ts'
import { mobileToken, tokenRefused } from './login/login-state.ts'
import { observable, type Observable } from './observable.ts'

export type LineState = FeedState

/** The connection on which the server reports changes. */
export interface Live {
  readonly state: Observable<LineState>
  /** Connect again after its login has ended. */
  reopen(): void
  close(): void
}

export interface LiveOptions {
  readonly userId: string
  /** Something of this student changed, or may have. */
  onChange(): void
  /** The connection is back after a break. */
  onBack(): void
}

/** Follow what happens to a student's own rows. */
export function watchLive({ userId, onChange, onBack }: LiveOptions): Live {
  const state = observable<LineState>('connecting')
  let told: FeedState = 'connecting'
  /** The telephone knows that the network is gone before a request fails. */
  const show = () => state.set(navigator.onLine || told === 'ended' ? told : 'offline')
  window.addEventListener('online', show)
  window.addEventListener('offline', show)
  const open = (): Feed =>
    openFeed({
      userId,
      topics: [`user:${userId}`],
      readToken: () => mobileToken() ?? null,
      fetchJson: async (path) => (await call('GET', path)).result,
      onMessage: (message) => {
        if (message.cmd !== 'refused') onChange()
      },
      onState(next, reason) {
        const wasAway = told === 'offline'
        told = next
        show()
        if (next === 'ended') tokenRefused(mobileToken(), reason || '登录已失效，请重新登录')
        else if (wasAway && (next === 'live' || next === 'polling')) onBack()
      },
    })
  let feed = open()
  return {
    state,
    reopen() {
      if (told !== 'ended') return
      told = 'connecting'
      show()
      feed = open()
    },
    close() {
      window.removeEventListener('online', show)
      window.removeEventListener('offline', show)
      feed.close()
    },
  }
}
