import { api, declaredCall } from '../../../engine/client/index.ts'
import type { Department, LoginRecord, Role, UserFacts } from '../signed-in/login-record.ts'

/** Whom to look in the name of: an account, with one of its roles, or a role. */
export interface Whom {
  readonly userId?: string
  readonly roleCode?: string
}

interface Begun {
  readonly userInfo: UserFacts
  readonly roles: readonly Role[]
  readonly roleName: string
  readonly isAccount: boolean
  readonly until: number
}

/** Begin to look in another name; the same login goes on, read only. */
export async function beginViewing(login: LoginRecord, whom: Whom): Promise<LoginRecord> {
  const { result } = await declaredCall('/sys/viewAs/start', { ...whom }).send<Begun>()
  const { userInfo, roles, roleName, isAccount, until } = result
  const { user, departments } = login
  return {
    ...login,
    user: userInfo,
    roles,
    departments: [],
    viewing: {
      as: isAccount ? `${userInfo.realname}（${roleName}）` : `角色“${roleName}”`,
      until,
      own: { user, roles: login.roles, departments },
    },
  }
}

interface Ended {
  readonly userInfo: UserFacts
  readonly roles: readonly Role[]
  readonly departs: readonly Department[]
}

/** Go on in one's own name. */
export async function endViewing({ viewing: _ended, ...login }: LoginRecord): Promise<LoginRecord> {
  const { userInfo, roles, departs } = await api.post<Ended>('/sys/viewAs/end')
  return { ...login, user: userInfo, roles, departments: departs }
}
