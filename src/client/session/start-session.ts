import type { LoginRecord } from './login-record.ts'

/** Ask for the menu and the dictionaries while the shell's chunk is still loading. */
export function startSession(login: LoginRecord): void {
  import('./session-calls.ts').then((calls) => calls.preloadSession(login)).catch(() => undefined)
}
