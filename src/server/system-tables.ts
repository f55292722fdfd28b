import { defineTable, type RowsOfTables } from '../../engine/server/index.ts'
import { inspectionTables } from '../plugins/live-inspection/server.ts'
import { settingsTables } from './account/settings-tables.ts'
import { announcementTables } from './platform/announcement-tables.ts'
import { proofTables } from './auth/proof-tables.ts'
import { phoneTables } from './auth/phone/sms-tables.ts'
import { feedTables } from './feed/feed-tables.ts'
import { jobTables } from './jobs/job-tables.ts'
import { messageTables } from './messages/message-tables.ts'
import { visitTables } from './dashboard/visit-tables.ts'
import { logTables } from './logs/log-tables.ts'
import { fillTables } from './platform/fill-tables.ts'

const text = <const N extends string>(name: N) => ({ name, type: 'text' }) as const
const key = <const N extends string>(name: N) => ({ name, type: 'text', required: true }) as const
const flag = <const N extends string>(name: N, initial: 0 | 1) => ({ name, type: 'integer', required: true, default: initial }) as const

/**
 * Logins in use; `idle` is how long one lasts unused, if that is not the usual hour. Only a hash of the token is stored, so a copy of the database lets nobody in. The table keeps its old name: renaming it
 * would be a migration, during which nobody could sign in, and no user would notice it.
 */
const login = defineTable({
  name: 'sys_session',
  columns: [
    key('token_hash'),
    // What the list of online users calls the login; it opens nothing.
    text('token'),
    key('user_id'),
    text('role_code'),
    text('org_code'),
    text('ip'),
    text('agent'),
    key('created'),
    { name: 'last_used', type: 'integer', required: true },
    { name: 'expires', type: 'integer', required: true },
    text('ended'),
    { name: 'idle', type: 'integer' },
    // Whose pages it shows while its owner looks in another name, since which line of the log, and for how long.
    text('view_id'),
    text('view_user'),
    text('view_role'),
    { name: 'view_until', type: 'integer' },
  ],
  primaryKey: ['token_hash'],
  indexes: [
    { name: 'uq_sys_session_token', columns: ['token'], unique: true },
    { name: 'ix_sys_session_user', columns: ['user_id'] },
    { name: 'ix_sys_session_expires', columns: ['expires'] },
  ],
})

/**
 * Every sign-in attempt and every sign-out. The landing page counts visits from it, and it limits password guessing (`moment`, in
 * milliseconds).
 */
const loginLog = defineTable({
  name: 'sys_login_log',
  columns: [
    key('id'),
    text('user_id'),
    text('username'),
    text('ip'),
    key('at'),
    key('day'),
    key('kind'),
    flag('ok', 1),
    text('content'),
    { name: 'moment', type: 'integer' },
  ],
  primaryKey: ['id'],
  indexes: [
    { name: 'ix_sys_login_log_day', columns: ['day', 'kind', 'ok'] },
    { name: 'ix_sys_login_log_username', columns: ['username', 'moment'] },
    { name: 'ix_sys_login_log_ip', columns: ['ip', 'moment'] },
  ],
})

/** The role and department that a user worked with last; the next login starts with them. */
const userChoice = defineTable({
  name: 'sys_user_choice',
  columns: [key('user_id'), text('role_code'), text('org_code')],
  primaryKey: ['user_id'],
  indexes: [],
})

/** What a role may do: the nodes selected for it. */
const rolePermission = defineTable({
  name: 'sys_role_permission',
  columns: [key('role_id'), key('permission_id')],
  primaryKey: ['role_id', 'permission_id'],
  indexes: [{ name: 'ix_sys_role_permission_node', columns: ['permission_id'] }],
})

/** What a department was granted: the most that its own roles grant. */
const departPermission = defineTable({
  name: 'sys_depart_permission',
  columns: [key('depart_id'), key('permission_id')],
  primaryKey: ['depart_id', 'permission_id'],
  indexes: [{ name: 'ix_sys_depart_permission_node', columns: ['permission_id'] }],
})

/** What a department role may do: the nodes selected for it. */
const departRolePermission = defineTable({
  name: 'sys_depart_role_permission',
  columns: [key('role_id'), key('permission_id')],
  primaryKey: ['role_id', 'permission_id'],
  indexes: [{ name: 'ix_sys_depart_role_permission_node', columns: ['permission_id'] }],
})

/** Which rules of the menus that it was granted limit a role, a department, a department role. */
const roleRule = defineTable({
  name: 'sys_role_data_rule',
  columns: [key('role_id'), key('rule_id')],
  primaryKey: ['role_id', 'rule_id'],
  indexes: [{ name: 'ix_sys_role_data_rule_rule', columns: ['rule_id'] }],
})
const departRule = defineTable({
  name: 'sys_depart_data_rule',
  columns: [key('depart_id'), key('rule_id')],
  primaryKey: ['depart_id', 'rule_id'],
  indexes: [{ name: 'ix_sys_depart_data_rule_rule', columns: ['rule_id'] }],
})
const departRoleRule = defineTable({
  name: 'sys_depart_role_data_rule',
  columns: [key('role_id'), key('rule_id')],
  primaryKey: ['role_id', 'rule_id'],
  indexes: [{ name: 'ix_sys_depart_role_data_rule_rule', columns: ['rule_id'] }],
})

/** Stored files: who uploaded them, and which row owns them. A file without an owner can be opened only by its uploader. */
const file = defineTable({
  name: 'sys_file',
  columns: [
    key('path'),
    text('entity'),
    text('row_id'),
    text('biz'),
    key('name'),
    key('type'),
    { name: 'size', type: 'integer', required: true },
    // Nobody's, so that nobody can claim or open it, once the file is to be removed: the row goes when the file is gone.
    key('created_by'),
    key('created'),
    // Which storage has it; the server's disk if none is named.
    text('storage'),
    // When its row ceased to name it.
    text('left_at'),
  ],
  primaryKey: ['path'],
  indexes: [
    { name: 'ix_sys_file_owner', columns: ['entity', 'row_id'] },
    { name: 'ix_sys_file_sender', columns: ['created_by', 'created'] },
    { name: 'ix_sys_file_left', columns: ['left_at'] },
  ],
})

/** Tables that do not belong to an entity; the audit table belongs to the engine. */
export const systemTables = [
  login,
  loginLog,
  userChoice,
  rolePermission,
  departPermission,
  departRolePermission,
  roleRule,
  departRule,
  departRoleRule,
  file,
  ...proofTables,
  ...phoneTables,
  ...settingsTables,
  ...inspectionTables,
  ...feedTables,
  ...fillTables,
  ...jobTables,
  ...logTables,
  ...visitTables,
  ...messageTables,
  ...announcementTables,
] as const

declare module '../../engine/registry.ts' {
  interface AppRegistry {
    tables: RowsOfTables<typeof systemTables>
  }
}
