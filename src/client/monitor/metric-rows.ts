import { momentText } from './moment-text.ts'

export interface MeasuredMetric {
  readonly name: string
  readonly measurements: readonly { readonly statistic: string; readonly value: number }[]
}

type Show = (value: number) => string
const MEGABYTE = 1_048_576
const share: Show = (value) => `${(value * 100).toFixed(2)} %`
const megabytes: Show = (value) => `${(value / MEGABYTE).toFixed(3)} MB`
const seconds: Show = (value) => `${value.toFixed(3)} 秒`
const moment: Show = (value) => momentText(value * 1000)
const counted =
  (unit: string): Show =>
  (value) =>
    `${value} ${unit}`

/** A line of a page of figures: one measurement of a metric, and how it is written. */
interface MetricRow {
  readonly metric: string
  /** Which measurement; the first unless stated otherwise. */
  readonly place?: number
  readonly text: string
  readonly show: Show
}
const row = (metric: string, text: string, show: Show, place = 0): MetricRow => ({ metric, text, show, place })

/** A page of figures with the sentence for when they cannot be read. */
export interface MetricPage {
  readonly title: string
  readonly failure: string
  readonly rows: readonly MetricRow[]
}

export const serverPage: MetricPage = {
  title: '服务器信息',
  failure: '获取服务器信息失败',
  rows: [
    row('system.cpu.count', 'CPU 数量', counted('核')),
    row('system.cpu.usage', '系统 CPU 使用率', share),
    row('process.start.time', '应用启动时间点', moment),
    row('process.uptime', '应用已运行时间', seconds),
    row('process.cpu.usage', '当前应用 CPU 使用率', share),
  ],
}

export const runtimePage: MetricPage = {
  title: 'JVM信息',
  failure: '获取JVM信息失败',
  rows: [
    row('jvm.memory.max', '堆的最大内存', megabytes),
    row('jvm.memory.committed', '堆已申请内存', megabytes),
    row('jvm.memory.used', '堆已用内存', megabytes),
    row('jvm.buffer.memory.used', '缓冲区已用内存', megabytes),
    row('jvm.buffer.count', '当前活动句柄数量', counted('个')),
    row('jvm.threads.daemon', '主线程以外的线程数量', counted('个')),
    row('jvm.threads.live', '当前线程数量', counted('个')),
    row('jvm.threads.peak', '峰值线程数量', counted('个')),
    row('jvm.classes.loaded', '已加载内置模块数量', counted('个')),
    row('jvm.classes.unloaded', '已卸载模块数量', counted('个')),
    row('jvm.gc.memory.allocated', '新生代分配的内存', megabytes),
    row('jvm.gc.memory.promoted', '晋升到老年代的内存', megabytes),
    row('jvm.gc.max.data.size', '老年代的最大内存', megabytes),
    row('jvm.gc.live.data.size', '完全回收后老年代的内存', megabytes),
    row('jvm.gc.pause', '启动以来GC 次数', counted('次')),
    row('jvm.gc.pause', '启动以来GC 总耗时', seconds, 1),
  ],
}

export const sessionPage: MetricPage = {
  title: 'Tomcat信息',
  failure: '获取Tomcat信息失败',
  rows: [
    row('tomcat.sessions.created', '登录次数', counted('次')),
    row('tomcat.sessions.expired', '已过期的登录', counted('个')),
    row('tomcat.sessions.active.current', '当前登录', counted('个')),
    row('tomcat.sessions.active.max', '登录峰值', counted('个')),
    row('tomcat.sessions.rejected', '因数量超限而拒绝的登录', counted('个')),
  ],
}
