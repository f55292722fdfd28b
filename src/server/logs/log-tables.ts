import { defineTable } from '../../../engine/server/index.ts'

/**
 * What people did: sign-ins and write calls, to be read on the log page. The throttle counts from `sys_login_log`, which has tries that
 * concern nobody else.
 */
const log = defineTable({
  name: 'sys_log',
  columns: [
    { name: 'id', type: 'text', required: true },
    { name: 'log_type', type: 'integer', required: true },
    { name: 'operate_type', type: 'text' },
    { name: 'log_content', type: 'text', required: true },
    { name: 'userid', type: 'text' },
    { name: 'username', type: 'text' },
    { name: 'ip', type: 'text' },
    { name: 'cost_time', type: 'integer' },
    { name: 'method', type: 'text' },
    { name: 'request_param', type: 'text' },
    { name: 'create_time', type: 'text', required: true },
  ],
  primaryKey: ['id'],
  indexes: [
    { name: 'ix_sys_log_type', columns: ['log_type', 'create_time', 'id'] },
    { name: 'ix_sys_log_time', columns: ['create_time', 'id'] },
  ],
})

export const logTables = [log] as const
