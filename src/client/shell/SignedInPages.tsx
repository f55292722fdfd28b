import { BrowserRouter, Navigate, Route, Routes, useLocation } from 'react-router-dom'
import { home, loginPath } from '../product.ts'
import { useSignedIn } from '../signed-in/login-context.ts'
import { identityOf } from '../signed-in/login-record.ts'
import { returnAddress } from '../signed-in/return-address.ts'
import { Designed } from '../theme/Designed.tsx'
import { Shell } from './Shell.tsx'

function AfterLogin() {
  return <Navigate to={returnAddress(useLocation().search)} replace />
}

/**
 * The routes of a signed-in user; the login's own address leads back to where they came from. The shell belongs to one person in one
 * role: when the same person renews their login, everything on the screen stays as it is. An address and its page change in one step,
 * so that neither a quick click nor a stream of events meets a page that is about to go.
 */
export function SignedInPages() {
  const { login } = useSignedIn()
  return (
    <Designed>
      <BrowserRouter useTransitions={false}>
        <Routes>
          <Route path={loginPath} element={<AfterLogin />} />
          <Route path="/login" element={<AfterLogin />} />
          <Route path="/" element={<Navigate to={home} replace />} />
          <Route path="*" element={<Shell key={identityOf(login)} />} />
        </Routes>
      </BrowserRouter>
    </Designed>
  )
}
