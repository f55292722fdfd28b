import { forgetLogin, onLoginChangedElsewhere, readLogin, saveLogin, type LoginRecord } from '../../client/signed-in/login-record.ts'
import { observable } from '../observable.ts'

/** Who is signed in in this browser: the same login as the back-office's. */
export interface MobileLoginState {
  readonly login: LoginRecord | undefined
  /** The server's sentence, once it no longer takes the token. What was shown stays until somebody signs in again. */
  readonly expired?: string
}

export const loginState = observable<MobileLoginState>({ login: readLogin() })

onLoginChangedElsewhere(() => loginState.set({ login: readLogin() }))

export const mobileToken = (): string | undefined => loginState.get().login?.token

/** A late answer to an earlier token says nothing about the present one. */
export function tokenRefused(token: string | undefined, message: string): void {
  const { login } = loginState.get()
  if (login && login.token === token) loginState.set({ login, expired: message })
}

/** Signed in: for this page, and for the next time it is opened. */
export function keepLogin(login: LoginRecord): void {
  saveLogin(login)
  loginState.set({ login })
}

export function dropLogin(): void {
  forgetLogin()
  loginState.set({ login: undefined })
}
