import useSWR from 'swr'
import { api } from '../../../../engine/client/index.ts'
import { useSignedIn } from '../../signed-in/login-context.ts'

export interface TwoStepState {
  readonly enabled: boolean
  readonly since: string | null
  readonly recoveryCodes: number
}

export interface PasskeyFacts {
  readonly id: string
  readonly name: string
  readonly created: string
  readonly lastUsed: string | null
}

/** Whether the account asks for dynamic codes. */
export function useTwoStep() {
  const { login } = useSignedIn()
  return useSWR(['/sys/twoStep/state', login.user.id], ([url]) => api.get<TwoStepState>(url))
}

/** The passkeys of the account. */
export function usePasskeys() {
  const { login } = useSignedIn()
  return useSWR(['/sys/passkey/list', login.user.id], ([url]) => api.get<readonly PasskeyFacts[]>(url))
}
