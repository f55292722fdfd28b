import { useMemo } from 'react'
import { declaredCall, panelOf, useCurrentUser, type PanelProps } from '../../../engine/client/index.ts'
import type { FoundRow } from '../../../engine/schema/index.ts'
import type { OfferedRules, RuleCalls } from './DataRuleChoice.tsx'
import { GrantPanel } from './GrantPanel.tsx'
import type { GrantCalls, GrantChoice } from './use-grants.ts'

const callsOf = (roleId: string, departId: string): GrantCalls => ({
  key: ['departRole', roleId],
  tree: () => declaredCall('/sys/sysDepartPermission/queryTreeListForDeptRole', { departId }).get<GrantChoice>(),
  granted: () => declaredCall('/sys/sysDepartPermission/queryDeptRolePermission', { roleId }).get<string[]>(),
  save: async (given) => (await declaredCall('/sys/sysDepartPermission/saveDeptRolePermission', { roleId, ...given }).send()).message,
})

const rulesOf = (roleId: string, departId: string): RuleCalls => ({
  offered: (functionId) =>
    declaredCall('/sys/sysDepartRole/datarule/{functionId}/{departId}/{roleId}', { functionId, departId, roleId }).get<OfferedRules>(),
  save: async (permissionId, dataRuleIds) =>
    (await declaredCall('/sys/sysDepartRole/datarule', { permissionId, roleId, dataRuleIds }).send()).message,
})

function DepartRolePermissionsPanel({ row, close }: PanelProps<FoundRow<'departRole'>>) {
  const { permissions } = useCurrentUser()
  const [id, departId] = [row?.id ?? '', row?.departId ?? '']
  const calls = useMemo(() => callsOf(id, departId), [id, departId])
  const rules = useMemo(() => rulesOf(id, departId), [id, departId])
  const editable = permissions.has('identity:departRole:saveDeptRolePermission')
  const title = `部门角色权限配置：${row?.roleName ?? ''}`
  return (
    <GrantPanel
      title={title}
      calls={calls}
      rules={rules}
      empty="该部门还没有权限，请先为部门授权"
      editable={editable}
      inWindow
      close={close}
    />
  )
}

/** What a department role grants, of what its department was granted. */
export const DepartRolePermissions = panelOf('departRole', DepartRolePermissionsPanel)
