import { LockOutlined } from '@ant-design/icons'
import type { Ref } from 'react'
import { CaptchaField } from './CaptchaField.tsx'
import { LoginField } from './LoginField.tsx'
import type { LoginForm } from './use-login-form.ts'

interface Props {
  readonly form: LoginForm
  /** Distinguishes the inputs of two forms on one page. */
  readonly suffix?: string
  readonly inputRef?: Ref<HTMLInputElement>
}

/** The password, and the picture code while the server asks for one. */
export function PasswordFields({ form: { captcha, credentials, problems, change }, suffix = '', inputRef }: Props) {
  return (
    <>
      <LoginField
        id={`password${suffix}`}
        label="密码"
        secret
        {...(inputRef && { inputRef })}
        autoComplete="current-password"
        icon={<LockOutlined />}
        value={credentials.password}
        problem={problems.password}
        onChange={(password) => change({ password })}
      />
      <CaptchaField
        id={`captcha${suffix}`}
        captcha={captcha}
        value={credentials.captcha}
        problem={problems.captcha}
        onChange={(text) => change({ captcha: text })}
      />
    </>
  )
}
