import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { wantsPaths } from '../../../engine/server/index.ts'
import { keyOfRequest } from '../auth/login-rows.ts'

const STEP = 5 * 60_000

type Query = Readonly<Record<string, unknown>>

/** A login; `key` stands for its token. */
interface Login {
  readonly userId: string
  readonly key: string
}

/** The login of a request that has passed the access check: that of its owner, in whoever's name they look. */
export const loginOf = (request: FastifyRequest): Login => ({
  userId: request.actor.onlyLooks?.by.id ?? request.actor.id,
  key: keyOfRequest(request) ?? '',
})

/** A stored path in the form in which this answer carries it: signed, unless the page asks for plain paths. */
export function pathFor(signer: Signer, request: FastifyRequest, { path, login }: { path: string; login: Login }): string {
  return wantsPaths(request) ? path : signer.suffix(path, login)
}

/** Signs addresses of files for one login and a short time. */
export interface Signer {
  /** The address of a file for this login. It is valid for five to ten minutes, and stays the same for five so that browsers can cache. */
  address(path: string, login: Login): string
  /** The signed address below `/api/sys/common/static/`, in the form in which rows carry it to other front ends. */
  suffix(path: string, login: Login): string
  /** The user that a query was signed for, while it is valid. */
  userOf(query: Query): string | undefined
  /** Whether a query was signed for this path and one of these logins. */
  isSigned(path: string, query: Query, keys: readonly string[]): boolean
}

/** A signer with the secret that all nodes have. */
export function createSigner(secret: Buffer, now: () => number = Date.now): Signer {
  const sign = (path: string, key: string, expires: string): string =>
    createHmac('sha256', secret)
      .update(JSON.stringify([path, key, expires]))
      .digest('base64url')
  const suffix = (path: string, { userId, key }: Login): string => {
    const expires = String((Math.floor(now() / STEP) + 2) * STEP)
    const query = new URLSearchParams({ user: userId, expires, signature: sign(path, key, expires) })
    return `${path.split('/').map(encodeURIComponent).join('/')}?${query}`
  }
  return {
    suffix,
    address: (path, login) => `/api/sys/common/static/${suffix(path, login)}`,
    userOf({ user, expires, signature }) {
      if (typeof user !== 'string' || typeof expires !== 'string' || typeof signature !== 'string') return undefined
      return /^\d{13}$/.test(expires) && Number(expires) >= now() ? user : undefined
    },
    isSigned(path, { expires, signature }, keys) {
      const sent = Buffer.from(String(signature))
      return keys.some((key) => {
        const wanted = Buffer.from(sign(path, key, String(expires)))
        return wanted.length === sent.length && timingSafeEqual(wanted, sent)
      })
    },
  }
}
