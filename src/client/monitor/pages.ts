export { DiskMonitor } from './DiskMonitor.tsx'
export { HttpTrace } from './HttpTrace.tsx'
export { LoginMonitor, RuntimeMonitor, ServerMonitor } from './MetricPages.tsx'
