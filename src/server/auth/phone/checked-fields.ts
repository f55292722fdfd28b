import { checkRow, type Fields } from '../../../../engine/schema/index.ts'
import { InvalidInput } from '../../../../engine/server/index.ts'
import { asText } from '../../../sent-values.ts'

/** What was sent for these fields, read and checked as the page's form does it; anything else that was sent is left out. */
export function checkedFields<F extends Fields>(fields: F, sent: Readonly<Record<string, string>>): Record<keyof F, string> {
  const { values, problems } = checkRow({ fields }, sent, 'add')
  if (Object.keys(problems).length > 0) throw new InvalidInput(problems)
  return Object.fromEntries(Object.keys(fields).map((key) => [key, asText(values[key])])) as Record<keyof F, string>
}
