import { home, loginPath } from '../product.ts'

interface Place {
  readonly pathname: string
  readonly search: string
}

/** No login leads there: to another site, to the login's own address, or to the shorter one by which people look for it. */
const nowhere = /^\/[/\\]|^(\/user)?\/login\b/

/** The login page's address, remembering where to come back to. */
export function loginAddress(from: Place): string {
  const back = from.pathname + from.search
  if (back === '/' || back === home || nowhere.test(from.pathname)) return loginPath
  return `${loginPath}?redirect=${encodeURIComponent(back)}`
}

/** Stands for this site, wherever it runs: an address that leads away from it has another origin. */
const here = 'http://here'

/** Where to go after a login. Only addresses of this site count, parsed as browsers parse them, so no link can send a user elsewhere. */
export function returnAddress(search: string): string {
  const target = new URLSearchParams(search).get('redirect') || home
  const url = URL.canParse(target, here) && new URL(target, here)
  return url && url.origin === here && !nowhere.test(url.pathname) ? url.pathname + url.search + url.hash : home
}
