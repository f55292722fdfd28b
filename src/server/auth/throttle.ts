import { TooMany } from '../../../engine/server/index.ts'

const WINDOW = 10 * 60_000
const MOST_KEYS = 50_000
/** Failures in ten minutes that are still forgiven, by what they are counted for. */
const forgiven = { pair: 5, account: 20, address: 60 }
const sentence = '该用户登录失败次数过多，请于10分钟后再次登录！'

/** Counts tries to sign in that did not succeed. */
export interface Throttle {
  /** Refuses (429) when there were too many failures for this address and account. */
  ask(ip: string, username: string): void
  /** Ask, and count a try as failed until it has passed: many tries at once count as many. */
  enter(ip: string, username: string): void
  /** The password was right: the try was no failure, and earlier ones of this pair are forgiven. */
  passed(ip: string, username: string): void
}

/**
 * More than five failures from one address for one account lock that pair for ten minutes. Guessing from many
 * addresses meets the wider limit of the account, guessing over many accounts that of the address; the account's
 * limit is wider so that a stranger cannot lock somebody out with five tries.
 */
export function createThrottle(now: () => number = Date.now): Throttle {
  const failures = new Map<string, number[]>()
  const recent = (key: string): number[] => (failures.get(key) ?? []).filter((at) => at > now() - WINDOW)
  const limits = (ip: string, username: string) =>
    [
      [`pair ${ip} ${username}`, forgiven.pair],
      [`account ${username}`, forgiven.account],
      [`address ${ip}`, forgiven.address],
    ] as const
  const keep = (key: string, list: number[]): void => {
    failures.delete(key)
    if (list.length > 0) failures.set(key, list.slice(-forgiven.address - 1))
    for (const oldest of failures.keys()) {
      if (failures.size <= MOST_KEYS) break
      failures.delete(oldest)
    }
  }
  const ask = (ip: string, username: string): void => {
    for (const [key, limit] of limits(ip, username)) if (recent(key).length > limit) throw new TooMany(sentence)
  }
  return {
    ask,
    enter(ip, username) {
      ask(ip, username)
      for (const [key] of limits(ip, username)) keep(key, [...recent(key), now()])
    },
    passed(ip, username) {
      failures.delete(`pair ${ip} ${username}`)
      for (const key of [`account ${username}`, `address ${ip}`]) keep(key, recent(key).slice(0, -1))
    },
  }
}
