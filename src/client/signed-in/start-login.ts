import type { LoginRecord } from './login-record.ts'

/** Ask for the menu and the dictionaries while the shell's chunk is still loading. */
export function startLogin(login: LoginRecord): void {
  import('./login-calls.ts').then((calls) => calls.preloadLogin(login)).catch(() => undefined)
}
