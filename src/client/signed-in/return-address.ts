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

/** Stands for this site, wherever it runs: an address that leads away from it has another origin. */
const here = 'http://here'

/** Where to go after a login. Only addresses of this site count, parsed as browsers parse them, so no link can send a user elsewhere. */
export function returnAddress(search: string): string {
  const target = new URLSearchParams(search).get('redirect') ?? ''
  if (!target.startsWith('/') || !URL.canParse(target, here)) return home
  const { origin, pathname, search: query, hash } = new URL(target, here)
  if (origin !== here || /^\/[/\\]/.test(pathname) || pathname.startsWith(loginPath)) return home
  return pathname + query + hash
}
