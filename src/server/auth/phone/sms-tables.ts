import { columnKinds, defineTable } from '../../../../engine/server/index.ts'

const { integerFromZero, requiredText } = columnKinds

/**
 * Every request for an SMS code; a refused one was not `sent`, but counts for the limit of its address. The code itself is a one-time
 * key, which belongs to one phone, one purpose and, if the phone belongs to an account, that account.
 */
const smsCode = defineTable({
  name: 'sys_sms_code',
  columns: [
    requiredText('id'),
    requiredText('phone'),
    requiredText('purpose'),
    requiredText('ip'),
    integerFromZero('sent_at'),
    integerFromZero('sent'),
  ],
  primaryKey: ['id'],
  indexes: [
    { name: 'ix_sys_sms_code_phone', columns: ['phone', 'sent_at'] },
    { name: 'ix_sys_sms_code_ip', columns: ['ip', 'sent_at'] },
    { name: 'ix_sys_sms_code_sent', columns: ['sent_at'] },
  ],
})

/** Tables of signing in by phone. */
export const phoneTables = [smsCode] as const
