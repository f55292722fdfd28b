import { Flex, Progress, Typography } from 'antd'
import { api } from '../../../engine/client/index.ts'
import { LiveView } from './LiveView.tsx'
import { useLive } from './use-live.ts'

interface Disk {
  readonly name: string
  readonly max: number
  readonly rest: number
  /** The part that is used, in percent. */
  readonly restPPT: number
}

const GIGABYTE = 1024 ** 3
const nearlyFull = 90

/** One gauge for each disk of the node that answers. */
export function DiskMonitor() {
  const live = useLive('disk', () => api.get<{ readonly node: string; readonly disks: readonly Disk[] }>('/sys/actuator/disks'))
  return (
    <LiveView live={live} failure="获取磁盘信息失败">
      {({ disks }) => (
        <Flex gap={48} wrap>
          {disks.map(({ name, max, rest, restPPT }) => (
            <Flex key={name} vertical align="center" gap={8}>
              <Typography.Text strong>{name}</Typography.Text>
              <Progress
                type="dashboard"
                percent={restPPT}
                status={restPPT >= nearlyFull ? 'exception' : 'normal'}
                format={(percent) => `${percent}%`}
                aria-label={`${name}已使用 ${restPPT}%`}
              />
              <Typography.Text type="secondary">
                剩余 {(rest / GIGABYTE).toFixed(1)} GB，共 {(max / GIGABYTE).toFixed(1)} GB
              </Typography.Text>
            </Flex>
          ))}
        </Flex>
      )}
    </LiveView>
  )
}
