import { forgetLogin, onLoginChangedElsewhere, readLogin, saveLogin, type LoginRecord } from '../../client/signed-in/login-record.ts'
import { observable } from '../observable.ts'

/** The login of this browser, which is also the back-office's. */
export interface MobileLoginState {
  readonly login: LoginRecord | undefined
  /** The server's sentence, once it no longer accepts the token. The page stays until somebody signs in again. */
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

/** Signs in, for this page and for the next time it is opened. */
export function keepLogin(login: LoginRecord): void {
  saveLogin(login)
  loginState.set({ login })
}

export function dropLogin(): void {
  forgetLogin()
  loginState.set({ login: undefined })
}
