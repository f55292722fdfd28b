import { Suspense } from 'react'
import { lazyPart, MissingWindow } from '../../../engine/client/index.ts'
import { useSignedIn } from '../signed-in/login-context.ts'

const SignInAgain = lazyPart(() => import('./SignInAgain.tsx').then((file) => file.SignInAgain), MissingWindow)

/** Asks for the password again when the server no longer accepts the login. Everything on the screen stays as it is. */
export function ExpiredLogin() {
  const { expired } = useSignedIn()
  if (expired === undefined) return null
  return (
    <Suspense fallback={null}>
      <SignInAgain said={expired} />
    </Suspense>
  )
}
