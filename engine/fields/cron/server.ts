import './times.ts'
import type { ServerField } from '../contract.ts'

export const cron: ServerField<'cron'> = {
  sheet: { width: 24, hint: 'Cron表达式，6或7项，从秒开始' },
  schema: () => ({ type: 'string', description: 'Cron表达式，6或7项，从秒开始' }),
}
