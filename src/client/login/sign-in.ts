import { api } from '../../../engine/client/index.ts'
import type { Department, LoginRecord, Role, UserFacts } from '../signed-in/login-record.ts'
import type { Credentials } from './credentials.ts'

/** What every way to sign in answers. */
export interface LoginAnswer {
  readonly token: string
  readonly userInfo: UserFacts
  readonly roles?: readonly Role[]
  readonly departs?: readonly Department[]
}

/** The record of a login that the server has just opened. */
export const recordOf = ({ token, userInfo, roles = [], departs = [] }: LoginAnswer): LoginRecord => ({
  token,
  user: userInfo,
  roles,
  departments: departs,
  savedAt: Date.now(),
})

/** Asks for a token; does not save the record yet. */
export async function signIn(credentials: Credentials, checkKey: string, isRemembered = false): Promise<LoginRecord> {
  const { username, password, captcha } = credentials
  const body = { username: username.trim(), password, captcha: captcha.trim(), checkKey, remember_me: isRemembered }
  return recordOf(await api.post<LoginAnswer>('/sys/login', body))
}

/** Whether a choice of role or department must come before the login counts. */
export const mustChoose = (login: LoginRecord): boolean => login.roles.length > 1 || login.departments.length > 1

/** What the account lacks, in the document's words. */
export function lacksOf(login: LoginRecord): readonly string[] {
  return [
    ...(login.roles.length === 0 ? ['您尚未选择角色,请确认账号信息'] : []),
    ...(login.departments.length === 0 ? ['您尚未归属部门,请确认账号信息'] : []),
  ]
}
