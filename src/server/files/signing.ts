import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const STEP = 5 * 60_000

/** Signs addresses of files for one user and a short time. */
export interface Signer {
  /** The address of a file for this user; it lives five to ten minutes, and is the same within five so that browsers can cache. */
  address(path: string, userId: string): string
  /** The same below `/api/sys/common/static/`, as rows carry it to other front ends. */
  suffix(path: string, userId: string): string
  /** The user that a query was signed for, when it is right for this path and still alive. */
  userOf(path: string, query: Readonly<Record<string, unknown>>): string | undefined
}

/** The server's secret: made once, kept in the data folder, readable by its owner alone. */
function secretIn(dataDir: string): Buffer {
  const place = join(dataDir, 'file-secret')
  if (!existsSync(place)) {
    mkdirSync(dataDir, { recursive: true })
    writeFileSync(place, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' })
  }
  return Buffer.from(readFileSync(place, 'utf8').trim(), 'base64url')
}

/** A signer with the data folder's secret. */
export function createSigner(dataDir: string, now: () => number = Date.now): Signer {
  const secret = secretIn(dataDir)
  const sign = (path: string, userId: string, expires: string): string =>
    createHmac('sha256', secret)
      .update(JSON.stringify([path, userId, expires]))
      .digest('base64url')
  const suffix = (path: string, userId: string): string => {
    const expires = String((Math.floor(now() / STEP) + 2) * STEP)
    const query = new URLSearchParams({ user: userId, expires, signature: sign(path, userId, expires) })
    return `${path.split('/').map(encodeURIComponent).join('/')}?${query}`
  }
  return {
    suffix,
    address: (path, userId) => `/api/sys/common/static/${suffix(path, userId)}`,
    userOf(path, { user, expires, signature }) {
      if (typeof user !== 'string' || typeof expires !== 'string' || typeof signature !== 'string') return undefined
      if (!/^\d{13}$/.test(expires) || Number(expires) < now()) return undefined
      const wanted = Buffer.from(sign(path, user, expires))
      const given = Buffer.from(signature)
      return wanted.length === given.length && timingSafeEqual(wanted, given) ? user : undefined
    },
  }
}
