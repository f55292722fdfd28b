import type { Reader } from '../../../engine/server/index.ts'

/** Logins as the family's pages count web sessions. */
export interface LoginFigures {
  readonly created: number
  readonly expired: number
  readonly current: number
  readonly most: number
}

const KEPT = 3_000
/** How often logins are counted for the peak, whether anybody looks or not. */
const SAMPLED = 60_000

const countOf = async (asked: Promise<{ count: number } | undefined>): Promise<number> => (await asked)?.count ?? 0

/**
 * Counts logins, at most once in three seconds however many pages ask; the peak is the one that this node has seen, which looks once a
 * minute.
 */
export function loginFigures(db: Reader): { read(): Promise<LoginFigures>; close(): void } {
  let most = 0
  let known: { readonly at: number; readonly figures: Promise<LoginFigures> } | undefined
  const sessions = db.selectFrom('sys_session').select((e) => e.fn.countAll<number>().as('count'))
  const countCurrent = async (now: number): Promise<number> => {
    const current = await countOf(sessions.where('expires', '>', now).where('ended', 'is', null).executeTakeFirst())
    most = Math.max(most, current)
    return current
  }
  const count = async (now: number): Promise<LoginFigures> => {
    const done = db.selectFrom('sys_login_log').select((e) => e.fn.countAll<number>().as('count'))
    const [created, expired, current] = await Promise.all([
      countOf(done.where('kind', '=', 'login').where('ok', '=', 1).executeTakeFirst()),
      countOf(sessions.where('expires', '<=', now).executeTakeFirst()),
      countCurrent(now),
    ])
    return { created, expired, current, most }
  }
  // A moment at which the database is away has no logins to count.
  const timer = setInterval(() => void countCurrent(Date.now()).catch(() => undefined), SAMPLED).unref()
  return {
    async read() {
      const now = Date.now()
      if (!known || now - known.at > KEPT) known = { at: now, figures: count(now) }
      const { figures } = known
      try {
        return await figures
      } catch (error) {
        if (known.figures === figures) known = undefined
        throw error
      }
    },
    close: () => clearInterval(timer),
  }
}
