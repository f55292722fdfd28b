import { UserOutlined } from '@ant-design/icons'
import { Alert, Modal } from 'antd'
import { useRef, useState } from 'react'
import type { Credentials } from '../login/credentials.ts'
import { PasswordFields } from '../login/PasswordFields.tsx'
import { errorSentence } from '../../../engine/client/index.ts'
import { useSecondStep } from '../login/second-step/use-second-step.tsx'
import { signIn } from '../login/sign-in.ts'
import { continueAs } from '../login/sign-in-again.ts'
import { useLoginForm, useLoginSubmit } from '../login/use-login-form.ts'
import { useSignedIn } from '../signed-in/login-context.ts'

const formId = 'sign-in-again'

/** The reason, unless the login has simply expired. */
const reasonIn = (said: string): string => /^Token失效：(.+?)!?$/.exec(said)?.[1] ?? '很抱歉，登录已过期，请重新登录'

/** The password that is asked for again, its problem, and the function that signs in. */
function useSignInAgain() {
  const { login, keep } = useSignedIn()
  const form = useLoginForm({ username: login.user.username, password: '', captcha: '' })
  const [refusal, setRefusal] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const { complete, dialog } = useSecondStep()

  async function submit(credentials: Credentials, checkKey: string) {
    setBusy(true)
    try {
      const opened = await complete(() => signIn(credentials, checkKey))
      if (opened) return keep(await continueAs(login, opened))
      form.renewCaptcha()
      setBusy(false)
    } catch (error) {
      setRefusal(errorSentence(error))
      form.renewCaptcha()
      setBusy(false)
    }
  }
  return { form, refusal, isBusy, dialog, handleSubmit: useLoginSubmit(form, { isBusy, submit }) }
}

/** The window that asks for the password again; the other account is a way out. */
export function SignInAgain({ said }: { readonly said: string }) {
  const { login, leave } = useSignedIn()
  const { form, refusal, isBusy, dialog, handleSubmit } = useSignInAgain()
  const first = useRef<HTMLInputElement>(null)
  return (
    <Modal
      open
      title="登录已过期"
      width={400}
      zIndex={2000}
      closable={false}
      maskClosable={false}
      keyboard={false}
      okText="登录"
      okButtonProps={{ htmlType: 'submit', form: formId, loading: isBusy }}
      cancelText="换个账号"
      onCancel={() => leave()}
      afterOpenChange={(open) => open && first.current?.focus()}
    >
      <p>{reasonIn(said)}。页面上的内容都还在。</p>
      <form id={formId} onSubmit={handleSubmit} noValidate>
        <div className="login-name">
          <UserOutlined /> {login.user.realname}（{login.user.username}）
        </div>
        <input type="text" name="username" autoComplete="username" value={login.user.username} readOnly hidden />
        <PasswordFields form={form} suffix="-again" inputRef={first} />
        {refusal !== undefined && <Alert type="error" showIcon message={refusal} />}
      </form>
      {dialog}
    </Modal>
  )
}
