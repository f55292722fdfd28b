import type { Reader } from '../../../engine/server/index.ts'
import { accountName } from '../auth/accounts.ts'
import { roleIds } from '../role-ids.ts'
import { rootDepartmentId } from './root-department.ts'

const LONGEST_REALNAME = 50

/** What stands as the name of whoever made the account for themselves, until others give them theirs. */
export const nameBefore = (username: string): string => accountName(username).slice(0, LONGEST_REALNAME)

interface NewStudent {
  readonly username: string
  readonly password: string
  readonly phone?: string
}

/** Whoever makes an account for themselves becomes a student of the root department, whichever way they come. */
export async function newStudent(db: Reader, given: NewStudent) {
  return {
    ...given,
    confirmpassword: given.password,
    realname: nameBefore(given.username),
    selectedroles: roleIds.student,
    selecteddeparts: (await rootDepartmentId(db)) ?? '',
  }
}
