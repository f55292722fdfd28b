import { SafetyOutlined } from '@ant-design/icons'
import { CaptchaPicture } from './CaptchaPicture.tsx'
import { LoginField } from './LoginField.tsx'
import type { Captcha } from './use-captcha.ts'

interface Props {
  readonly id: string
  readonly captcha: Captcha
  readonly value: string
  readonly problem: string | undefined
  onChange(value: string): void
}

/** The picture code and its input; nothing while the server asks for none. */
export function CaptchaField({ captcha, ...rest }: Props) {
  if (captcha.image === null) return null
  return (
    <LoginField
      {...rest}
      label="验证码"
      autoComplete="off"
      maxLength={8}
      icon={<SafetyOutlined />}
      after={<CaptchaPicture captcha={captcha} />}
    />
  )
}
