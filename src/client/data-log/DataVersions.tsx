import { Alert, Descriptions, Flex, Select, Skeleton } from 'antd'
import { useState } from 'react'
import useSWR from 'swr'
import { declaredCall, LoadFailed, panelOf } from '../../../engine/client/index.ts'
import { VersionComparison } from './VersionComparison.tsx'

/** The two versions stand beside each other on whatever has room for two. */
const columns = { xs: 1, sm: 2, md: 2, lg: 2, xl: 2, xxl: 2 }

interface Version {
  readonly id: string
  readonly dataVersion: number
}

/** The versions of the row that a line of the data log is about: two of them are chosen and compared. */
export const DataVersions = panelOf('dataLog', ({ row }) => {
  const dataTable = row?.tableName ?? ''
  const dataId = row?.rowId ?? ''
  const [chosen, choose] = useState<readonly [string?, string?]>([])
  const { data, error, mutate } = useSWR<readonly Version[], Error>(['dataVersions', dataTable, dataId], () =>
    declaredCall('/sys/dataLog/queryDataVerList', { dataTable, dataId }).get<readonly Version[]>(),
  )
  if (error) return <LoadFailed error={error} retry={mutate} />
  if (!data) return <Skeleton active title={false} />
  // The line itself, and the version before it.
  const own = data.findIndex(({ id }) => id === row?.id)
  const newer = chosen[1] ?? data[own]?.id ?? data[0]?.id
  const older = chosen[0] ?? data[own + 1]?.id
  const options = data.map(({ id, dataVersion }) => ({ value: id, label: `版本 ${dataVersion}` }))
  const selector = (label: string, value: string | undefined, pick: (id: string) => void) => ({
    key: label,
    label,
    children: (
      <Select aria-label={label} value={value} options={options} onChange={pick} placeholder="请选择版本" style={{ minWidth: 160 }} />
    ),
  })
  return (
    <Flex vertical gap={16}>
      <Descriptions
        column={columns}
        items={[
          { key: 'table', label: '数据库表名', children: dataTable },
          { key: 'id', label: '数据ID', children: dataId },
          selector('版本号1', older, (id) => choose([id, newer])),
          selector('版本号2', newer, (id) => choose([older, id])),
        ]}
      />
      {older === undefined || newer === undefined || older === newer ? (
        <Alert type="info" showIcon message={data.length < 2 ? '这条数据只有一个版本，没有可比较的' : '请选择两条数据'} />
      ) : (
        <VersionComparison ids={[older, newer]} />
      )}
    </Flex>
  )
})
