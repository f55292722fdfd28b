import { LockOutlined, SafetyOutlined, UserOutlined } from '@ant-design/icons'
import { Alert, Modal, type InputRef } from 'antd'
import { useRef, useState, type FormEvent } from 'react'
import { CaptchaPicture } from '../login/CaptchaPicture.tsx'
import { missingOf, type Credentials } from '../login/credentials.ts'
import { LoginField } from '../login/LoginField.tsx'
import { reasonOf } from '../login/reason-of.ts'
import { signInAgain } from '../login/sign-in-again.ts'
import { useCaptcha } from '../login/use-captcha.ts'
import { useSignedIn } from '../session/login-context.ts'

const formId = 'sign-in-again'

function SignInAgain() {
  const { login, keep, leave } = useSignedIn()
  const captcha = useCaptcha()
  const [credentials, setCredentials] = useState<Credentials>({ username: login.user.username, password: '', captcha: '' })
  const [problems, setProblems] = useState<Partial<Record<keyof Credentials, string>>>({})
  const [refusal, setRefusal] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const first = useRef<InputRef>(null)

  const change = (part: Partial<Credentials>) => {
    setCredentials((held) => ({ ...held, ...part }))
    setProblems((held) => Object.fromEntries(Object.entries(held).filter(([field]) => !(field in part))))
  }
  async function submit() {
    setBusy(true)
    try {
      keep(await signInAgain(login, credentials, captcha.key))
    } catch (error) {
      setRefusal(reasonOf(error))
      captcha.renew()
      change({ captcha: '' })
      setBusy(false)
    }
  }
  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    const missing = missingOf(credentials, captcha.image !== null)
    setProblems(missing)
    if (Object.keys(missing).length === 0 && !isBusy) void submit()
  }
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
      <p>很抱歉，登录已过期，请重新登录。页面上的内容都还在。</p>
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
        {captcha.image !== null && (
          <LoginField
            id="captcha-again"
            label="验证码"
            autoComplete="off"
            maxLength={8}
            icon={<SafetyOutlined />}
            value={credentials.captcha}
            problem={problems.captcha}
            onChange={(text) => change({ captcha: text })}
            after={<CaptchaPicture captcha={captcha} />}
          />
        )}
        {refusal !== undefined && <Alert type="error" showIcon message={refusal} />}
      </form>
    </Modal>
  )
}

/** Asks for the password again when the server no longer takes the login. Everything on the screen stays as it is. */
export function ExpiredLogin() {
  return useSignedIn().expired ? <SignInAgain /> : null
}
