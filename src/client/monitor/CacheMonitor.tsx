import { Flex, Table } from 'antd'
import { useRef } from 'react'
import { api } from '../../../engine/client/index.ts'
import { LiveChart } from './LiveChart.tsx'
import { LiveView } from './LiveView.tsx'
import { momentText } from './moment-text.ts'
import { withPoint, type LivePoint } from './points.ts'
import { useLive } from './use-live.ts'

interface Fact {
  readonly key: string
  readonly description: string | null
  readonly value: string
}

interface Answer {
  readonly node: string
  readonly keys: number
  /** Bytes. */
  readonly memory: number
  readonly facts: readonly Fact[]
}

interface Known {
  readonly node: string
  readonly keys: readonly LivePoint[]
  readonly memory: readonly LivePoint[]
  readonly facts: readonly Fact[]
}

/** The next point of the node that answers, which need not be the one that did before: each has its own charts. */
async function readNext(known: Map<string, Known>): Promise<Known> {
  const { node, keys, memory, facts } = await api.get<Answer>('/sys/actuator/cache')
  const at = momentText(Date.now()).slice(-8)
  const before = known.get(node)
  const next = {
    node,
    keys: withPoint(before?.keys ?? [], { at, value: keys }),
    memory: withPoint(before?.memory ?? [], { at, value: memory / 1000 }),
    facts,
  }
  known.set(node, next)
  return next
}

/** Names and values are single words, which a telephone has to break. */
const broken = (text: string) => <span style={{ overflowWrap: 'anywhere' }}>{text}</span>

/** The cache in use: how many keys it has, what memory it takes, and what it says of itself. */
export function CacheMonitor() {
  const known = useRef(new Map<string, Known>())
  const live = useLive('cache', () => readNext(known.current))
  return (
    <LiveView live={live} failure="获取 Redis 信息失败">
      {({ keys, memory, facts }) => (
        <Flex vertical gap={16}>
          <Flex gap={24} wrap>
            <LiveChart title="Key 实时数量（个）" points={keys} padding={10} />
            <LiveChart title="内存实时占用情况（KB）" points={memory} padding={100} />
          </Flex>
          <Table<Fact>
            size="small"
            rowKey="key"
            pagination={false}
            dataSource={[...facts]}
            columns={[
              { title: 'Key', dataIndex: 'key', width: '22%', render: broken },
              { title: '描述', dataIndex: 'description', render: (text: string | null) => text ?? '-' },
              { title: 'Value', dataIndex: 'value', render: broken },
            ]}
          />
        </Flex>
      )}
    </LiveView>
  )
}
