import { columnKinds, defineTable } from '../../../engine/server/index.ts'

const { integer, requiredInteger, requiredText, text } = columnKinds

/** When each job is due next, in milliseconds: one row for its schedule, and one for each time that somebody asked for it by hand. */
const jobClock = defineTable({
  name: 'sys_job_clock',
  columns: [requiredText('id'), requiredText('job_id'), requiredText('cause'), requiredInteger('due')],
  primaryKey: ['id'],
  indexes: [
    { name: 'ix_sys_job_clock_due', columns: ['due'] },
    { name: 'ix_sys_job_clock_job', columns: ['job_id'] },
  ],
})

/** Runs of jobs. The node that runs one renews its lease; a run whose lease is over has lost its node. */
const jobRun = defineTable({
  name: 'sys_job_run',
  columns: [
    requiredText('id'),
    requiredText('job_id'),
    requiredText('begin_time'),
    text('end_time'),
    integer('duration'),
    requiredText('cause'),
    requiredText('outcome'),
    text('output'),
    requiredText('node'),
    requiredInteger('due'),
    requiredInteger('lease'),
  ],
  primaryKey: ['id'],
  indexes: [
    { name: 'ix_sys_job_run_job', columns: ['job_id', 'begin_time'] },
    { name: 'ix_sys_job_run_begin', columns: ['begin_time'] },
    { name: 'ix_sys_job_run_running', columns: ['job_id', 'outcome'] },
    { name: 'ix_sys_job_run_lease', columns: ['outcome', 'lease'] },
  ],
})

export const jobTables = [jobClock, jobRun] as const
