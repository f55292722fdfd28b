import { App, Button, Skeleton, Table, Typography } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import useSWR from 'swr'
import { declaredCall, LoadFailed, tellRefusal, useCurrentUser, useLeave } from '../../../engine/client/index.ts'
import { beginViewing, type Whom } from '../viewing/view-as.ts'
import { home } from '../product.ts'
import { useSignedIn } from '../signed-in/login-context.ts'
import type { SeenRowsAnswer } from './answers.ts'

type Row = SeenRowsAnswer['rows'][number]

const read = ({ userId, roleCode }: Whom): Promise<SeenRowsAnswer> =>
  userId === undefined
    ? declaredCall('/sys/role/permissionsOf', { roleCode: roleCode ?? '' }).get<SeenRowsAnswer>()
    : declaredCall('/sys/user/permissionsOf', { userId, ...(roleCode === undefined ? {} : { roleCode }) }).get<SeenRowsAnswer>()

/** Go on viewing as somebody else, at the page with this address. */
function useLooking(whom: Whom) {
  const { login, keep } = useSignedIn()
  const app = App.useApp()
  const navigate = useNavigate()
  const leave = useLeave()
  const [busy, setBusy] = useState(false)
  const look = async (path: string) => {
    if (busy) return
    setBusy(true)
    try {
      const next = await beginViewing(login, whom)
      void navigate(path)
      keep(next)
    } catch (refusal) {
      tellRefusal(app, refusal)
      setBusy(false)
    }
  }
  return { busy, look: (path: string) => leave(() => void look(path)) }
}

/** How many rows of each entity an account or a role sees; the numbers open the lists as they see them. */
export function SeenRows({ whom }: { readonly whom: Whom }) {
  const { permissions } = useCurrentUser()
  const mayLook = permissions.has('identity:viewing:viewAs')
  const { data, error, mutate } = useSWR<SeenRowsAnswer, Error>(['seenRows', whom], () => read(whom), {
    revalidateOnFocus: false,
    shouldRetryOnError: false,
  })
  const { busy, look } = useLooking(whom)
  if (error) return <LoadFailed error={error} retry={mutate} />
  if (!data) return <Skeleton active paragraph={{ rows: 8 }} />
  const { who, rows } = data
  const shown = ({ count, more }: Row) => `${count}${more ? '+' : ''}`
  return (
    <>
      <Typography.Paragraph>
        {who.isAccount ? `${who.realname}（${who.username}），角色：${who.roleName}` : `角色：${who.roleName}，数据范围按您本人计算`}
      </Typography.Paragraph>
      {mayLook && (
        <Button type="primary" loading={busy} onClick={() => look(home)} className="permission-question">
          以其身份查看
        </Button>
      )}
      <Table
        size="small"
        rowKey="entity"
        dataSource={[...rows]}
        pagination={false}
        scroll={{ y: 420 }}
        locale={{ emptyText: '没有可以查看的数据' }}
        columns={[
          { title: '数据', dataIndex: 'title' },
          { title: '可见记录数', key: 'count', align: 'right', width: 104, render: (_, row: Row) => shown(row) },
          {
            title: '操作',
            key: 'open',
            width: 116,
            render: (_, { path }: Row) =>
              mayLook && path ? (
                <Button type="link" size="small" disabled={busy} onClick={() => look(path)}>
                  以其身份打开
                </Button>
              ) : null,
          },
        ]}
      />
    </>
  )
}
