import { BrowserRouter, Navigate, Route, Routes, useLocation } from 'react-router-dom'
import { home, loginPath } from '../product.ts'
import { useSignedIn } from '../session/login-context.ts'
import { returnAddress } from '../session/return-address.ts'
import { Shell } from './Shell.tsx'

function AfterLogin() {
  return <Navigate to={returnAddress(useLocation().search)} replace />
}

/** The routes of someone signed in; the login's own address leads on to where he came from. */
export function SignedInPages() {
  const { token, user } = useSignedIn().login
  return (
    <BrowserRouter>
      <Routes>
        <Route path={loginPath} element={<AfterLogin />} />
        <Route path="/" element={<Navigate to={home} replace />} />
        <Route path="*" element={<Shell key={[token, user.roleCode, user.orgCode].join()} />} />
      </Routes>
    </BrowserRouter>
  )
}
