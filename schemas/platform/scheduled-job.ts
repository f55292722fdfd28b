import { defineEntity } from '../../engine/schema/index.ts'

const job = { id: { type: 'text', label: '定时任务', required: '请选择一条记录！' } } as const
export const jobStates = { scheduled: 0, stopped: -1 } as const
/** They change something; the wire of the specification asks for them with GET. */
const verbs = ['GET', 'POST', 'PUT'] as const

/** What the server does by itself at set times; `jobClassName` names one of the registry (`src/server/jobs/job-functions.ts`). */
export const scheduledJob = defineEntity({
  name: 'scheduledJob',
  title: '定时任务',
  domain: 'platform',
  table: 'sys_quartz_job',
  endpoints: { base: '/sys/quartzJob' },
  label: 'jobClassName',
  fields: {
    jobClassName: {
      type: 'select',
      label: '任务类名',
      required: '请输入任务类名!',
      options: {
        ClearLoginsJob: '清理失效的登录',
        ClearLoginLogJob: '清理登录记录',
        ClearLogJob: '清理日志',
        ClearFilesJob: '清理无归属的文件',
        ClearJobRunsJob: '清理任务运行记录',
        AnnouncementsJob: '通告的开始与结束',
        RetryMessagesJob: '重发失败的消息',
        StatisticsJob: '统计访问量',
        BackUpJob: '备份数据库',
        SampleJob: '示例任务',
      },
    },
    cronExpression: { type: 'cron', label: 'cron表达式', required: '请输入cron表达式!', default: '* * * * * ? *' },
    parameter: { type: 'text', label: '参数', max: 255, help: '清理与备份类任务：保留的天数' },
    description: { type: 'text', label: '描述', max: 255 },
    status: {
      type: 'select',
      label: '状态',
      default: jobStates.scheduled,
      options: { '0': '正常', '-1': '停止' },
      colours: { '0': 'green', '-1': 'default' },
    },
    running: {
      type: 'count',
      of: 'jobRun',
      whose: 'jobId',
      where: { outcome: 'running' },
      label: '运行状态',
      says: { none: '未运行', some: '运行中' },
    },
  },
  list: {
    columns: [
      'jobClassName',
      'cronExpression',
      { field: 'parameter', ellipsis: 20 },
      { field: 'description', ellipsis: 20 },
      'status',
      'running',
    ],
    filters: ['jobClassName', 'status'],
    sort: { by: 'createTime', order: 'desc' },
    rereads: 3,
  },
  form: {
    opensIn: 'modal',
    width: 800,
    groups: { '': ['jobClassName', 'cronExpression', 'parameter', 'description', 'status'] },
  },
  children: [{ entity: 'jobRun', by: 'jobId', shown: 'drawer', label: '运行记录', width: 900 }],
  rowActions: {
    resume: {
      label: '启动',
      does: 'call',
      call: 'resume',
      when: { status: jobStates.stopped },
      otherwise: '任务已启动！',
      hides: true,
      confirm: '确认启动',
      confirmText: '是否启动选中任务?',
    },
    pause: {
      label: '停止',
      does: 'call',
      call: 'pause',
      when: { status: jobStates.scheduled },
      otherwise: '任务已停止！',
      hides: true,
      confirm: '确认暂停',
      confirmText: '是否暂停选中任务?',
    },
    execute: { label: '立即执行', does: 'call', call: 'execute', confirm: '确认提示', confirmText: '是否立即执行任务?' },
  },
  calls: {
    pause: { title: '停止', verbs, params: job, success: '暂停定时任务成功', does: 'call' },
    resume: { title: '启动', verbs, params: job, success: '恢复定时任务成功', does: 'call' },
    execute: { title: '立即执行', verbs, params: job, success: '执行成功!', failure: '执行失败!', does: 'call' },
  },
  import: { columns: ['jobClassName', 'parameter', 'cronExpression', 'description', 'status'], matchOn: ['jobClassName', 'parameter'] },
  export: { name: '定时任务' },
  scope: 'none',
  access: { grants: { '1': 'all' } },
  menu: { icon: 'clock-circle', order: 50, component: 'system/QuartzJobList' },
  messages: { add: '创建定时任务成功', edit: '更新定时任务成功!' },
})
