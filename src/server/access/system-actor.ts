import type { Actor } from '../../../engine/server/index.ts'
import { roleCodes } from '../../../schemas/identity/role-codes.ts'

/** The actor of the server's own writes: first rows, demo data, jobs. It never signs in and has every scope of role 1. */
export const systemActor: Actor = {
  id: 'system',
  username: 'system',
  realname: '系统',
  role: roleCodes.administrator,
  orgCode: '',
  permissions: new Set(),
}

/** The server writes what one of its rules has allowed, in the name of the person who caused it. */
export const inNameOf = ({ id, username }: Actor): Actor => ({ ...systemActor, id, username })

/** How the server itself writes: as the system actor, without the limits of a client. */
export const asSystem = { actor: systemActor, fields: 'all', scope: 'none', guard: 'none' } as const
