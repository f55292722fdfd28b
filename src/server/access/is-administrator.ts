import type { Actor } from '../../../engine/server/index.ts'
import { roleCodes } from '../../../schemas/identity/role-codes.ts'

/** Whether somebody works in the administrator's role, which no scope and no limit of the others concerns. */
export const isAdministrator = ({ role }: Actor): boolean => role === roleCodes.administrator
