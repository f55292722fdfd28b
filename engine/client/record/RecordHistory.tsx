import { isReference } from '../../fields/structure.ts'
import { Empty, Skeleton, Timeline, Typography } from 'antd'
import useSWR from 'swr'
import { isEmpty } from '../../fields/is-empty.ts'
import { sharedField } from '../../fields/shared.ts'
import type { AnyEntity } from '../../schema/index.ts'
import type { ChangedField, RowVersion } from '../../schema/row-version.ts'
import { api } from '../../browser/api.ts'
import { ListStates } from '../list/rows/ListStates.tsx'

const done: Readonly<Record<string, string | undefined>> = {
  add: '新增',
  edit: '编辑',
  delete: '删除',
  restore: '还原',
  purge: '彻底删除',
  import: '导入',
}

/** A value in readable form; a reference comes with its text. */
function spoken(entity: AnyEntity, { field: key }: ChangedField, value: unknown, text: string | undefined): string {
  if (text !== undefined && text !== '') return text
  if (isEmpty(value)) return '（空）'
  const field = entity.fields[key]
  if (isReference(field)) return '已删除或无权查看'
  return field && (typeof value === 'string' || typeof value === 'number') ? sharedField(field).toText(value, field) : String(value)
}

function ChangeLine({ entity, change }: { readonly entity: AnyEntity; readonly change: ChangedField }) {
  const from = spoken(entity, change, change.from, change.fromText)
  const to = spoken(entity, change, change.to, change.toText)
  return (
    <div>
      {change.label && <Typography.Text type="secondary">{change.label}：</Typography.Text>}
      {isEmpty(change.from) ? to : `${from} → ${to}`}
    </div>
  )
}

/** Who wrote what to a row, and when; the newest first. */
export function RecordHistory({ entity, id, version }: { readonly entity: AnyEntity; readonly id: string; readonly version: unknown }) {
  const path = `${entity.endpoints.base}/history`
  const { data, error, mutate } = useSWR<readonly RowVersion[], Error>([entity.name, path, id, version], () => api.get(path, { id }))
  if (error) return <ListStates error={error} loading={false} retry={() => void mutate()} />
  if (!data) return <Skeleton active />
  if (data.length === 0) return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="还没有修改记录" />
  const items = data.map((one) => ({
    key: one.id,
    children: (
      <>
        <strong>{one.realname || '系统'}</strong> {done[one.operation]} <Typography.Text type="secondary">{one.at}</Typography.Text>
        {one.changes.map((change) => (
          <ChangeLine key={change.field} entity={entity} change={change} />
        ))}
      </>
    ),
  }))
  return <Timeline items={items} style={{ paddingBlockStart: 8 }} />
}
