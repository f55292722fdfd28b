import type { ServerSettings } from '../deps.ts'

/** The ways to sign in beside the password that pages opened under this host may offer; passkeys belong to one host. */
export function signInWays({ publicUrl }: ServerSettings, host: string): readonly string[] {
  return host === new URL(publicUrl).host ? ['passkey'] : []
}
