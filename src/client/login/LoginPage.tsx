import { UserOutlined } from '@ant-design/icons'
import { Suspense, useEffect, useLayoutEffect, useRef } from 'react'
import { lazyPart } from '../../../engine/client/index.ts'
import { MissingPages } from '../MissingPages.tsx'
import { loginPath, product } from '../product.ts'
import { loginAddress } from '../signed-in/return-address.ts'
import { loadPages } from '../signed-in/load-pages.ts'
import { LoginField } from './LoginField.tsx'
import { LoginScene } from './LoginScene.tsx'
import { PasswordFields } from './PasswordFields.tsx'
import type { Credentials } from './credentials.ts'
import { signIn } from './sign-in.ts'
import { signInWays } from './sign-in-ways.ts'
import { useLoginForm, useLoginSubmit } from './use-login-form.ts'
import { useSignIn } from './use-sign-in.ts'
import './login.css'

const ChoiceAtLogin = lazyPart(() => import('../signed-in/ChoiceAtLogin.tsx').then((file) => file.ChoiceAtLogin), MissingPages)

const OtherWays = lazyPart(
  () => import('./other-ways/OtherWays.tsx').then((file) => file.OtherWays),
  () => null,
)

const ways = signInWays()

/** A username that another page passed on in the address is filled in. */
const prefilled = (): Credentials => ({
  username: new URLSearchParams(window.location.search).get('username') ?? '',
  password: '',
  captcha: '',
})

/** Sign in with account and password. Loads no form, table or dialog. */
export function LoginPage() {
  const form = useLoginForm(prefilled)
  const { credentials, problems, change } = form
  const first = useRef<HTMLInputElement>(null)
  const signingIn = useSignIn(form.renewCaptcha)
  const { isBusy, pending, dialog, choose, cancel } = signingIn
  const submit = (typed: Credentials, checkKey: string) => signingIn.submit(() => signIn(typed, checkKey))
  const handleSubmit = useLoginSubmit(form, { isBusy, submit })
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
          {ways.length > 0 && (
            <Suspense>
              <OtherWays ways={ways} isBusy={isBusy} submit={signingIn.submit} />
            </Suspense>
          )}
        </form>
      </section>
      {dialog}
      {pending && (
        <Suspense>
          <ChoiceAtLogin login={pending} onChoose={choose} onCancel={cancel} />
        </Suspense>
      )}
    </main>
  )
}
