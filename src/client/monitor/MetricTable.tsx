import { Flex, Grid, Table, Tag, Typography, type TableColumnsType } from 'antd'
import { Fragment } from 'react'
import { api } from '../../../engine/client/index.ts'
import { LiveView } from './LiveView.tsx'
import type { MeasuredMetric, MetricPage } from './metric-rows.ts'
import { useLive } from './use-live.ts'

interface Answer {
  readonly node: string
  readonly figures: readonly MeasuredMetric[]
}

/** All figures of a page at once, from one node; one that fails fails the page. */
async function readAll({ rows }: MetricPage) {
  const names = [...new Set(rows.map(({ metric }) => metric))].join()
  const { node, figures } = await api.get<Answer>(`/sys/actuator/figures?names=${names}`)
  return { node, figures: new Map(figures.map((one) => [one.name, one])) }
}

interface Line {
  readonly key: string
  readonly metric: string
  readonly text: string
  readonly value: string
}

/** A name of several words, which breaks between them where it has to. */
const Dotted = ({ name }: { readonly name: string }) =>
  name.split('.').map((word, place) => (
    <Fragment key={place}>
      {place > 0 && (
        <>
          .<wbr />
        </>
      )}
      {word}
    </Fragment>
  ))

const value = { title: '当前值', dataIndex: 'value', align: 'right' } as const
const wide: TableColumnsType<Line> = [
  { title: '参数', render: (_, { metric }) => <Tag>{metric}</Tag> },
  { title: '描述', dataIndex: 'text' },
  value,
]

const whole = { style: { whiteSpace: 'nowrap' } } as const

/** On a telephone the name of a figure stands below what it is. */
const narrow: TableColumnsType<Line> = [
  {
    title: '参数',
    render: (_, { metric, text }) => (
      <Flex vertical>
        {text}
        <Typography.Text type="secondary" style={{ fontSize: 12 }}>
          <Dotted name={metric} />
        </Typography.Text>
      </Flex>
    ),
  },
  { ...value, width: 1, onCell: () => whole, onHeaderCell: () => whole },
]

/** A page of figures: each metric, what it is, and its value now. */
export function MetricTable({ page }: { readonly page: MetricPage }) {
  const isNarrow = Grid.useBreakpoint().sm === false
  const live = useLive(page.title, () => readAll(page))
  return (
    <LiveView live={live} failure={page.failure}>
      {({ figures }) => (
        <Table<Line>
          size="small"
          pagination={false}
          dataSource={page.rows.map(({ metric, text, show, place = 0 }) => {
            const value = figures.get(metric)?.measurements[place]?.value
            return { key: `${metric}/${place}`, metric, text, value: value === undefined ? '-' : show(value) }
          })}
          columns={isNarrow ? narrow : wide}
        />
      )}
    </LiveView>
  )
}
