import { columnKinds, defineTable } from '../../../engine/server/index.ts'

const { integer, requiredInteger, requiredText, text } = columnKinds

/**
 * Logins in use; `idle` is how long one lasts unused, if that is not the usual hour. Only a hash of the token is stored, so a copy of the
 * database lets nobody in. The table keeps its old name: renaming it would be a migration, during which nobody could sign in, and no user
 * would notice it.
 */
const login = defineTable({
  name: 'sys_session',
  columns: [
    requiredText('token_hash'),
    // What the list of online users calls the login; it opens nothing.
    text('token'),
    requiredText('user_id'),
    text('role_code'),
    text('org_code'),
    text('ip'),
    text('agent'),
    requiredText('created'),
    requiredInteger('last_used'),
    requiredInteger('expires'),
    text('ended'),
    integer('idle'),
    // Whose pages it shows while its owner looks in another name, since which line of the log, and for how long.
    text('view_id'),
    text('view_user'),
    text('view_role'),
    integer('view_until'),
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
    requiredText('id'),
    text('user_id'),
    text('username'),
    text('ip'),
    requiredText('at'),
    requiredText('day'),
    requiredText('kind'),
    { name: 'ok', type: 'integer', required: true, default: 1 },
    text('content'),
    integer('moment'),
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
  columns: [requiredText('user_id'), text('role_code'), text('org_code')],
  primaryKey: ['user_id'],
  indexes: [],
})

/** Logins, tries to sign in, and what each user worked with last. */
export const loginTables = [login, loginLog, userChoice] as const
