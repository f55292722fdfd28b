/** What the login page asks for. */
export interface Credentials {
  readonly username: string
  readonly password: string
  readonly captcha: string
}

/** The sentences under the fields that were left empty; a captcha counts only while one is shown. */
export function missingOf(credentials: Credentials, hasCaptcha: boolean): Partial<Record<keyof Credentials, string>> {
  return {
    ...(credentials.username.trim() ? {} : { username: '请输入用户名' }),
    ...(credentials.password ? {} : { password: '请输入密码' }),
    ...(hasCaptcha && !credentials.captcha.trim() ? { captcha: '请输入验证码' } : {}),
  }
}
