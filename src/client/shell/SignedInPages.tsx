import { BrowserRouter, Navigate, Route, Routes, useLocation } from 'react-router-dom'
import { home, loginPath } from '../product.ts'
import { useSignedIn } from '../session/login-context.ts'
import { identityOf } from '../session/login-record.ts'
import { returnAddress } from '../session/return-address.ts'
import { Shell } from './Shell.tsx'

function AfterLogin() {
  return <Navigate to={returnAddress(useLocation().search)} replace />
}

/**
 * The routes of someone signed in; the login's own address leads on to where he came from. The shell is one person's in
 * one role: a login that the same person renews leaves everything on the screen as it is. An address and its page change
 * in one step: a click that follows at once, or a stream of events in the page before, meets no page on its way out.
 */
export function SignedInPages() {
  const { login } = useSignedIn()
  return (
    <BrowserRouter useTransitions={false}>
      <Routes>
        <Route path={loginPath} element={<AfterLogin />} />
        <Route path="/" element={<Navigate to={home} replace />} />
        <Route path="*" element={<Shell key={identityOf(login)} />} />
      </Routes>
    </BrowserRouter>
  )
}
