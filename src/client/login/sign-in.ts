import { api } from '../../../engine/client/index.ts'
import type { Department, LoginRecord, Role, UserFacts } from '../session/login-record.ts'

export interface Credentials {
  readonly username: string
  readonly password: string
  readonly captcha: string
}

interface LoginAnswer {
  readonly token: string
  readonly userInfo: UserFacts
  readonly roles?: readonly Role[]
  readonly departs?: readonly Department[]
}

/** The sentences under the fields that were left empty; a captcha counts only while one is shown. */
export function missingOf(credentials: Credentials, hasCaptcha: boolean): Partial<Record<keyof Credentials, string>> {
  return {
    ...(credentials.username.trim() ? {} : { username: '请输入用户名' }),
    ...(credentials.password ? {} : { password: '请输入密码' }),
    ...(hasCaptcha && !credentials.captcha.trim() ? { captcha: '请输入验证码' } : {}),
  }
}

export async function signIn(credentials: Credentials, checkKey: string): Promise<LoginRecord> {
  const { username, password, captcha } = credentials
  const answer = await api.post<LoginAnswer>('/sys/login', { username: username.trim(), password, captcha: captcha.trim(), checkKey })
  return { token: answer.token, user: answer.userInfo, roles: answer.roles ?? [], departments: answer.departs ?? [], savedAt: Date.now() }
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
