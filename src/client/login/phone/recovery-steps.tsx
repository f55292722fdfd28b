import { api, errorSentence, type FormStepSpec } from '../../../../engine/client/index.ts'
import type { WireRow } from '../../../../engine/schema/index.ts'
import { recoveryPassword, recoveryPhone } from '../../../../schemas/identity/sign-in-forms.ts'
import type { LoginState } from '../../signed-in/login-context.ts'
import { codeBeside } from './code-beside.tsx'
import { refusedFields } from './refused-fields.ts'
import { sendCode } from './send-code.ts'

const beside = { smscode: codeBeside(sendCode('2'), recoveryPhone) }

interface Verified {
  readonly username: string
  readonly smscode: string
}

interface Options {
  readonly notify: LoginState['notify']
  /** Whose password it must be; a sentence refuses the verified account. */
  refusalOf(username: string): string | undefined
  onChanged(username: string): void
}

/** The two questions with which a password is set by phone: the code, and the new password. */
export function recoverySteps({ notify, refusalOf, onChanged }: Options): readonly [phone: FormStepSpec, password: FormStepSpec] {
  let verified: Verified = { username: '', smscode: '' }
  const attempt = async (title: string, work: () => Promise<Record<string, string> | undefined>) => {
    try {
      return await work()
    } catch (error) {
      const refused = refusedFields(error)
      if (Object.keys(refused).length === 0) notify('error', title, errorSentence(error))
      return refused
    }
  }
  const verify = ({ phone, smscode }: WireRow) =>
    attempt('验证错误', async () => {
      verified = await api.post<Verified>('/sys/user/phoneVerification', { phone, smscode })
      const refusal = refusalOf(verified.username)
      return refusal === undefined ? undefined : { phone: refusal }
    })
  const change = ({ phone, password, confirmpassword }: WireRow) =>
    attempt('密码修改失败', async () => {
      await api.post('/sys/user/passwordChange', { ...verified, phone, password, confirmpassword })
      onChanged(verified.username)
      return undefined
    })
  return [
    { title: '手机验证', fields: recoveryPhone, saveText: '下一步', beside, submit: verify },
    { title: '更改密码', fields: recoveryPassword, saveText: '提交', submit: change },
  ]
}
