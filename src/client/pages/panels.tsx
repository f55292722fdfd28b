import type { ComponentType } from 'react'
import { loadPart, type PanelProps } from '../../../engine/client/index.ts'
import type { names } from '../../../schemas/names.ts'
import { loadBatchSeatSetup, loadSeatMap, loadSeatSetup, loadSessionSeats } from '../../plugins/seats/client.ts'
import { loadAllocationPanel } from '../../plugins/session-allocation/client.ts'

type Loader = () => Promise<ComponentType<PanelProps>>

/** Hand-written panels by the name that schemas give them. */
const panels: Readonly<Record<string, Loader | undefined>> = {
  sessionAllocation: loadAllocationPanel,
  sessionSeats: loadSessionSeats,
  seatSetup: loadSeatSetup,
  batchSeatSetup: loadBatchSeatSetup,
  seatMap: loadSeatMap,
  rolePermissions: () => import('../grants/RolePermissions.tsx').then((file) => file.RolePermissions),
  departPermissions: () => import('../grants/DepartPermissions.tsx').then((file) => file.DepartPermissions),
  departRolePermissions: () => import('../grants/DepartRolePermissions.tsx').then((file) => file.DepartRolePermissions),
  announcementDetail: () => import('../notices/AnnouncementDetail.tsx').then((file) => file.AnnouncementDetail),
  filePreview: () => import('../files/FilePreview.tsx').then((file) => file.FilePreview),
  permissionsOf: () => import('../permissions/PermissionsOf.tsx').then((file) => file.PermissionsOf),
  dataLogCompare: () => import('../data-log/DataLogCompare.tsx').then((file) => file.DataLogCompare),
  dataVersions: () => import('../data-log/DataVersions.tsx').then((file) => file.DataVersions),
  assignDepartRoles: () => import('../grants/AssignDepartRoles.tsx').then((file) => file.AssignDepartRoles),
} satisfies Record<(typeof names)['panel'][number], Loader>

/** A panel by name, loaded when it is first shown. */
export async function loadPanel(name: string): Promise<ComponentType<PanelProps>> {
  const load = panels[name]
  if (!load) throw new Error(`no panel ${name}`)
  return loadPart(load)
}
