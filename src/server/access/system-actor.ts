import type { Actor } from '../../../engine/server/index.ts'

/** Writes of the server itself: first rows, demo data, jobs. It never signs in and holds every scope of role 1. */
export const systemActor: Actor = {
  id: 'system',
  username: 'system',
  realname: '系统',
  role: '1',
  orgCode: '',
  permissions: new Set(),
}
