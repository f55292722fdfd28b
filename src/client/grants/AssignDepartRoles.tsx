import { App, Button, Checkbox, Empty, Flex, Skeleton } from 'antd'
import { useState } from 'react'
import useSWR from 'swr'
import { declaredCall, LoadFailed, panelOf, tellRefusal, useLeave, useUnsaved, type PanelProps } from '../../../engine/client/index.ts'
import type { FoundRow } from '../../../engine/schema/index.ts'

interface DepartRole {
  readonly id: string
  readonly roleName: string
  readonly roleCode: string
}

/** The department of the page that opened the panel, whichever of its filters names it. */
function departmentIn(filters: PanelProps['filters']): string {
  const found = ['departId', 'depId', 'selecteddeparts'].map((key) => filters[key]).find((value) => typeof value === 'string')
  return typeof found === 'string' ? found : ''
}

/** The roles of a department, and which of them the user has. */
function useDepartRoles(userId: string, departId: string) {
  return useSWR<{ roles: readonly DepartRole[]; held: readonly string[] }, Error>(
    departId === '' ? null : ['departRoles', userId, departId],
    async () => {
      const [roles, held] = await Promise.all([
        declaredCall('/sys/sysDepartRole/getDeptRoleList', { departId, userId }).get<DepartRole[]>(),
        declaredCall('/sys/sysDepartRole/getDeptRoleByUserId', { departId, userId }).get<{ droleId: string }[]>(),
      ])
      return { roles, held: held.map(({ droleId }) => droleId) }
    },
    { revalidateOnFocus: false },
  )
}

function AssignDepartRolesPanel({ row, filters, reload, close }: PanelProps<FoundRow<'user'>>) {
  const app = App.useApp()
  const userId = row?.id ?? ''
  const { data, error, mutate } = useDepartRoles(userId, departmentIn(filters))
  const [changed, setChanged] = useState<readonly string[]>()
  const [busy, setBusy] = useState(false)
  const leave = useLeave()
  const held = data?.held ?? []
  const chosen = changed ?? held
  useUnsaved({
    isDirty: () => chosen.toSorted().join() !== held.toSorted().join(),
    what: () => `部门角色分配：${row?.realname ?? ''}`,
    close,
  })
  if (departmentIn(filters) === '') return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="请选择一个部门!" />
  if (error) return <LoadFailed error={error} retry={mutate} />
  if (!data) return <Skeleton active />
  if (data.roles.length === 0) return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="无可配置角色!" />
  const save = async () => {
    setBusy(true)
    try {
      const params = { userId, newRoleId: chosen.join(), oldRoleId: held.join() }
      const answer = await declaredCall('/sys/sysDepartRole/deptRoleUserAdd', params).send()
      await mutate({ ...data, held: chosen }, { revalidate: false })
      void app.message.success(answer.message)
      reload()
      close()
    } catch (refusal) {
      tellRefusal(app, refusal)
      setBusy(false)
    }
  }
  const options = data.roles.map(({ id, roleName, roleCode }) => ({ value: id, label: `${roleName}（${roleCode}）` }))
  return (
    <Flex vertical gap={16}>
      <Checkbox.Group
        aria-label="部门角色"
        style={{ display: 'grid', gap: 12 }}
        options={options}
        value={[...chosen]}
        onChange={setChanged}
        disabled={busy}
      />
      <Flex justify="end" gap={8}>
        <Button onClick={() => leave(close)}>取消</Button>
        <Button type="primary" loading={busy} onClick={() => void save()}>
          保存
        </Button>
      </Flex>
    </Flex>
  )
}

/** Which roles of one department a user has; the page names the department. */
export const AssignDepartRoles = panelOf('user', AssignDepartRolesPanel)
