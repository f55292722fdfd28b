import { setTimeout as pause } from 'node:timers/promises'
import { TooMany, type Reader } from '../../../engine/server/index.ts'
import { failuresOf, LONGEST_NAME, standingOf, type Standing } from './login-log.ts'

/** Wrong passwords in ten minutes that are forgiven, by what they are counted for. */
const FORGIVEN = { pair: 5, account: 20, address: 60 }
/** Beyond that, tries of strangers on the account or from the address: ten in ten seconds, the others wait for their turn so long. */
const CROWD = 10
const CROWD_WINDOW = 10_000
const LONGEST_WAIT = 15_000
const LOOK_AGAIN = 500
const locked = '该用户登录失败次数过多，请于10分钟后再次登录！'
const crowded = '登录尝试过于频繁，请稍后再试！'

/** Holds back who guesses passwords. */
export interface Throttle {
  /** Refuses (429) when there were too many wrong passwords from this address for this account. */
  ask(ip: string, username: string): Promise<void>
  /** Let a try begin when it is its turn; call what it answers once the outcome is in the log. */
  enter(ip: string, username: string): Promise<() => void>
}

interface ThrottleOptions {
  /** For tests. */
  readonly now?: () => number
  readonly sleep?: (milliseconds: number) => Promise<unknown>
}

/** Tries that are being checked and stand in no log yet: many at once count as many. */
class UnderWay {
  readonly #counts = new Map<string, number>()

  count(key: string): number {
    return this.#counts.get(key) ?? 0
  }

  add(key: string, by: 1 | -1): void {
    const count = this.count(key) + by
    if (count > 0) this.#counts.set(key, count)
    else this.#counts.delete(key)
  }
}

/**
 * More than five wrong passwords from one address for one account lock that pair for ten minutes. Guessing from many
 * addresses, or over many accounts, is slowed down for strangers and refuses nobody who has time: whoever signed in to
 * the account from the address lately passes by. Wrong passwords are counted in the log, so all nodes count as one.
 */
export function createThrottle(db: Reader, { now = Date.now, sleep = pause }: ThrottleOptions = {}): Throttle {
  const underWay = new UnderWay()
  const isCrowded = (failures: readonly number[], forgiven: number, earlier: number): boolean =>
    failures.length + earlier > forgiven && failures.filter((at) => at > now() - CROWD_WINDOW).length + earlier >= CROWD
  const keysOf = (ip: string, username: string) => ({
    pair: `pair ${ip} ${username}`,
    account: `account ${username}`,
    address: `address ${ip}`,
  })

  return {
    async ask(ip, name) {
      if ((await failuresOf(db, { ip, username: name.slice(0, LONGEST_NAME), at: now() })) > FORGIVEN.pair) throw new TooMany(locked)
    },
    async enter(ip, name) {
      const username = name.slice(0, LONGEST_NAME)
      const keys = keysOf(ip, username)
      const earlier = { pair: underWay.count(keys.pair), account: underWay.count(keys.account), address: underWay.count(keys.address) }
      for (const key of Object.values(keys)) underWay.add(key, 1)
      const leave = () => {
        for (const key of Object.values(keys)) underWay.add(key, -1)
      }
      const mayGo = ({ pair, isKnown, account, address }: Standing): boolean => {
        if (pair + earlier.pair > FORGIVEN.pair) throw new TooMany(locked)
        return isKnown || !(isCrowded(account, FORGIVEN.account, earlier.account) || isCrowded(address, FORGIVEN.address, earlier.address))
      }
      try {
        for (const since = now(); !mayGo(await standingOf(db, { ip, username, at: now() }));) {
          if (now() - since > LONGEST_WAIT) throw new TooMany(crowded)
          earlier.account = Math.min(earlier.account, underWay.count(keys.account) - 1)
          earlier.address = Math.min(earlier.address, underWay.count(keys.address) - 1)
          await sleep(LOOK_AGAIN)
        }
      } catch (error) {
        leave()
        throw error
      }
      return leave
    },
  }
}
