import { ConfigProvider } from 'antd'
import { lazy, Suspense, useCallback, useEffect, useLayoutEffect, useMemo, useState } from 'react'
import { api, configureApi } from '../../engine/client/index.ts'
import { LoginPage } from './login/LoginPage.tsx'
import type { Notice } from './session/Notices.tsx'
import { LoginProvider, useLogin, type LoginState } from './session/login-context.ts'
import { forgetLogin, onLoginChangedElsewhere, readLogin, saveLogin, type LoginRecord } from './session/login-record.ts'
import { startSession } from './session/start-session.ts'
import { exposeTokens, toDesign } from './theme/design.ts'
import { nonce } from './theme/style-nonce.ts'
import { ThemeProvider, useThemeState } from './theme/use-theme.ts'

const loadPages = () => import('./shell/SignedInPages.tsx').then((file) => ({ default: file.SignedInPages }))
const SignedInPages = lazy(loadPages)
const Notices = lazy(() => import('./session/Notices.tsx').then((file) => ({ default: file.Notices })))
const csp = nonce ? { nonce } : undefined

let whenSignedOut: (message: string) => void = () => undefined
/** The token of a login that this browser has forgotten but the server has yet to end. */
let leaving: string | undefined
configureApi({ readToken: () => readLogin()?.token ?? leaving, onSignedOut: (message) => whenSignedOut(message) })

const remembered = readLogin()
if (remembered) {
  void loadPages()
  startSession(remembered)
}

function endOnServer(token: string | undefined): void {
  leaving = token
  const done = () => {
    leaving = undefined
  }
  api.post('/sys/logout').then(done, done)
}

function useLoginState(notify: LoginState['notify']): LoginState {
  const [login, setLogin] = useState(remembered)
  const [expired, setExpired] = useState<string>()
  const keep = useCallback((next: LoginRecord) => {
    saveLogin(next)
    setExpired(undefined)
    setLogin(next)
  }, [])
  const leave = useCallback((options?: { tell: boolean }) => {
    if (options?.tell) endOnServer(readLogin()?.token)
    forgetLogin()
    setExpired(undefined)
    setLogin(undefined)
  }, [])
  useEffect(() => {
    whenSignedOut = (message) => {
      if (readLogin()) setExpired(message)
    }
    return onLoginChangedElsewhere(() => {
      setLogin(readLogin())
      setExpired(undefined)
    })
  }, [])
  return useMemo(() => ({ login, expired, keep, leave, notify }), [login, expired, keep, leave, notify])
}

/** The login page until someone is signed in; it knows no routes, so that it loads little. */
function Pages() {
  const { login } = useLogin()
  if (!login) return <LoginPage />
  return (
    <Suspense fallback={<div className="app-loading" role="status" aria-label="加载中" />}>
      <SignedInPages />
    </Suspense>
  )
}

/** Theme and login: what every page stands in. Locale, routes and dialogs come with the shell. */
export function App() {
  const [notices, setNotices] = useState<readonly Notice[]>([])
  const notify = useCallback<LoginState['notify']>((kind, title, text) => setNotices((said) => [...said, { kind, title, text }]), [])
  const state = useLoginState(notify)
  const theme = useThemeState(state.login?.user.username)
  const design = useMemo(() => toDesign(theme.preferences, theme.isDark), [theme.preferences, theme.isDark])
  useLayoutEffect(() => exposeTokens(design, document.documentElement), [design])
  return (
    <ThemeProvider value={theme}>
      <ConfigProvider theme={design} csp={csp}>
        <LoginProvider value={state}>
          <Pages />
          {notices.length > 0 && (
            <Suspense>
              <Notices all={notices} />
            </Suspense>
          )}
        </LoginProvider>
      </ConfigProvider>
    </ThemeProvider>
  )
}
