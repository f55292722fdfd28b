import { UserOutlined } from '@ant-design/icons'
import { Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { lazyPart, errorSentence } from '../../../engine/client/index.ts'
import { MissingPages } from '../MissingPages.tsx'
import { loginPath, product } from '../product.ts'
import { chooseIdentity, type IdentityChoice } from '../signed-in/choose-identity.ts'
import { useLogin } from '../signed-in/login-context.ts'
import { saveLogin, type LoginRecord } from '../signed-in/login-record.ts'
import { loginAddress } from '../signed-in/return-address.ts'
import { loadPages } from '../signed-in/load-pages.ts'
import { preloadLogin } from '../signed-in/login-calls.ts'
import { LoginField } from './LoginField.tsx'
import { LoginScene } from './LoginScene.tsx'
import { PasswordFields } from './PasswordFields.tsx'
import type { Credentials } from './credentials.ts'
import { lacksOf, mustChoose, signIn } from './sign-in.ts'
import { useLoginForm, useLoginSubmit } from './use-login-form.ts'
import { welcome } from './welcome.ts'
import './login.css'

const ChoiceAtLogin = lazyPart(() => import('../signed-in/ChoiceAtLogin.tsx').then((file) => file.ChoiceAtLogin), MissingPages)

/** A username that another page passed on in the address is filled in. */
const prefilled = (): Credentials => ({
  username: new URLSearchParams(window.location.search).get('username') ?? '',
  password: '',
  captcha: '',
})

/** The steps from the button to the first page; `pending` is a login that still needs a role or department. */
function useSignIn(onRefused: () => void) {
  const { keep, leave, notify } = useLogin()
  const [isBusy, setBusy] = useState(false)
  const [pending, setPending] = useState<LoginRecord>()

  function enter(login: LoginRecord) {
    keep(login)
    preloadLogin(login)
    notify('success', '欢迎回来', welcome(login.user.realname))
  }
  function refuse(error: unknown) {
    notify('error', '登录失败', errorSentence(error))
    onRefused()
  }
  function cancel() {
    leave({ tell: true })
    setPending(undefined)
  }
  async function submit(credentials: Credentials, checkKey: string) {
    setBusy(true)
    try {
      const login = await signIn(credentials, checkKey)
      for (const lack of lacksOf(login)) notify('warning', '提示', lack)
      if (mustChoose(login)) {
        saveLogin(login)
        setPending(login)
      } else if (login.roles.length > 0) enter(login)
      else refuseEntry(login)
    } catch (error) {
      refuse(error)
    } finally {
      setBusy(false)
    }
  }
  function refuseEntry(login: LoginRecord) {
    saveLogin(login)
    cancel()
    onRefused()
  }
  async function choose(choice: IdentityChoice) {
    if (!pending) return
    try {
      enter(await chooseIdentity(pending, choice))
    } catch (error) {
      cancel()
      refuse(error)
    }
  }
  return { isBusy, pending, submit, choose, cancel }
}

/** Sign in with account and password. Loads no form, table or dialog. */
export function LoginPage() {
  const form = useLoginForm(prefilled)
  const { credentials, problems, change } = form
  const first = useRef<HTMLInputElement>(null)
  const signingIn = useSignIn(form.renewCaptcha)
  const { isBusy, pending, choose, cancel } = signingIn
  const handleSubmit = useLoginSubmit(form, signingIn)
  useEffect(() => first.current?.focus(), [])
  const isTyping = credentials.password !== ''
  useEffect(() => {
    if (isTyping) loadPages().catch(() => undefined)
  }, [isTyping])
  useLayoutEffect(() => {
    if (window.location.pathname !== loginPath) window.history.replaceState(null, '', loginAddress(window.location))
  }, [])

  return (
    <main className="login-page">
      <LoginScene />
      <section className="login-panel">
        <form className="login-form" onSubmit={handleSubmit} noValidate>
          <h1>{product.name}</h1>
          <p className="login-motto">请使用账号密码登录</p>
          <LoginField
            id="username"
            label="用户名"
            inputRef={first}
            autoComplete="username"
            icon={<UserOutlined />}
            value={credentials.username}
            problem={problems.username}
            onChange={(username) => change({ username })}
          />
          <PasswordFields form={form} />
          <button type="submit" className="first-button" disabled={isBusy} aria-busy={isBusy}>
            登录
          </button>
        </form>
      </section>
      {pending && (
        <Suspense>
          <ChoiceAtLogin login={pending} onChoose={choose} onCancel={cancel} />
        </Suspense>
      )}
    </main>
  )
}
