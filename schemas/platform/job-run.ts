import { defineEntity } from '../../engine/schema/index.ts'

/** One run of a scheduled job. Only the server writes it; the class is named here too, so that the log outlives its job. */
export const jobRun = defineEntity({
  name: 'jobRun',
  title: '运行记录',
  domain: 'platform',
  table: 'sys_job_run',
  source: 'application',
  endpoints: { base: '/sys/quartzJobRun', disable: ['add', 'edit', 'delete', 'deleteBatch', 'importExcel', 'exportXls'] },
  label: 'beginTime',
  fields: {
    jobId: { type: 'reference', to: 'scheduledJob', show: 'jobClassName', label: '定时任务', readonly: true },
    beginTime: { type: 'dateTime', label: '开始时间', readonly: true },
    endTime: { type: 'dateTime', label: '结束时间', readonly: true },
    duration: { type: 'number', label: '用时（毫秒）', readonly: true },
    cause: { type: 'select', label: '起因', readonly: true, options: { schedule: '定时', hand: '立即执行' } },
    outcome: {
      type: 'select',
      label: '结果',
      readonly: true,
      options: { running: '运行中', done: '成功', failed: '失败', lost: '中断' },
      colours: { running: 'blue', done: 'green', failed: 'red', lost: 'orange' },
    },
    output: { type: 'longText', label: '输出', readonly: true },
    node: { type: 'text', label: '节点', readonly: true },
  },
  list: {
    columns: ['beginTime', 'endTime', 'duration', 'cause', { field: 'outcome', keep: true }, { field: 'output', ellipsis: 30 }, 'node'],
    filters: ['jobId', 'outcome', 'beginTime'],
    sort: { by: 'beginTime', order: 'desc' },
  },
  scope: 'none',
  access: { grants: { '1': 'all' } },
  menu: { icon: 'history', order: 51, hidden: true },
})
