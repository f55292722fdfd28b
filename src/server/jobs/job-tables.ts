import { defineTable } from '../../../engine/server/index.ts'

/** When each job is due next, in milliseconds: one row for its schedule, and one for each time that somebody asked for it by hand. */
const jobClock = defineTable({
  name: 'sys_job_clock',
  columns: [
    { name: 'id', type: 'text', required: true },
    { name: 'job_id', type: 'text', required: true },
    { name: 'cause', type: 'text', required: true },
    { name: 'due', type: 'integer', required: true },
  ],
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
    { name: 'id', type: 'text', required: true },
    { name: 'job_id', type: 'text', required: true },
    { name: 'begin_time', type: 'text', required: true },
    { name: 'end_time', type: 'text' },
    { name: 'duration', type: 'integer' },
    { name: 'cause', type: 'text', required: true },
    { name: 'outcome', type: 'text', required: true },
    { name: 'output', type: 'text' },
    { name: 'node', type: 'text', required: true },
    { name: 'due', type: 'integer', required: true },
    { name: 'lease', type: 'integer', required: true },
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
