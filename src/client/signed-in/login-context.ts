import { createContext, useContext } from 'react'
import type { LoginRecord } from './login-record.ts'

export interface LoginState {
  readonly login: LoginRecord | undefined
  /** What the server says about a token that it no longer accepts. */
  readonly expired: string | undefined
  /** The login in the new role, after another tab of this browser switched roles; this page still shows the previous role. */
  readonly elsewhere: LoginRecord | undefined
  /** Begin or change the login (a role or department was chosen). */
  keep(login: LoginRecord): void
  /** Forget the login in this browser; the server is told when `tell` is set. */
  leave(options?: { tell: boolean }): void
  notify(kind: 'success' | 'warning' | 'error', title: string, text?: string): void
}

const LoginContext = createContext<LoginState | undefined>(undefined)
export const LoginProvider = LoginContext.Provider

/** The login and what may be done with it. */
export function useLogin(): LoginState {
  const state = useContext(LoginContext)
  if (!state) throw new Error('useLogin needs a LoginProvider above it')
  return state
}

/** The login on pages that are shown only to someone signed in. */
export function useSignedIn(): LoginState & { readonly login: LoginRecord } {
  const state = useLogin()
  if (!state.login) throw new Error('this page needs a login')
  return { ...state, login: state.login }
}
