import { observable } from './observable.ts'

const HOME = '/m'

/** What is shown: the sessions, one item, or one of its photos large. */
export interface Route {
  readonly itemId?: string
  /** Which photo of the item, counted from 0. */
  readonly photo?: number
}

/** What the address asks for; anything unknown is the first page. */
export function readRoute({ pathname, search }: Pick<Location, 'pathname' | 'search'>): Route {
  const itemId = /^\/m\/item\/([^/]+)\/?$/.exec(pathname)?.[1]
  if (!itemId) return {}
  const photo = new URLSearchParams(search).get('photo')
  return { itemId: decodeURIComponent(itemId), ...(photo && /^\d+$/.test(photo) ? { photo: Number(photo) } : {}) }
}

export function addressOf({ itemId, photo }: Route): string {
  if (itemId === undefined) return HOME
  return `${HOME}/item/${encodeURIComponent(itemId)}${photo === undefined ? '' : `?photo=${photo}`}`
}

export const route = observable<Route>(readRoute(window.location))
window.addEventListener('popstate', () => route.set(readRoute(window.location)))

/** Show something else; the telephone's back key returns from it. */
export function go(to: Route): void {
  window.history.pushState({ inside: true }, '', addressOf(to))
  route.set(to)
}

/** Go where the back key would lead, or to `to` if the page was opened by its address. */
export function goBack(to: Route): void {
  const state: unknown = window.history.state
  if (typeof state === 'object' && state !== null && 'inside' in state) window.history.back()
  else {
    window.history.replaceState(null, '', addressOf(to))
    route.set(to)
  }
}

/** Go to the first page, where the next student begins. */
export function goHome(): void {
  window.history.replaceState(null, '', HOME)
  route.set({})
}
