import { Button, Card, Empty, Flex, Grid, Table, Tabs, Tag, Tooltip, type TableColumnsType } from 'antd'
import { Suspense, useCallback, useMemo, useState } from 'react'
import { Link } from 'react-router-dom'
import useSWR from 'swr'
import { api, lazyPart, MissingWindow, pageTurn, singleClick, useCurrentUser } from '../../../engine/client/index.ts'
import { taskPanels, type HomeTask, type TaskPanel } from '../../dashboard/home-figures.ts'
import { colourOfDays, cutTask, wordsOfDays } from './days-left.ts'

const ResumedImport = lazyPart(() => import('./ResumedImport.tsx').then((file) => file.ResumedImport), MissingWindow)
const READ_EVERY = 60_000
const panels = Object.keys(taskPanels) as TaskPanel[]
/** What an empty panel would have. */
const panelWords: Readonly<Record<TaskPanel, string>> = {
  todo: '待办的事项：需要您处理的会列在这里',
  doing: '在办的事项：正在进行的和您接手的会列在这里',
  held: '挂账的事项：缺勤后还没有补做的会列在这里',
  supervised: '要督办的事项：到期还没有办的会列在这里',
}
const pagination = {
  itemRender: pageTurn,
  defaultPageSize: 5,
  pageSizeOptions: [10, 20, 30],
  showSizeChanger: true,
  showTotal: (total: number) => `共 ${total} 条`,
}

const Cut = ({ text }: { readonly text: string }) => (
  <Tooltip title={cutTask(text) === text ? undefined : text}>
    <span>{cutTask(text)}</span>
  </Tooltip>
)

type Imports = HomeTask['imports']
interface WayProps {
  readonly task: HomeTask
  resume(imports: Imports): void
}

function Way({ task: { screen, query, title, imports }, resume }: WayProps) {
  const { entityPath } = useCurrentUser()
  const name = `处理 ${title}`
  if (imports)
    return (
      <Button type="link" className="task-way" aria-label={name} onClick={singleClick(() => resume(imports))}>
        处理
      </Button>
    )
  if (screen === undefined)
    return (
      <a href="/m" target="_blank" rel="noreferrer" className="task-way" aria-label={name}>
        处理
      </a>
    )
  return (
    <Link to={`${entityPath(screen)}?${new URLSearchParams(query)}`} className="task-way" aria-label={name}>
      处理
    </Link>
  )
}

const Left = ({ left }: Pick<HomeTask, 'left'>) => (left === undefined ? '—' : <Tag color={colourOfDays(left)}>{wordsOfDays(left)}</Tag>)

const wide = (resume: WayProps['resume']): TableColumnsType<HomeTask> => [
  { title: '类型', dataIndex: 'kind', width: 96 },
  { title: '事项', dataIndex: 'title', render: (text: string) => <Cut text={text} /> },
  { title: '所属', dataIndex: 'place', render: (text: string) => <Cut text={text} /> },
  { title: '数量', dataIndex: 'count', width: 72 },
  { title: '剩余天数', key: 'left', width: 104, render: (_, task) => <Left left={task.left} /> },
  { title: '操作', key: 'way', width: 72, render: (_, task) => <Way task={task} resume={resume} /> },
]

/** On a telephone all of a task stands together, and what leads to it is in sight. */
const narrow = (resume: WayProps['resume']): TableColumnsType<HomeTask> => [
  {
    title: '事项',
    key: 'task',
    render: (_, task) => (
      <Flex vertical gap={4}>
        <Flex justify="space-between" gap={8}>
          <strong>{task.title}</strong>
          <Way task={task} resume={resume} />
        </Flex>
        <span>{task.place}</span>
        <Flex gap={8} align="center">
          <span>
            {task.kind} {task.count}
          </span>
          <Left left={task.left} />
        </Flex>
      </Flex>
    ),
  },
]

/** What waits for the user: to do, under way, put off and overdue. */
export function TasksHome() {
  const [panel, setPanel] = useState<TaskPanel>('todo')
  const [resumed, resume] = useState<Imports>()
  const isNarrow = Grid.useBreakpoint().sm === false
  const columns = useMemo(() => (isNarrow ? narrow : wide)(resume), [isNarrow])
  const { data, error, mutate } = useSWR<readonly HomeTask[], Error>('/sys/homeTasks', (url: string) => api.get<readonly HomeTask[]>(url), {
    refreshInterval: READ_EVERY,
    // Whoever comes back within two seconds may have left a task behind.
    dedupingInterval: 0,
  })
  const reload = useCallback(() => void mutate(), [mutate])
  if (error && !data)
    return (
      <Empty description={error.message}>
        <Button onClick={() => void mutate()}>重试</Button>
      </Empty>
    )
  const of = (key: TaskPanel) => data?.filter((task) => task.panel === key) ?? []
  const items = panels.map((key) => ({
    key,
    label: data ? `${taskPanels[key]}（${of(key).length}）` : taskPanels[key],
    children: (
      <Table
        rowKey="id"
        size="middle"
        columns={columns}
        dataSource={of(key)}
        loading={!data}
        pagination={pagination}
        scroll={isNarrow ? undefined : { x: 560 }}
        locale={{ emptyText: <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={`没有${panelWords[key]}`} /> }}
      />
    ),
  }))
  return (
    <Card>
      <Tabs activeKey={panel} onChange={(key) => setPanel(panels.find((one) => one === key) ?? 'todo')} items={items} destroyOnHidden />
      {resumed && (
        <Suspense>
          <ResumedImport imports={resumed} reload={reload} close={() => resume(undefined)} />
        </Suspense>
      )}
    </Card>
  )
}
