import { familyPaths } from '../family.ts'
import { PasswordPage } from './PasswordPage.tsx'
import { RecoverPage } from './RecoverPage.tsx'
import { RegisterPage } from './RegisterPage.tsx'
import { RegisterResultPage } from './RegisterResultPage.tsx'

const pages = {
  [familyPaths.register]: RegisterPage,
  [familyPaths.result]: RegisterResultPage,
  [familyPaths.recover]: RecoverPage,
  [familyPaths.password]: PasswordPage,
} as const

/** Registration, its result, recovery and password change, by their address. */
export function FamilyPage({ path }: { readonly path: keyof typeof pages }) {
  const Page = pages[path]
  return <Page />
}
