import { Suspense, useEffect, useLayoutEffect, useState } from 'react'
import { lazyPart, Outline } from '../../../engine/client/index.ts'
import { MissingPages } from '../MissingPages.tsx'
import { loginPath, product } from '../product.ts'
import { loginAddress } from '../signed-in/return-address.ts'
import { loadPages } from '../signed-in/load-pages.ts'
import { AccountLogin } from './AccountLogin.tsx'
import { LoginFrame } from './LoginFrame.tsx'
import { LoginTabs, type LoginWay } from './LoginTabs.tsx'
import type { Credentials } from './credentials.ts'
import { carriedCredentials, familyPaths } from './family.ts'
import { signIn } from './sign-in.ts'
import { offeredWays } from './sign-in-ways.ts'
import { useLoginForm, useLoginSubmit } from './use-login-form.ts'
import { useSignIn } from './use-sign-in.ts'

const ChoiceAtLogin = lazyPart(() => import('../signed-in/ChoiceAtLogin.tsx').then((file) => file.ChoiceAtLogin), MissingPages)
const PhoneLogin = lazyPart(() => import('./phone/PhoneLogin.tsx').then((file) => file.PhoneLogin), MissingPages)

const OtherWays = lazyPart(
  () => import('./other-ways/OtherWays.tsx').then((file) => file.OtherWays),
  () => null,
)

const ways = offeredWays()

/** A username that another page passed on in the address is filled in, and the password of an account that was just made. */
function prefilled(): Credentials {
  const username = new URLSearchParams(window.location.search).get('username') ?? ''
  const carried = carriedCredentials()
  return { username, password: carried.username === username ? carried.password : '', captcha: '' }
}

/** Sign in with account and password, or by phone. Loads no form, table or dialog. */
export function LoginPage() {
  const form = useLoginForm(prefilled)
  const { credentials } = form
  const [way, setWay] = useState<LoginWay>('account')
  const [isRemembered, setRemembered] = useState(false)
  const signingIn = useSignIn(form.renewCaptcha)
  const { isBusy, pending, dialog, choose, cancel } = signingIn
  const submit = (typed: Credentials, checkKey: string) => signingIn.submit(() => signIn(typed, checkKey, isRemembered))
  const handleSubmit = useLoginSubmit(form, { isBusy, submit })
  const isTyping = credentials.password !== ''
  useEffect(() => {
    if (isTyping) loadPages().catch(() => undefined)
  }, [isTyping])
  useLayoutEffect(() => {
    if (window.location.pathname !== loginPath) window.history.replaceState(null, '', loginAddress(window.location))
  }, [])

  return (
    <>
      <LoginFrame>
        <h1>{product.name}</h1>
        <LoginTabs way={way} onChange={setWay} />
        <div role="tabpanel" id="login-panel">
          {way === 'account' ? (
            <AccountLogin form={form} onSubmit={handleSubmit} />
          ) : (
            <Suspense
              fallback={
                <div className="login-waits">
                  <Outline />
                </div>
              }
            >
              <PhoneLogin isBusy={isBusy} isRemembered={isRemembered} submit={signingIn.submit} />
            </Suspense>
          )}
        </div>
        <div className="login-line">
          <label>
            <input type="checkbox" checked={isRemembered} onChange={(event) => setRemembered(event.target.checked)} /> 7 天内自动登录
          </label>
          <a href={familyPaths.recover}>忘记密码</a>
        </div>
        <button type="submit" form="login-form" className="first-button" disabled={isBusy} aria-busy={isBusy}>
          登录
        </button>
        <p className="login-line">
          <a href={familyPaths.register}>注册账户</a>
        </p>
        {ways.length > 0 && (
          <Suspense>
            <OtherWays ways={ways} isBusy={isBusy} submit={signingIn.submit} />
          </Suspense>
        )}
      </LoginFrame>
      {dialog}
      {pending && (
        <Suspense>
          <ChoiceAtLogin login={pending} onChosen={choose} onCancel={cancel} />
        </Suspense>
      )}
    </>
  )
}
