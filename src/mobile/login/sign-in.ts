import { roleCodes } from '../../../schemas/identity/role-codes.ts'
import type { Credentials } from '../../client/login/credentials.ts'
import type { Department, LoginRecord, Role, UserFacts } from '../../client/signed-in/login-record.ts'
import { call } from '../call.ts'
import { goHome } from '../route.ts'
import { dropLogin, keepLogin } from './login-state.ts'

interface LoginAnswer {
  readonly token: string
  readonly userInfo: UserFacts
  readonly roles?: readonly Role[]
  readonly departs?: readonly Department[]
}

/** Works as a student now. */
export const isStudent = (login: LoginRecord): boolean => login.user.roleCode === roleCodes.student
/** Could work as a student. */
export const mayBeStudent = (login: LoginRecord): boolean => login.roles.some(({ roleCode }) => roleCode === roleCodes.student)

/** Go on as a student; the login must be the current one. */
export async function becomeStudent(login: LoginRecord): Promise<void> {
  await call('POST', '/sys/selectRole', { body: { username: login.user.username, roleCode: roleCodes.student } })
  keepLogin({ ...login, user: { ...login.user, roleCode: roleCodes.student } })
}

export async function signInStudent(credentials: Credentials, checkKey: string): Promise<void> {
  const { username, password, captcha } = credentials
  const body = { username: username.trim(), password, captcha: captcha.trim(), checkKey }
  const { result } = await call<LoginAnswer>('POST', '/sys/login', { body })
  const login = {
    token: result.token,
    user: result.userInfo,
    roles: result.roles ?? [],
    departments: result.departs ?? [],
    savedAt: Date.now(),
  }
  keepLogin(login)
  if (!isStudent(login) && mayBeStudent(login)) await becomeStudent(login)
}

/** End the login here, and on the server if it can be reached. */
export function signOut(): void {
  call('POST', '/sys/logout').catch(() => undefined)
  dropLogin()
  goHome()
}
