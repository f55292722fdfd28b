import type { Fields } from '../../engine/schema/index.ts'

/** What every call that saves grants takes. What was granted before is read from the database, whatever the page believes. */
export const savesGrants = {
  permissionIds: { type: 'longText', label: '权限' },
  lastpermissionIds: { type: 'longText', label: '原权限' },
} as const satisfies Fields
