import type { Reader } from '../../../engine/server/index.ts'
import { roleIds } from '../role-ids.ts'
import { rootDepartmentId } from './root-department.ts'

const LONGEST_REALNAME = 50

interface NewStudent {
  readonly username: string
  readonly password: string
  readonly realname: string
  readonly phone?: string
}

/** Whoever makes an account for themselves becomes a student of the root department, whichever way they come. */
export async function newStudent(db: Reader, { realname, ...given }: NewStudent) {
  return {
    ...given,
    confirmpassword: given.password,
    realname: (realname.trim() || given.username).slice(0, LONGEST_REALNAME),
    selectedroles: roleIds.student,
    selecteddeparts: (await rootDepartmentId(db)) ?? '',
  }
}
