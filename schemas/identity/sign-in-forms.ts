import type { Fields } from '../../engine/schema/index.ts'
import { accountFields, newPassword } from './account-fields.ts'

/** Signing in with a code sent by SMS. */
export const phoneLogin = {
  mobile: { type: 'phone', label: '手机号', required: '请输入手机号码!', message: '您的手机号码格式不正确!' },
  captcha: { type: 'text', label: '验证码', required: '请输入验证码!' },
} as const satisfies Fields

/** Binding an account of another provider by the code of a phone. */
export const thirdBinding = {
  mobile: { ...phoneLogin.mobile, required: '请输入手机号' },
  captcha: phoneLogin.captcha,
} as const satisfies Fields

const confirmation = {
  type: 'secret',
  label: '确认密码',
  required: '请重新输入登录密码!',
  sameAs: { field: 'password', message: '两次密码不一致' },
} as const

/** A new account that someone makes for themselves. */
export const registration = {
  username: { ...accountFields.username, label: '用户名', required: '请输入用户名' },
  password: {
    ...newPassword.password,
    label: '密码',
    required: newPassword.password.pattern.message,
    strength: { is: 2, message: '密码强度不够' },
  },
  confirmpassword: confirmation,
  phone: { type: 'phone', label: '手机号', required: '请输入正确手机号', message: '请输入正确手机号' },
  smscode: { type: 'text', label: '验证码', required: '请输入验证码' },
} as const satisfies Fields

const wrongPhone = '请输入正确的手机号'

/** The phone of an account whose password was forgotten. */
export const recoveryPhone = {
  phone: { type: 'phone', label: '手机号', required: wrongPhone, message: wrongPhone, accepts: 'recoveryMobile' },
  smscode: { type: 'text', label: '验证码', required: '请输入验证码!' },
} as const satisfies Fields

/** The new password of such an account. */
export const recoveryPassword = {
  password: { ...newPassword.password, label: '新密码', required: newPassword.password.pattern.message },
  confirmpassword: { ...confirmation, label: '确认新密码' },
} as const satisfies Fields
