import { columnKinds, defineTable } from '../../../engine/server/index.ts'

const { integerFromZero, requiredText, text } = columnKinds

/** Keys that work once and for a short time: tickets between two steps of a sign-in, challenges, states. Only their hash is stored. */
const oneTimeKey = defineTable({
  name: 'sys_one_time_key',
  columns: [
    requiredText('key_hash'),
    requiredText('purpose'),
    text('user_id'),
    text('data'),
    integerFromZero('tries'),
    integerFromZero('expires'),
  ],
  primaryKey: ['key_hash'],
  indexes: [{ name: 'ix_sys_one_time_key_expires', columns: ['expires'] }],
})

/** Accounts that ask for a dynamic code. The secret is encrypted; a code of `last_step` or earlier has been used. */
const twoStep = defineTable({
  name: 'sys_two_step',
  columns: [
    requiredText('user_id'),
    requiredText('secret'),
    integerFromZero('last_step'),
    integerFromZero('failures'),
    integerFromZero('failing_since'),
    requiredText('since'),
  ],
  primaryKey: ['user_id'],
  indexes: [],
})

/** Recovery codes that were not used yet. */
const recoveryCode = defineTable({
  name: 'sys_recovery_code',
  columns: [requiredText('user_id'), requiredText('code_hash')],
  primaryKey: ['user_id', 'code_hash'],
  indexes: [],
})

/** Public keys with which users sign in. */
const passkey = defineTable({
  name: 'sys_passkey',
  columns: [
    requiredText('id'),
    requiredText('user_id'),
    requiredText('public_key'),
    integerFromZero('counter'),
    text('transports'),
    requiredText('name'),
    requiredText('created'),
    text('last_used'),
  ],
  primaryKey: ['id'],
  indexes: [{ name: 'ix_sys_passkey_user', columns: ['user_id'] }],
})

/** Accounts of other providers that have been here, and the user they are bound to. */
const thirdAccount = defineTable({
  name: 'sys_third_account',
  columns: [
    requiredText('id'),
    requiredText('third_type'),
    requiredText('third_user_uuid'),
    text('user_id'),
    text('username'),
    text('realname'),
    text('avatar'),
    requiredText('created'),
  ],
  primaryKey: ['id'],
  indexes: [
    { name: 'ux_sys_third_account_uuid', columns: ['third_type', 'third_user_uuid'], unique: true },
    { name: 'ux_sys_third_account_user', columns: ['user_id', 'third_type'], unique: true },
  ],
})

/** What users prove themselves with, beside their password. */
export const proofTables = [oneTimeKey, twoStep, recoveryCode, passkey, thirdAccount] as const
