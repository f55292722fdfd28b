import type { FastifyRequest } from 'fastify'
import { NotSignedIn, type Actor } from '../../../engine/server/index.ts'
import { liveKeys } from '../auth/login-rows.ts'
import type { RouteDeps } from '../deps.ts'
import { loginOf } from '../files/signing.ts'

const pathOf = (id: string): string => `announcement/${id}`

/** A token that opens this one announcement, for the login that asks, for five to ten minutes and no longer than the login. */
export function showToken({ signer }: RouteDeps, request: FastifyRequest, id: string): string {
  const query = new URLSearchParams(signer.suffix(pathOf(id), loginOf(request)).split('?')[1])
  return ['user', 'expires', 'signature'].map((name) => query.get(name) ?? '').join('.')
}

/** Whose token it is: one made for this announcement, or, from front ends that have no other, the token of a login. */
export async function readerWith({ signer, logins, engine }: RouteDeps, id: string, token: string): Promise<Actor | undefined> {
  const [user = '', expires = '', signature = ''] = token.split('.')
  const query = { user, expires, signature }
  const owner = signer.userOf(query)
  const keys = owner === undefined ? [logins.keyOf(token)] : await liveKeys(engine.db.read, owner, Date.now())
  const key = owner === undefined ? keys[0] : keys.find((one) => one !== undefined && signer.isSigned(pathOf(id), query, [one]))
  if (key === undefined) return undefined
  try {
    return await logins.actorOf(key)
  } catch (error) {
    if (error instanceof NotSignedIn) return undefined
    throw error
  }
}
