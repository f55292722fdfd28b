import { useMemo } from 'react'
import { declaredCall, panelOf, useCurrentUser, type PanelProps } from '../../../engine/client/index.ts'
import type { FoundRow } from '../../../engine/schema/index.ts'
import type { OfferedRules, RuleCalls } from './DataRuleChoice.tsx'
import { GrantPanel } from './GrantPanel.tsx'
import type { GrantCalls, GrantChoice } from './use-grants.ts'

const callsOf = (departId: string): GrantCalls => ({
  key: ['department', departId],
  tree: () => declaredCall('/sys/sysDepartPermission/queryTreeList', {}).get<GrantChoice>(),
  granted: () => declaredCall('/sys/permission/queryDepartPermission', { departId }).get<string[]>(),
  save: async (given) => (await declaredCall('/sys/permission/saveDepartPermission', { departId, ...given }).send()).message,
})

const rulesOf = (departId: string): RuleCalls => ({
  offered: (functionId) =>
    declaredCall('/sys/sysDepartPermission/datarule/{functionId}/{departId}', { functionId, departId }).get<OfferedRules>(),
  save: async (permissionId, dataRuleIds) =>
    (await declaredCall('/sys/sysDepartPermission/datarule', { permissionId, departId, dataRuleIds }).send()).message,
})

function DepartPermissionsPanel({ row, close }: PanelProps<FoundRow<'department'>>) {
  const { permissions } = useCurrentUser()
  const id = row?.id ?? ''
  const calls = useMemo(() => callsOf(id), [id])
  const rules = useMemo(() => rulesOf(id), [id])
  const editable = permissions.has('identity:department:saveDepartPermission')
  return (
    <GrantPanel
      key={id}
      title={`部门权限：${row?.departName ?? ''}`}
      calls={calls}
      rules={rules}
      editable={editable}
      inWindow={false}
      close={close}
    />
  )
}

/** What a department may hand on to its own roles; a tab of the department's page. */
export const DepartPermissions = panelOf('department', DepartPermissionsPanel)
