import { useSyncExternalStore } from 'react'

/** The addresses of the sign-in family beside the login itself. */
export const familyPaths = {
  register: '/user/register',
  result: '/user/register-result',
  recover: '/user/alteration',
  password: '/user/password',
  /** Where providers send the browser back to that stands inside their own application. */
  landing: '/oauth2-app/login',
} as const

type FamilyPath = (typeof familyPaths)[keyof typeof familyPaths]
const paths: ReadonlySet<string> = new Set(Object.values(familyPaths))
export const isFamilyPath = (path: string): path is FamilyPath => paths.has(path)

function listen(react: () => void): () => void {
  window.addEventListener('popstate', react)
  return () => window.removeEventListener('popstate', react)
}

/** The present path; pages of the family have no router. */
export const usePath = (): string => useSyncExternalStore(listen, () => window.location.pathname)

/** Show another page of the family. */
export function goTo(address: string, how: 'pushState' | 'replaceState' = 'pushState'): void {
  window.history[how](null, '', address)
  window.dispatchEvent(new PopStateEvent('popstate'))
}

/** What a new account is filled in with at the login. It stays in this page's memory: a password has no place in an address. */
let carried = { username: '', password: '' }
export const carry = (credentials: { username: string; password: string }): void => void (carried = credentials)
export const carriedCredentials = (): { username: string; password: string } => carried
