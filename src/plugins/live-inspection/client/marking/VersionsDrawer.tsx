import { Alert, Drawer, Empty, Skeleton, Timeline } from 'antd'
import useSWR from 'swr'
import { calls } from '../state/calls.ts'
import { fieldLabelOf } from '../../shared/label.ts'
import type { RowVersion } from '../../../../../engine/schema/index.ts'
import type { ResultRow } from '../../wire.ts'
import { attendances } from '../../../../../schemas/teaching/submission-states.ts'

const hidden = new Set(['submitStatus', 'markerId', 'markTime', 'submitTime', 'submitCount', 'updateTime', 'updateBy', 'version'])
const spoken = (value: unknown): string => (value === null || value === undefined || value === '' ? '（空）' : String(value))

/** What happened, if it is more than a change of fields. */
const acts: Readonly<Record<string, string | undefined>> = {
  add: '初始化考察结果',
  undo: '撤销了上一次评分',
  import: '导入',
}

function actOf({ operation, changes }: RowVersion): string | undefined {
  if (operation !== 'takeover') return acts[operation]
  const from = changes.find(({ field }) => field === 'holder')?.from
  return from ? `从 ${spoken(from)} 接手了评分` : '接手了评分'
}

const attendanceTitles: Readonly<Record<string, string>> = attendances

/** A value in words. */
const valueIn = (field: string, value: unknown): string =>
  field === 'attendance' ? (attendanceTitles[spoken(value)] ?? spoken(value)) : spoken(value)

function Version({ version }: { readonly version: RowVersion }) {
  const act = actOf(version)
  const changes =
    version.operation === 'add' || version.operation === 'takeover' ? [] : version.changes.filter(({ field }) => !hidden.has(field))
  return (
    <>
      <strong>{version.realname || '系统'}</strong> <span className="live-faint">{version.at}</span>
      {act && <div>{act}</div>}
      {changes.map(({ field, label, from, to }) => (
        <div key={field}>{field === 'filePaths' ? '提交了照片' : `${label}：${valueIn(field, from)} → ${valueIn(field, to)}`}</div>
      ))}
    </>
  )
}

/** Who scored what, and when. */
export function VersionsDrawer({ row, onClose }: { readonly row: ResultRow; onClose(): void }) {
  const { data, error } = useSWR<readonly RowVersion[], Error>(['versions of', row.id, row.version], () => calls.pastVersions(row.id))
  return (
    <Drawer open width={480} title={`评分历史：${fieldLabelOf(row)}（${row.studyNumber ?? ''}）`} onClose={onClose}>
      {error && <Alert type="warning" showIcon message={error.message} />}
      {!data && !error && <Skeleton active />}
      {data?.length === 0 && <Empty description="还没有改动" />}
      {data && <Timeline items={data.map((version) => ({ key: version.id, children: <Version version={version} /> }))} />}
    </Drawer>
  )
}
