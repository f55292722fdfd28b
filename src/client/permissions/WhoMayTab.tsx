import { Col, Empty, Row, Select, Table, Tag, Tooltip, Typography } from 'antd'
import { useState } from 'react'
import useSWR from 'swr'
import { declaredCall, LoadFailed } from '../../../engine/client/index.ts'
import type { MayDo, WhoMayAnswer } from './answers.ts'
import { EntitySelect } from './EntitySelect.tsx'
import { RowSelect } from './RowSelect.tsx'
import { useExplainable } from './use-explainable.ts'

const SIZE = 10

interface Role {
  readonly roleCode: string
  readonly roleName: string
}

/** What one person may do; what they may not says why when pointed at. */
function Actions({ actions }: Pick<MayDo, 'actions'>) {
  const may = actions.filter(({ allowed }) => allowed)
  const mayNot = actions.filter(({ allowed }) => !allowed)
  const [view] = actions
  if (!may.length) return <Typography.Text type="secondary">什么都不能做：{view?.reason}</Typography.Text>
  return (
    <>
      {may.map(({ name, title }) => (
        <Tag key={name} color="green">
          {title}
        </Tag>
      ))}
      {mayNot.map(({ name, title, reason }) => (
        <Tooltip key={name} title={reason}>
          <Tag tabIndex={0}>
            <del>{title}</del>
          </Tag>
        </Tooltip>
      ))}
    </>
  )
}

interface AskedRow {
  readonly entity: string
  readonly rowId: string
  readonly roleCode?: string | undefined
}

function People({ entity, rowId, roleCode }: AskedRow) {
  const [page, setPage] = useState(1)
  const { data, error, isLoading, mutate } = useSWR<WhoMayAnswer, Error>(
    ['whoMay', entity, rowId, roleCode, page],
    () =>
      declaredCall('/sys/permission/whoMay', {
        entity,
        rowId,
        pageNo: page,
        pageSize: SIZE,
        ...(roleCode === undefined ? {} : { roleCode }),
      }).get<WhoMayAnswer>(),
    { revalidateOnFocus: false, keepPreviousData: true, shouldRetryOnError: false },
  )
  if (error) return <LoadFailed error={error} retry={mutate} />
  return (
    <Table
      size="small"
      rowKey="id"
      loading={isLoading}
      dataSource={[...(data?.records ?? [])]}
      scroll={{ x: 700 }}
      pagination={{ current: page, pageSize: SIZE, total: data?.total ?? 0, showSizeChanger: false, onChange: setPage }}
      columns={[
        { title: '角色', dataIndex: 'roleName', width: 140 },
        { title: '用户', key: 'user', width: 200, render: (_, { realname, username }: MayDo) => `${realname}（${username}）` },
        { title: '可以做什么', key: 'actions', render: (_, { actions }: MayDo) => <Actions actions={actions} /> },
      ]}
    />
  )
}

/** Who may do what to one row. */
export function WhoMayTab() {
  const entities = useExplainable()
  const [entity, setEntity] = useState<string>()
  const [rowId, setRowId] = useState<string>()
  const [roleCode, setRoleCode] = useState<string>()
  const roles = useSWR<readonly Role[], Error>(['rolesToChoose'], () => declaredCall('/sys/role/queryall', {}).get<Role[]>())
  const chosen = entities.find((one) => one.entity === entity)
  return (
    <>
      <Row gutter={[12, 12]} className="permission-question">
        <Col xs={24} md={8}>
          <EntitySelect
            entities={entities}
            value={entity}
            onChange={(next) => {
              setEntity(next)
              setRowId(undefined)
            }}
          />
        </Col>
        <Col xs={24} md={8}>
          <Select
            allowClear
            aria-label="角色"
            placeholder="全部角色"
            value={roleCode ?? null}
            options={(roles.data ?? []).map((one) => ({ value: one.roleCode, label: one.roleName }))}
            onChange={(next: string | null) => setRoleCode(next ?? undefined)}
          />
        </Col>
        <Col xs={24} md={8}>
          {chosen && <RowSelect key={chosen.entity} base={chosen.base} label="记录" value={rowId} onChange={setRowId} />}
        </Col>
      </Row>
      {chosen && rowId ? (
        <People key={`${chosen.entity} ${rowId} ${roleCode ?? ''}`} entity={chosen.entity} rowId={rowId} roleCode={roleCode} />
      ) : (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="选择一条记录，查看谁可以对它做什么" />
      )}
    </>
  )
}
