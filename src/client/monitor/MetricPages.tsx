import { MetricTable } from './MetricTable.tsx'
import { runtimePage, serverPage, sessionPage } from './metric-rows.ts'

export const ServerMonitor = () => <MetricTable page={serverPage} />
export const RuntimeMonitor = () => <MetricTable page={runtimePage} />
export const LoginMonitor = () => <MetricTable page={sessionPage} />
