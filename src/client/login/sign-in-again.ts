import { chooseIdentity } from '../signed-in/choose-identity.ts'
import { saveLogin, type LoginRecord } from '../signed-in/login-record.ts'
import { mustChoose } from './sign-in.ts'

/** Goes on with a new login of the same person, in the previous role and department as far as the account still has them. */
export async function continueAs(before: LoginRecord, login: LoginRecord): Promise<LoginRecord> {
  if (!mustChoose(login)) return login
  const { roleCode, orgCode } = before.user
  saveLogin(login)
  return chooseIdentity(login, {
    roleCode: login.roles.length > 1 && login.roles.some((role) => role.roleCode === roleCode) ? roleCode : undefined,
    orgCode: login.departments.length > 1 && login.departments.some((one) => one.orgCode === orgCode) ? (orgCode ?? undefined) : undefined,
  })
}
