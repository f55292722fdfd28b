import { useEffect, useState } from 'react'
import { createBrowserRouter, Navigate, RouterProvider, useLocation } from 'react-router-dom'
import { home, loginPath } from '../product.ts'
import { useSignedIn } from '../session/login-context.ts'
import { identityOf } from '../session/login-record.ts'
import { returnAddress } from '../session/return-address.ts'
import { Shell } from './Shell.tsx'

function AfterLogin() {
  return <Navigate to={returnAddress(useLocation().search)} replace />
}

/** What one person sees in one role. A login renewed by the same person leaves everything on the screen as it is. */
function OwnShell() {
  return <Shell key={identityOf(useSignedIn().login)} />
}

const routes = [
  { path: loginPath, element: <AfterLogin /> },
  { path: '/', element: <Navigate to={home} replace /> },
  { path: '*', element: <OwnShell /> },
]

/**
 * The routes of someone signed in; the login's own address leads on to where he came from. The router is made anew for
 * every login: meanwhile the login page changes the address without it.
 */
export function SignedInPages() {
  const [router, setRouter] = useState<ReturnType<typeof createBrowserRouter>>()
  useEffect(() => {
    const made = createBrowserRouter(routes)
    setRouter(made)
    return () => made.dispose()
  }, [])
  return router ? <RouterProvider router={router} /> : null
}
