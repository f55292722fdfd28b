import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { networkOf, TooMany, type Reader } from '../../../engine/server/index.ts'
import { failuresOf, isKnown, LONGEST_NAME, wrongTries } from './login-log.ts'
import { ownTries, type TriesUnderWay } from './short-lived/tries-under-way.ts'

/** How many wrong passwords in ten minutes are allowed: for an account from one address, for an account, from an address. */
const FORGIVEN = { pair: 5, account: 20, address: 60 }
/** Beyond that, an account or an address allows unknown clients ten tries in ten seconds; the others wait for their turn, up to `LONGEST_WAIT`. */
const CROWD = 10
const CROWD_WINDOW = 10_000
const LONGEST_WAIT = 15_000
const LOOK_AGAIN = 500
/** How many tries may be under way at once; more could not get their turn in time. */
const MOST_AT_ONCE = { account: 100, address: 300 }
const locked = '该用户登录失败次数过多，请于10分钟后再次登录！'
const crowded = '登录尝试过于频繁，请稍后再试！'

const crowds = ['account', 'address'] as const
type Crowd = (typeof crowds)[number]

/** Slows down password guessing. */
export interface Throttle {
  /** Refuses (429) when there were too many wrong passwords from this address for this account. */
  ask(ip: string, username: string): Promise<void>
  /** Wait until it is this try's turn; call the returned function once the outcome is in the log. */
  enter(ip: string, username: string): Promise<() => void>
}

interface ThrottleOptions {
  /** Where tries are counted that are being checked. */
  readonly tries?: TriesUnderWay
  /** For tests. */
  readonly now?: () => number
  readonly sleep?: (milliseconds: number) => Promise<unknown>
}

/** What the log says about an account or an address: read once for everyone who waits for it, and again when one of them is done. */
class Looks {
  readonly #read = new Map<string, { readonly at: number; readonly times: Promise<readonly number[]> }>()

  times(key: string, at: number, read: () => Promise<readonly number[]>): Promise<readonly number[]> {
    const cached = this.#read.get(key)
    if (cached && at - cached.at < LOOK_AGAIN) return cached.times
    const times = read()
    this.#read.set(key, { at, times })
    return times
  }

  forget(key: string): void {
    this.#read.delete(key)
  }
}

/**
 * More than five wrong passwords from one address for one account lock that pair for ten minutes. Guessing from many
 * addresses, or over many accounts, only slows down unknown clients: anyone who recently signed in to the account from
 * the same address passes at once. Wrong passwords are counted in the log, so all nodes share one count whatever becomes of Redis.
 */
export function createThrottle(db: Reader, { tries = ownTries(), now = Date.now, sleep = pause }: ThrottleOptions = {}): Throttle {
  const looks = new Looks()
  const isCrowded = (failures: readonly number[], forgiven: number, earlier: number): boolean =>
    failures.length + earlier > forgiven && failures.filter((at) => at > now() - CROWD_WINDOW).length + earlier >= CROWD
  const refuseLocked = async (ip: string, username: string, earlier = 0): Promise<void> => {
    if ((await failuresOf(db, { ip, username, at: now() })) + earlier > FORGIVEN.pair) throw new TooMany(locked)
  }

  /** Wait until neither the account nor the address is crowded; answers whether there was a wait. */
  async function waitForTurn(
    { ip, username }: { ip: string; username: string },
    keys: Record<Crowd, string>,
    earlier: Record<Crowd, number>,
  ) {
    const since = now()
    const isStill = async (crowd: Crowd): Promise<boolean> => {
      const by = crowd === 'account' ? { username, at: now() } : { ip, at: now() }
      return isCrowded(await looks.times(keys[crowd], now(), () => wrongTries(db, by)), FORGIVEN[crowd], earlier[crowd])
    }
    const order = [...crowds]
    for (;;) {
      let found: Crowd | undefined
      for (const crowd of order) if (!found && (await isStill(crowd))) found = crowd
      if (!found) return now() > since
      // Look first at what held this try up: the others who wait for it have looked already.
      order.sort((one, other) => Number(other === found) - Number(one === found))
      if (now() - since > LONGEST_WAIT) throw new TooMany(crowded)
      await sleep(LOOK_AGAIN)
      for (const each of crowds) earlier[each] = Math.min(earlier[each], (await tries.count(keys[each])) - 1)
    }
  }

  return {
    ask: (from, name) => refuseLocked(networkOf(from), name.slice(0, LONGEST_NAME)),
    async enter(from, name) {
      const ip = networkOf(from)
      const username = name.slice(0, LONGEST_NAME)
      const keys = { pair: `pair ${ip} ${username}`, account: `account ${username}`, address: `address ${ip}` }
      const counted = [
        { key: keys.pair, most: MOST_AT_ONCE.account },
        { key: keys.account, most: MOST_AT_ONCE.account },
        { key: keys.address, most: MOST_AT_ONCE.address },
      ]
      const id = randomUUID()
      const before = await tries.enter(id, counted)
      if (!before) throw new TooMany(crowded)
      const [pair = 0, account = 0, address = 0] = before
      const earlier = { pair, account, address }
      const leave = () => {
        tries.leave(id, counted)
        for (const { key } of counted) looks.forget(key)
      }
      try {
        await refuseLocked(ip, username, earlier.pair)
        if (await isKnown(db, { ip, username, at: now() })) return leave
        if (await waitForTurn({ ip, username }, keys, earlier)) await refuseLocked(ip, username, earlier.pair)
      } catch (error) {
        leave()
        throw error
      }
      return leave
    },
  }
}
