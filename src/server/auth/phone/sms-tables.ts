import { defineTable } from '../../../../engine/server/index.ts'

const text = <const N extends string>(name: N) => ({ name, type: 'text' }) as const
const key = <const N extends string>(name: N) => ({ name, type: 'text', required: true }) as const
const number = <const N extends string>(name: N) => ({ name, type: 'integer', required: true, default: 0 }) as const

/**
 * Every request for an SMS code; a refused one has no `code_hash`, but counts for the limits. A code belongs to one phone, one purpose
 * and, if the phone belongs to an account, that account.
 */
const smsCode = defineTable({
  name: 'sys_sms_code',
  columns: [
    key('id'),
    key('phone'),
    key('purpose'),
    text('user_id'),
    key('ip'),
    text('code_hash'),
    number('sent_at'),
    number('expires'),
    number('tries'),
    number('used'),
  ],
  primaryKey: ['id'],
  indexes: [
    { name: 'ix_sys_sms_code_phone', columns: ['phone', 'sent_at'] },
    { name: 'ix_sys_sms_code_ip', columns: ['ip', 'sent_at'] },
    { name: 'ix_sys_sms_code_sent', columns: ['sent_at'] },
  ],
})

/** What this installation decided once, by name. */
const setting = defineTable({ name: 'sys_setting', columns: [key('name'), key('value')], primaryKey: ['name'], indexes: [] })

/** Tables of signing in by phone. */
export const phoneTables = [smsCode, setting] as const
