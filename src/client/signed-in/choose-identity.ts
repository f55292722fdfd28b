import { api } from '../../../engine/client/index.ts'
import type { LoginRecord, UserFacts } from './login-record.ts'

export interface IdentityChoice {
  readonly roleCode?: string
  readonly orgCode?: string
}

/** Go on with this role and department; the login must be the one saved in this browser. */
export async function chooseIdentity(login: LoginRecord, choice: IdentityChoice): Promise<LoginRecord> {
  const { username } = login.user
  let user = login.user
  if (choice.roleCode) {
    const { userInfo } = await api.post<{ userInfo: UserFacts }>('/sys/selectRole', { username, roleCode: choice.roleCode })
    user = { ...user, ...userInfo, roleCode: choice.roleCode }
  }
  if (choice.orgCode) {
    const { userInfo } = await api.post<{ userInfo: UserFacts }>('/sys/selectDepart', { username, orgCode: choice.orgCode })
    user = { ...user, ...userInfo, roleCode: user.roleCode, orgCode: choice.orgCode }
  }
  return { ...login, user }
}
