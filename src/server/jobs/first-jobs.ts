import type { Engine } from '../../../engine/server/index.ts'
import { asSystem } from '../access/system-actor.ts'

/** What every installation needs done, most of it at night. */
const firstJobs = [
  { jobClassName: 'AnnouncementsJob', cronExpression: '0 * * * * ?', description: '通告开始或结束时更新页面顶部的通知' },
  { jobClassName: 'RetryMessagesJob', cronExpression: '0 45 * * * ?', parameter: '3', description: '每小时重发三天内失败的消息' },
  { jobClassName: 'StatisticsJob', cronExpression: '0 5 0 * * ?', description: '每天统计访问量，登录记录清理后仍然保留' },
  { jobClassName: 'ClearLoginsJob', cronExpression: '0 10 3 * * ?', description: '每天清理失效的登录' },
  { jobClassName: 'ClearFilesJob', cronExpression: '0 20 3 * * ?', description: '每天清理没有归属的文件' },
  { jobClassName: 'BackUpJob', cronExpression: '0 0 2 * * ?', parameter: '7', description: '每天备份数据库' },
  { jobClassName: 'ClearLoginLogJob', cronExpression: '0 30 3 * * ?', parameter: '180', description: '每天清理登录记录' },
  { jobClassName: 'ClearLogJob', cronExpression: '0 35 3 * * ?', parameter: '180', description: '每天清理登录日志与操作日志' },
  { jobClassName: 'ClearJobRunsJob', cronExpression: '0 40 3 * * ?', parameter: '30', description: '每天清理任务运行记录' },
] as const

/** The setting with the classes that this installation was given; one that is missing there came with a newer version. */
const SETTING = 'firstJobs'

/** At every start: add the jobs that this installation was never given; whoever stops or deletes one is obeyed. */
export const addFirstJobs = (engine: Engine): Promise<void> =>
  engine.db.write(async (tx) => {
    const setting = await tx.selectFrom('sys_setting').select('value').where('name', '=', SETTING).executeTakeFirst()
    const present = setting ? [] : await tx.selectFrom('sys_quartz_job').select('job_class_name').execute()
    const given = new Set(setting ? setting.value.split(',') : present.map((job) => String(job.job_class_name)))
    const rows = firstJobs.filter(({ jobClassName }) => !given.has(jobClassName))
    if (setting && rows.length === 0) return
    await engine.write({ entity: 'scheduledJob', operation: 'add', rows, ...asSystem }, tx)
    const value = firstJobs.map(({ jobClassName }) => jobClassName).join()
    await tx
      .insertInto('sys_setting')
      .values({ name: SETTING, value })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
      .execute()
  })
