import { home, loginPath } from '../product.ts'

interface Place {
  readonly pathname: string
  readonly search: string
}

/** The login page's address, remembering where to come back to. */
export function loginAddress(from: Place): string {
  const back = from.pathname + from.search
  if (back === '/' || back === home || from.pathname === loginPath) return loginPath
  return `${loginPath}?redirect=${encodeURIComponent(back)}`
}

/** Where to go after a login. Only addresses of this site count, so no link can send a user elsewhere. */
export function returnAddress(search: string): string {
  const asked = new URLSearchParams(search).get('redirect')
  if (!asked || !/^\/(?![/\\])/.test(asked) || asked.startsWith(loginPath)) return home
  return asked
}
