const group = 'performance'

/**
 * What is watched while the server runs, one page each. They belong to no rows; the log's permissions guard them (`platform:log:…`),
 * because roles hold these codes since the pages were one page of the log.
 */
export const monitors = {
  monitor: {
    title: '服务器信息',
    screen: 'serverMonitor',
    path: '/monitor/SystemInfo',
    menu: { icon: 'desktop', order: 1, group, component: 'modules/monitor/SystemInfo' },
  },
  runtime: {
    title: 'JVM信息',
    splitFrom: 'monitor',
    screen: 'runtimeMonitor',
    path: '/monitor/JvmInfo',
    menu: { icon: 'dashboard', order: 2, group, component: 'modules/monitor/JvmInfo' },
  },
  sessions: {
    title: 'Tomcat信息',
    splitFrom: 'monitor',
    screen: 'loginMonitor',
    path: '/monitor/TomcatInfo',
    menu: { icon: 'team', order: 3, group, component: 'modules/monitor/TomcatInfo' },
  },
  trace: {
    title: '请求追踪',
    splitFrom: 'monitor',
    screen: 'traceMonitor',
    path: '/monitor/HttpTrace',
    menu: { icon: 'list', order: 4, group, component: 'modules/monitor/HttpTrace' },
  },
  cache: {
    title: 'Redis监控',
    splitFrom: 'monitor',
    screen: 'cacheMonitor',
    path: '/monitor/redis/info',
    menu: { icon: 'database', order: 5, group, component: 'modules/monitor/RedisInfo' },
  },
  disk: {
    title: '磁盘监控',
    splitFrom: 'monitor',
    screen: 'diskMonitor',
    path: '/monitor/Disk',
    menu: { icon: 'bar-chart', order: 6, group, component: 'modules/monitor/DiskMonitoring' },
  },
} as const
