import { LockOutlined, UserOutlined } from '@ant-design/icons'
import { Alert, Modal } from 'antd'
import { useRef, useState, type FormEvent } from 'react'
import { CaptchaField } from '../login/CaptchaField.tsx'
import { LoginField } from '../login/LoginField.tsx'
import { errorSentence } from '../../../engine/client/index.ts'
import { signInAgain } from '../login/sign-in-again.ts'
import { useCaptcha, useNoCaptcha } from '../login/use-captcha.ts'
import { useCredentials } from '../login/use-credentials.ts'
import { useSignedIn } from '../signed-in/login-context.ts'

const formId = 'sign-in-again'

/** The reason, unless the login has simply expired. */
const reasonIn = (said: string): string => /^Token失效：(.+?)!?$/.exec(said)?.[1] ?? '很抱歉，登录已过期，请重新登录'

/** The password that is asked for again, its problem, and the function that signs in. */
function useSignInAgain() {
  const { login, keep } = useSignedIn()
  const captcha = useCaptcha()
  const { credentials, problems, change, check } = useCredentials({ username: login.user.username, password: '', captcha: '' })
  const [refusal, setRefusal] = useState<string>()
  const [isBusy, setBusy] = useState(false)

  async function submit() {
    setBusy(true)
    try {
      keep(await signInAgain(login, credentials, captcha.key))
    } catch (error) {
      setRefusal(errorSentence(error))
      captcha.renew()
      change({ captcha: '' })
      setBusy(false)
    }
  }
  function go() {
    if (check(captcha.image !== null) && !isBusy) void submit()
  }
  useNoCaptcha(captcha, problems.captcha, go)
  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    go()
  }
  return { captcha, credentials, problems, change, refusal, isBusy, handleSubmit }
}

function SignInAgain({ said }: { readonly said: string }) {
  const { login, leave } = useSignedIn()
  const { captcha, credentials, problems, change, refusal, isBusy, handleSubmit } = useSignInAgain()
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
        <LoginField
          id="password-again"
          label="密码"
          secret
          inputRef={first}
          autoComplete="current-password"
          icon={<LockOutlined />}
          value={credentials.password}
          problem={problems.password}
          onChange={(password) => change({ password })}
        />
        <CaptchaField
          id="captcha-again"
          captcha={captcha}
          value={credentials.captcha}
          problem={problems.captcha}
          onChange={(text) => change({ captcha: text })}
        />
        {refusal !== undefined && <Alert type="error" showIcon message={refusal} />}
      </form>
    </Modal>
  )
}

/** Asks for the password again when the server no longer accepts the login. Everything on the screen stays as it is. */
export function ExpiredLogin() {
  const { expired } = useSignedIn()
  return expired === undefined ? null : <SignInAgain said={expired} />
}
