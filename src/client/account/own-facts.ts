import useSWR from 'swr'
import { api } from '../../../engine/client/index.ts'
import type { UserFacts } from '../signed-in/login-record.ts'
import { useSignedIn } from '../signed-in/login-context.ts'

/** What the server knows of the signed-in user, beyond what the login has remembered. */
export interface OwnFacts extends UserFacts {
  readonly sex?: number | string | null
  readonly birthday?: string | null
}

/** The signed-in user's own facts. */
export function useOwnFacts() {
  const { login } = useSignedIn()
  return useSWR(['/sys/user/login/setting/getUserData', login.user.id], ([url]) => api.get<OwnFacts>(url))
}
