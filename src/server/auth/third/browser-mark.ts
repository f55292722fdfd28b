import { hash, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

const NAME = 'third_login'
const MARK = /(?:^|;\s*)third_login=([A-Za-z0-9_-]{43})(?:;|$)/
const LIFETIME_SECONDS = 30 * 60

const markIn = (request: FastifyRequest): string | undefined => MARK.exec(request.headers.cookie ?? '')?.[1]

const hashOf = (mark: string): string => hash('sha256', mark, 'base64url')

/**
 * Marks the browser that begins to sign in at another provider, so that nobody can end in another browser what they began in their own:
 * a link that signs its reader in as somebody else. It opens nothing by itself.
 */
export function markBrowser(request: FastifyRequest, reply: FastifyReply, isSecure: boolean): string {
  const mark = markIn(request) ?? randomBytes(32).toString('base64url')
  const flags = `Path=/api/sys; Max-Age=${LIFETIME_SECONDS}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
  void reply.header('set-cookie', `${NAME}=${mark}; ${flags}`)
  return hashOf(mark)
}

/** What a request's browser was marked with; empty if it was not. */
export function browserOf(request: FastifyRequest): string {
  const mark = markIn(request)
  return mark === undefined ? '' : hashOf(mark)
}
