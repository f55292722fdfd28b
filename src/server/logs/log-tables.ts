import { columnKinds, defineTable } from '../../../engine/server/index.ts'

const { integer, requiredInteger, requiredText, text } = columnKinds

/**
 * What people did: sign-ins and write calls, to be read on the log page. The throttle counts from `sys_login_log`, which has tries that
 * concern nobody else.
 */
const log = defineTable({
  name: 'sys_log',
  columns: [
    requiredText('id'),
    requiredInteger('log_type'),
    text('operate_type'),
    requiredText('log_content'),
    text('userid'),
    text('username'),
    text('ip'),
    integer('cost_time'),
    text('method'),
    text('request_param'),
    requiredText('create_time'),
  ],
  primaryKey: ['id'],
  indexes: [
    { name: 'ix_sys_log_type', columns: ['log_type', 'create_time', 'id'] },
    { name: 'ix_sys_log_time', columns: ['create_time', 'id'] },
  ],
})

export const logTables = [log] as const
