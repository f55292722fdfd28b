import type { PanelProps } from '../../../engine/client/index.ts'
import { SeenRows } from './SeenRows.tsx'
import './permissions.css'

/** What the account or the role of a row may see; opened from the lists of users and of roles. */
export function PermissionsOf({ entity, row }: PanelProps) {
  const roleCode = row?.['roleCode']
  return <SeenRows whom={entity.name === 'role' ? { roleCode: String(roleCode ?? '') } : { userId: String(row?.id ?? '') }} />
}
