import { useMemo } from 'react'
import { declaredCall, panelOf, useCurrentUser, type PanelProps } from '../../../engine/client/index.ts'
import type { FoundRow } from '../../../engine/schema/index.ts'
import type { OfferedRules, RuleCalls } from './DataRuleChoice.tsx'
import { GrantPanel } from './GrantPanel.tsx'
import type { GrantCalls, GrantChoice } from './use-grants.ts'

const callsOf = (roleId: string): GrantCalls => ({
  key: ['role', roleId],
  tree: () => declaredCall('/sys/role/queryTreeList', {}).get<GrantChoice>(),
  granted: () => declaredCall('/sys/permission/queryRolePermission', { roleId }).get<string[]>(),
  save: async (given) => (await declaredCall('/sys/permission/saveRolePermission', { roleId, ...given }).send()).message,
})

const rulesOf = (roleId: string): RuleCalls => ({
  offered: (permissionId) => declaredCall('/sys/role/datarule/{permissionId}/{roleId}', { permissionId, roleId }).get<OfferedRules>(),
  save: async (permissionId, dataRuleIds) =>
    (await declaredCall('/sys/role/datarule', { permissionId, roleId, dataRuleIds }).send()).message,
})

function RolePermissionsPanel({ row, close }: PanelProps<FoundRow<'role'>>) {
  const { permissions } = useCurrentUser()
  const id = row?.id ?? ''
  const calls = useMemo(() => callsOf(id), [id])
  const rules = useMemo(() => rulesOf(id), [id])
  const editable = permissions.has('identity:role:saveRolePermission')
  return (
    <GrantPanel title={`角色权限配置：${row?.roleName ?? ''}`} calls={calls} rules={rules} editable={editable} inWindow close={close} />
  )
}

/** What a role may do. */
export const RolePermissions = panelOf('role', RolePermissionsPanel)
