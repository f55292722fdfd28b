import type { ServerSettings } from '../deps.ts'

/**
 * The ways to sign in beside the password that pages opened under this host may offer; passkeys belong to one host, and providers send
 * their users back to it.
 */
export function signInWays({ publicUrl, thirdLogin }: ServerSettings, host: string): readonly string[] {
  return host === new URL(publicUrl).host ? ['passkey', ...Object.keys(thirdLogin)] : []
}
