import { Flex, Grid, Skeleton, Switch, Table, Tag, type TableColumnsType } from 'antd'
import { useState } from 'react'
import useSWR from 'swr'
import { declaredCall, LoadFailed } from '../../../engine/client/index.ts'

interface Version {
  readonly dataVersion: number
  readonly createBy: string
  readonly createTime: string
  /** Texts by field, as JSON. */
  readonly dataContent: string
  readonly labels: Readonly<Record<string, string>>
  readonly differs: readonly string[]
}

interface Line {
  readonly key: string
  readonly label: string
  readonly differs: boolean
  readonly texts: readonly string[]
}

const headOf = ({ dataVersion, createBy, createTime }: Version) => `版本 ${dataVersion}（${createBy}，${createTime}）`

function linesOf(versions: readonly Version[]): Line[] {
  const [first] = versions
  const contents = versions.map(({ dataContent }): Record<string, string> => JSON.parse(dataContent))
  const lines = Object.entries(first?.labels ?? {}).map(([key, label]) => ({
    key,
    label,
    differs: first?.differs.includes(key) ?? false,
    texts: contents.map((content) => content[key] ?? ''),
  }))
  return lines.toSorted((one, other) => Number(other.differs) - Number(one.differs))
}

const Field = ({ label, differs }: Line) => (
  <>
    {label} {differs && <Tag color="orange">不同</Tag>}
  </>
)

function Text({ line: { texts, differs }, place }: { readonly line: Line; readonly place: number }) {
  const text = texts[place] === '' ? '（空）' : texts[place]
  return <span style={{ wordBreak: 'break-word' }}>{differs ? <strong>{text}</strong> : text}</span>
}

const beside = (versions: readonly Version[]): TableColumnsType<Line> => [
  { title: '字段名', width: 200, render: (_, line) => <Field {...line} /> },
  ...versions.map((version, place) => ({
    title: headOf(version),
    render: (_: unknown, line: Line) => <Text line={line} place={place} />,
  })),
]

/** On a telephone the versions of a field stand below each other. */
const stacked = (versions: readonly Version[]): TableColumnsType<Line> => [
  {
    title: versions.map((version) => <div key={version.dataVersion}>{headOf(version)}</div>),
    render: (_, line) => (
      <Flex vertical gap={4}>
        <span>
          <Field {...line} />
        </span>
        {versions.map(({ dataVersion }, place) => (
          <span key={dataVersion}>
            版本 {dataVersion}：<Text line={line} place={place} />
          </span>
        ))}
      </Flex>
    ),
  },
]

/** Two versions of a row, field by field, with what differs first. */
export function VersionComparison({ ids }: { readonly ids: readonly [string, string] }) {
  const [dataId1, dataId2] = ids
  const [all, setAll] = useState(true)
  const isNarrow = Grid.useBreakpoint().sm === false
  const { data, error, mutate } = useSWR<readonly Version[], Error>(['dataLogCompare', dataId1, dataId2], () =>
    declaredCall('/sys/dataLog/queryCompareList', { dataId1, dataId2 }).get<readonly Version[]>(),
  )
  if (error) return <LoadFailed error={error} retry={mutate} />
  if (!data) return <Skeleton active title={false} />
  const lines = linesOf(data)
  return (
    <Flex vertical gap={12}>
      <label>
        <Switch size="small" checked={!all} onChange={(checked) => setAll(!checked)} /> 只看不同的字段
      </label>
      <Table<Line>
        size="small"
        pagination={false}
        scroll={isNarrow ? undefined : { x: 720 }}
        dataSource={lines.filter(({ differs }) => all || differs)}
        columns={(isNarrow ? stacked : beside)(data)}
      />
    </Flex>
  )
}
