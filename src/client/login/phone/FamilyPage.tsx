import { familyPaths } from '../family.ts'
import { OAuthLanding } from '../third/OAuthLanding.tsx'
import { PasswordPage } from './PasswordPage.tsx'
import { RecoverPage } from './RecoverPage.tsx'
import { RegisterPage } from './RegisterPage.tsx'
import { RegisterResultPage } from './RegisterResultPage.tsx'

const pages = {
  [familyPaths.register]: RegisterPage,
  [familyPaths.result]: RegisterResultPage,
  [familyPaths.recover]: RecoverPage,
  [familyPaths.password]: PasswordPage,
  [familyPaths.landing]: OAuthLanding,
} as const

/** Registration, its result, recovery, password change and the way back from a provider, by their address. */
export function FamilyPage({ path }: { readonly path: keyof typeof pages }) {
  const Page = pages[path]
  return <Page />
}
