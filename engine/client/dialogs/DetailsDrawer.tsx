import { singleClick } from '../list/single-click.ts'
import { Descriptions, Drawer, Skeleton } from 'antd'
import useSWR from 'swr'
import type { AnyEntity, WireRow } from '../../schema/index.ts'
import { api } from '../api.ts'
import { CellView } from '../list/CellView.tsx'
import { idOf, labelOf } from '../list/list-model.ts'

interface Props {
  readonly entity: AnyEntity
  readonly row: WireRow
  close(): void
}

const shownAnyway = ['createTime', 'updateTime'] as const
const titles = { createTime: '创建时间', updateTime: '更新时间' }

/** All of one row, in the groups of its form. The row of the list stands in until the whole one is there. */
export function DetailsDrawer({ entity, row, close }: Props) {
  const url = `${entity.endpoints.base}/queryById`
  const { data, isLoading } = useSWR([entity.name, url, idOf(entity, row)], () => api.get<WireRow>(url, { id: idOf(entity, row) }))
  const whole = { ...row, ...data }
  const groups = entity.form?.groups ?? { '': Object.keys(entity.fields) }
  return (
    <Drawer open title={labelOf(entity, row)} width="min(720px, 100vw)" onClose={singleClick(close)}>
      {Object.entries(groups).map(([title, keys]) => (
        <Descriptions key={title} title={title || undefined} column={{ xs: 1, sm: 2 }} bordered size="small" style={{ marginBottom: 16 }}>
          {keys.flatMap((key) => {
            const field = entity.fields[key]
            if (!field || field.transient || field.type === 'secret') return []
            return [
              <Descriptions.Item key={key} label={field.label} span={field.type === 'longText' || field.type === 'files' ? 2 : 1}>
                <CellView column={key} field={field} row={whole} />
              </Descriptions.Item>,
            ]
          })}
        </Descriptions>
      ))}
      {isLoading ? (
        <Skeleton active paragraph={{ rows: 1 }} />
      ) : (
        <Descriptions column={{ xs: 1, sm: 2 }} size="small">
          {shownAnyway.map((key) => (
            <Descriptions.Item key={key} label={titles[key]}>
              {String(whole[key] ?? '-')}
            </Descriptions.Item>
          ))}
        </Descriptions>
      )}
    </Drawer>
  )
}
