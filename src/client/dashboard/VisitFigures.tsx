import { Statistic } from 'antd'
import useSWR from 'swr'
import { api } from '../../../engine/client/index.ts'

interface LoginCounts {
  readonly totalVisitCount: number
  readonly todayVisitCount: number
  readonly todayIp: number
}

/** Logins in total and today, and from how many addresses. */
export function VisitFigures() {
  const { data, isLoading } = useSWR('/sys/loginfo', (url: string) => api.get<LoginCounts>(url))
  return (
    <div className="visit-figures">
      <Statistic title="今日访问" value={data?.todayVisitCount ?? '—'} loading={isLoading} />
      <Statistic title="今日 IP" value={data?.todayIp ?? '—'} loading={isLoading} />
      <Statistic title="总访问量" value={data?.totalVisitCount ?? '—'} loading={isLoading} />
    </div>
  )
}
