import type { Redis } from 'ioredis'
import { Unavailable, type Reader } from '../../../engine/server/index.ts'

/** A figure of the cache as its page lists it. */
export interface CacheFact {
  readonly key: string
  readonly description: string | null
  readonly value: string
}

/** The cache in use: Redis, or without one what the database keeps for minutes in its place. */
export interface CacheFigures {
  keys(): Promise<number>
  /** Bytes. */
  memory(): Promise<number>
  facts(): Promise<readonly CacheFact[]>
  close(): void
}

const descriptions: Readonly<Record<string, string>> = {
  redis_version: 'Redis 服务器版本',
  os: 'Redis 服务器的宿主操作系统',
  uptime_in_seconds: '自 Redis 服务器启动以来，经过的秒数',
  uptime_in_days: '自 Redis 服务器启动以来，经过的天数',
  connected_clients: '已连接客户端的数量',
  blocked_clients: '正在等待阻塞命令的客户端的数量',
  used_memory: '由 Redis 分配器分配的内存总量，以字节为单位',
  used_memory_human: '由 Redis 分配器分配的内存总量',
  used_memory_peak_human: 'Redis 的内存消耗峰值',
  mem_fragmentation_ratio: '已占用的物理内存与已分配内存的比率',
  total_connections_received: '服务器已接受的连接请求数量',
  total_commands_processed: '服务器已执行的命令数量',
  keyspace_hits: '查找键成功的次数',
  keyspace_misses: '查找键失败的次数',
  expired_keys: '因过期而被删除的键的数量',
  evicted_keys: '因内存容量限制而被驱逐的键的数量',
  role: '在复制中的角色',
  db0: '0 号数据库的键的统计',
}

const TIMEOUT = 2000

async function redisFigures(url: string): Promise<CacheFigures> {
  const { Redis: Client } = await import('ioredis')
  const redis: Redis = new Client(url, { lazyConnect: true, commandTimeout: TIMEOUT, connectTimeout: TIMEOUT, maxRetriesPerRequest: 1 })
  // Each call that cannot be made says so; the client's own events would say it once more.
  redis.on('error', () => undefined)
  const ask = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch {
      throw new Unavailable('获取 Redis 信息失败')
    }
  }
  const facts = () =>
    ask(async () =>
      (await redis.info()).split(/\r?\n/).flatMap((line): CacheFact[] => {
        const [, key, value] = /^([a-z]\w*):(.*)$/.exec(line) ?? []
        return key === undefined || value === undefined ? [] : [{ key, description: descriptions[key] ?? null, value }]
      }),
    )
  return {
    keys: () => ask(() => redis.dbsize()),
    facts,
    memory: async () => Number((await facts()).find(({ key }) => key === 'used_memory')?.value ?? 0),
    close: () => redis.disconnect(),
  }
}

function databaseFigures(db: Reader): CacheFigures {
  const keys = async () => {
    const { count } = await db
      .selectFrom('sys_one_time_key')
      .select((e) => e.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    return count
  }
  return {
    keys,
    memory: () => Promise.resolve(process.memoryUsage().heapUsed),
    async facts() {
      const { heapUsed, rss } = process.memoryUsage()
      return [
        { key: 'cache', description: '没有配置 Redis，使用内置缓存：短期数据在数据库中，其余在本节点的内存中', value: 'built-in' },
        { key: 'keys', description: '短期数据（验证码、票据）的数量', value: String(await keys()) },
        { key: 'used_memory', description: '本节点已使用的堆内存，以字节为单位', value: String(heapUsed) },
        { key: 'used_memory_rss', description: '操作系统分配给本节点的内存，以字节为单位', value: String(rss) },
        { key: 'uptime_in_seconds', description: '本节点启动以来，经过的秒数', value: String(Math.round(process.uptime())) },
      ]
    },
    close: () => undefined,
  }
}

/** The figures of the cache in use; the connection to Redis is made when they are first asked for. */
export const cacheFigures = (db: Reader, redisUrl: string | undefined): Promise<CacheFigures> =>
  redisUrl === undefined ? Promise.resolve(databaseFigures(db)) : redisFigures(redisUrl)
