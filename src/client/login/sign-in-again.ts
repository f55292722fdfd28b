import { chooseIdentity } from '../signed-in/choose-identity.ts'
import { saveLogin, type LoginRecord } from '../signed-in/login-record.ts'
import type { Credentials } from './credentials.ts'
import { mustChoose, signIn } from './sign-in.ts'

/** Signs the same person in again, in the previous role and department as far as the account still has them. */
export async function signInAgain(before: LoginRecord, credentials: Credentials, checkKey: string): Promise<LoginRecord> {
  const login = await signIn(credentials, checkKey)
  if (!mustChoose(login)) return login
  const { roleCode, orgCode } = before.user
  saveLogin(login)
  return chooseIdentity(login, {
    roleCode: login.roles.length > 1 && login.roles.some((role) => role.roleCode === roleCode) ? roleCode : undefined,
    orgCode: login.departments.length > 1 && login.departments.some((one) => one.orgCode === orgCode) ? (orgCode ?? undefined) : undefined,
  })
}
