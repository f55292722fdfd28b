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

interface Known {
  readonly keys: readonly LivePoint[]
  readonly memory: readonly LivePoint[]
  readonly facts: readonly Fact[]
}

const base = '/sys/actuator/redis'
const none: Known = { keys: [], memory: [], facts: [] }

async function readNext(known: Known): Promise<Known> {
  const [{ dbSize }, { used_memory: bytes }, facts] = await Promise.all([
    api.get<{ readonly dbSize: number }>(`${base}/keysSize`),
    api.get<{ readonly used_memory: number }>(`${base}/memoryInfo`),
    api.get<readonly Fact[]>(`${base}/info`),
  ])
  const at = momentText(Date.now()).slice(-8)
  return {
    keys: withPoint(known.keys, { at, value: dbSize }),
    memory: withPoint(known.memory, { at, value: bytes / 1000 }),
    facts,
  }
}

/** Names and values are single words, which a telephone has to break. */
const broken = (text: string) => <span style={{ overflowWrap: 'anywhere' }}>{text}</span>

/** The cache in use: how many keys it has, what memory it takes, and what it says of itself. */
export function CacheMonitor() {
  const known = useRef(none)
  const live = useLive('cache', async () => (known.current = await readNext(known.current)))
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
