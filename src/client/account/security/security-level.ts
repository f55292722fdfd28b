/** What is bound to an account. */
export interface BoundProofs {
  readonly phone: boolean
  readonly email: boolean
  readonly twoStep: boolean
  readonly passkey: boolean
}

interface SecurityLevel {
  readonly name: '低' | '中' | '高'
  /** Of a full bar. */
  readonly percent: number
  /** What would raise it; empty if nothing would. */
  readonly advice: string
}

/** How well an account is protected: high with a second proof and a way back in, low with the password alone. */
export function securityLevel({ phone, email, twoStep, passkey }: BoundProofs): SecurityLevel {
  const isStrong = twoStep || passkey
  const isReachable = phone || email
  if (isStrong && isReachable) return { name: '高', percent: 100, advice: '' }
  const advice = isStrong
    ? '绑定手机后，可在忘记密码时找回账号。'
    : isReachable
      ? '开启两步验证或添加通行密钥，密码泄露也无法登录。'
      : '绑定手机，并开启两步验证或添加通行密钥。'
  return isStrong || isReachable ? { name: '中', percent: 60, advice } : { name: '低', percent: 30, advice }
}
