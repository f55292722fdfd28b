import { defineTable } from '../../../../engine/server/index.ts'

const key = <const N extends string>(name: N) => ({ name, type: 'text', required: true }) as const
const number = <const N extends string>(name: N) => ({ name, type: 'integer', required: true, default: 0 }) as const

/**
 * Every request for an SMS code; a refused one was not `sent`, but counts for the limit of its address. The code itself is a one-time
 * key, which belongs to one phone, one purpose and, if the phone belongs to an account, that account.
 */
const smsCode = defineTable({
  name: 'sys_sms_code',
  columns: [key('id'), key('phone'), key('purpose'), key('ip'), number('sent_at'), number('sent')],
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
