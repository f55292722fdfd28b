import { Suspense, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { forgetAhead, lazyPart } from '../../engine/client/index.ts'
import { isFamilyPath, usePath } from './login/family.ts'
import { LoginFrame } from './login/LoginFrame.tsx'
import { LoginPage } from './login/LoginPage.tsx'
import { MissingPages } from './MissingPages.tsx'
import { ShellOutline } from './Outline.tsx'
import type { Notice } from './signed-in/Notices.tsx'
import { LoginProvider, useLogin, type LoginState } from './signed-in/login-context.ts'
import { forgetLogin, identityOf, onLoginChangedElsewhere, readLogin, saveLogin, type LoginRecord } from './signed-in/login-record.ts'
import { loadPages } from './signed-in/load-pages.ts'
import { endOnServer, handleRefused } from './signed-in/refused-calls.ts'
import { exposeTokens, toDesign } from './theme/design.ts'
import { ThemeProvider, useThemeState } from './theme/use-theme.ts'

/** The pages beside the login work without a login, and with one. */
const FamilyPage = lazyPart(() => import('./login/phone/FamilyPage.tsx').then((file) => file.FamilyPage), MissingPages)
const SignedInPages = lazyPart(loadPages, MissingPages)
const Notices = lazyPart(
  () => import('./signed-in/Notices.tsx').then((file) => file.Notices),
  () => null,
)

const remembered = readLogin()

const isSame = (one: LoginRecord | undefined, other: LoginRecord | undefined): boolean =>
  one !== undefined && other !== undefined && identityOf(one) === identityOf(other)

function useLoginState(notify: LoginState['notify']): LoginState {
  const [login, setLogin] = useState(remembered)
  const [expired, setExpired] = useState<string>()
  const [elsewhere, setElsewhere] = useState<LoginRecord>()
  const signedIn = useRef(remembered)
  /** Requests that the server refused, until it is known whether the same person signs in again. */
  const waiting = useRef<((again: boolean) => void)[]>([])
  const become = useCallback((next: LoginRecord | undefined) => {
    const again = isSame(next, signedIn.current)
    signedIn.current = next
    forgetAhead()
    setExpired(undefined)
    setElsewhere(undefined)
    setLogin(next)
    for (const answer of waiting.current.splice(0)) answer(again)
  }, [])
  const keep = useCallback(
    (next: LoginRecord) => {
      saveLogin(next)
      become(next)
    },
    [become],
  )
  const leave = useCallback(
    (options?: { tell: boolean }) => {
      if (options?.tell) endOnServer(readLogin()?.token)
      forgetLogin()
      become(undefined)
    },
    [become],
  )
  useEffect(() => {
    handleRefused(async ({ token, message }) => {
      const stored = readLogin()
      if (!stored || !signedIn.current) return false
      if (stored.token !== token) return isSame(stored, signedIn.current)
      setExpired(message)
      return new Promise((answer) => waiting.current.push(answer))
    })
    return onLoginChangedElsewhere(() => {
      const next = readLogin()
      const switched = next && signedIn.current?.user.id === next.user.id && !isSame(next, signedIn.current)
      if (switched) setElsewhere(next)
      else become(next)
    })
  }, [become])
  return useMemo(() => ({ login, expired, elsewhere, keep, leave, notify }), [login, expired, elsewhere, keep, leave, notify])
}

/** The login page until someone is signed in; it knows no routes, so that it loads little. */
function Pages() {
  const { login } = useLogin()
  const path = usePath()
  if (isFamilyPath(path)) {
    return (
      <Suspense fallback={<LoginFrame />}>
        <FamilyPage path={path} />
      </Suspense>
    )
  }
  if (!login) return <LoginPage />
  return (
    <Suspense fallback={<ShellOutline />}>
      <SignedInPages />
    </Suspense>
  )
}

/** Theme and login, which surround every page. Locale, routes and dialogs are loaded with the shell. */
export function App() {
  const [notices, setNotices] = useState<readonly Notice[]>([])
  const notify = useCallback<LoginState['notify']>((kind, title, text) => setNotices((said) => [...said, { kind, title, text }]), [])
  const state = useLoginState(notify)
  const theme = useThemeState(state.login?.user.username)
  const { preferences, isDark, isCalm } = theme
  const design = useMemo(() => toDesign(preferences, { isDark, isCalm }), [preferences, isDark, isCalm])
  useLayoutEffect(() => exposeTokens(design, document.documentElement), [design])
  return (
    <ThemeProvider value={theme}>
      <LoginProvider value={state}>
        <Pages />
        {notices.length > 0 && (
          <Suspense>
            <Notices all={notices} />
          </Suspense>
        )}
      </LoginProvider>
    </ThemeProvider>
  )
}
