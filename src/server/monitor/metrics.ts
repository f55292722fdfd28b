import { readFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { getHeapStatistics } from 'node:v8'
import type { Reader } from '../../../engine/server/index.ts'
import { watchGc } from './gc-watch.ts'
import { loginFigures, type LoginFigures } from './login-figures.ts'
import { processorUse } from './processor-use.ts'

type Values = Readonly<Record<string, number>>

/** One figure of this process: what it is, in which unit, and how it is read now. */
export interface Metric {
  readonly says: string
  readonly unit: string | null
  read(): Promise<Values> | Values
}

const value = (one: number): Values => ({ VALUE: one })

/** The threads of this process as the operating system counts them; one where it does not tell. */
function threads(): number {
  try {
    return Number(/^Threads:\s*(\d+)/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? 1)
  } catch {
    return 1
  }
}

/** The modules of the runtime that were loaded; it lists them without saying so in its types. */
function builtins(): number {
  const list: unknown = Reflect.get(process, 'moduleLoadList')
  return Array.isArray(list) ? list.length : 0
}

/** The figures by the names that the family's pages ask for, filled from this process; `close` ends what they watch. */
export function openMetrics(db: Reader): { readonly metrics: Readonly<Record<string, Metric>>; close(): void } {
  const gc = watchGc()
  const use = processorUse()
  const logins = loginFigures(db)
  let mostThreads = threads()
  const one = (says: string, unit: string | null, read: () => number): Metric => ({ says, unit, read: () => value(read()) })
  const login = (says: string, read: (figures: LoginFigures) => number): Metric => ({
    says,
    unit: 'sessions',
    read: async () => value(read(await logins.read())),
  })
  const peak = () => (mostThreads = Math.max(mostThreads, threads()))
  const metrics: Record<string, Metric> = {
    'system.cpu.count': one('处理器的数量', null, () => cpus().length),
    'system.cpu.usage': one('系统的处理器使用率', null, () => use().system),
    'process.start.time': one('应用启动的时间', 'seconds', () => (Date.now() - performance.now()) / 1000),
    'process.uptime': one('应用已运行的时间', 'seconds', () => process.uptime()),
    'process.cpu.usage': one('应用的处理器使用率', null, () => use().own),
    'jvm.memory.max': one('堆的上限', 'bytes', () => getHeapStatistics().heap_size_limit),
    'jvm.memory.committed': one('堆已申请的内存', 'bytes', () => getHeapStatistics().total_heap_size),
    'jvm.memory.used': one('堆已使用的内存', 'bytes', () => getHeapStatistics().used_heap_size),
    'jvm.buffer.memory.used': one('缓冲区占用的内存', 'bytes', () => process.memoryUsage().arrayBuffers),
    'jvm.buffer.count': one('活动的句柄（连接、文件、定时器）', null, () => process.getActiveResourcesInfo().length),
    'jvm.threads.daemon': one('主线程以外的线程', 'threads', () => Math.max(0, threads() - 1)),
    'jvm.threads.live': one('线程', 'threads', threads),
    'jvm.threads.peak': one('线程的峰值', 'threads', peak),
    'jvm.classes.loaded': one('运行环境已加载的内置模块', null, builtins),
    'jvm.classes.unloaded': one('已卸载的模块；运行环境不卸载模块', null, () => 0),
    'jvm.gc.memory.allocated': one('新生代分配的内存', 'bytes', () => gc.figures().allocated),
    'jvm.gc.memory.promoted': one('晋升到老年代的内存', 'bytes', () => gc.figures().promoted),
    'jvm.gc.max.data.size': one('老年代的上限', 'bytes', () => getHeapStatistics().heap_size_limit),
    'jvm.gc.live.data.size': one('上次完全回收后的老年代', 'bytes', () => gc.figures().live),
    'jvm.gc.pause': {
      says: '垃圾回收的次数与总耗时',
      unit: 'seconds',
      read: () => {
        const { count, seconds } = gc.figures()
        return { COUNT: count, TOTAL_TIME: seconds }
      },
    },
    'tomcat.sessions.created': login('登录的次数', ({ created }) => created),
    'tomcat.sessions.expired': login('已过期、尚未清理的登录', ({ expired }) => expired),
    'tomcat.sessions.active.current': login('当前的登录', ({ current }) => current),
    'tomcat.sessions.active.max': login('登录的峰值', ({ most }) => most),
    'tomcat.sessions.rejected': login('因数量超限而拒绝的登录；数量没有上限', () => 0),
  }
  return { metrics, close: () => [gc, logins].forEach((part) => part.close()) }
}
