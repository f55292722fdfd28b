import type { Reader } from '../../../engine/server/index.ts'

/** Logins as the family's pages count web sessions. */
export interface LoginFigures {
  readonly created: number
  readonly expired: number
  readonly current: number
  readonly most: number
}

const KEPT = 3000

const countOf = async (asked: Promise<{ count: number } | undefined>): Promise<number> => (await asked)?.count ?? 0

/** Counts logins, at most once in three seconds however many pages ask; the peak is the one that this node has seen. */
export function loginFigures(db: Reader): () => Promise<LoginFigures> {
  let most = 0
  let known: { readonly at: number; readonly figures: Promise<LoginFigures> } | undefined
  const read = async (now: number): Promise<LoginFigures> => {
    const sessions = db.selectFrom('sys_session').select((e) => e.fn.countAll<number>().as('count'))
    const done = db.selectFrom('sys_login_log').select((e) => e.fn.countAll<number>().as('count'))
    const [created, expired, current] = await Promise.all([
      countOf(done.where('kind', '=', 'login').where('ok', '=', 1).executeTakeFirst()),
      countOf(sessions.where('expires', '<=', now).executeTakeFirst()),
      countOf(sessions.where('expires', '>', now).where('ended', 'is', null).executeTakeFirst()),
    ])
    most = Math.max(most, current)
    return { created, expired, current, most }
  }
  return () => {
    const now = Date.now()
    if (!known || now - known.at > KEPT) known = { at: now, figures: read(now) }
    return known.figures
  }
}
