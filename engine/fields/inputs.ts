import type { ReactNode } from 'react'
import type { FieldInput, InputProps } from './client-contract.ts'
import type { FieldDef, FieldType } from './contract.ts'
import { count } from './count/input.tsx'
import { cron } from './cron/input.tsx'
import { date } from './date/input.tsx'
import { dateTime } from './dateTime/input.tsx'
import { decimal } from './decimal/input.tsx'
import { dictionary } from './dictionary/input.tsx'
import { email } from './email/input.tsx'
import { files } from './files/input.tsx'
import { icon } from './icon/input.tsx'
import { json } from './json/input.tsx'
import { longText } from './longText/input.tsx'
import { mark } from './mark/input.tsx'
import { multiReference } from './multiReference/input.tsx'
import { number } from './number/input.tsx'
import { phone } from './phone/input.tsx'
import { reference } from './reference/input.tsx'
import { richText } from './richText/input.tsx'
import { rows } from './rows/input.tsx'
import { secret } from './secret/input.tsx'
import { select } from './select/input.tsx'
import { switchField } from './switch/input.tsx'
import { text } from './text/input.tsx'
import { treeReference } from './treeReference/input.tsx'
import { via } from './via/input.tsx'

/** The form input of every field type, loaded with the first form. */
const inputs = {
  text,
  longText,
  richText,
  number,
  decimal,
  date,
  dateTime,
  select,
  dictionary,
  reference,
  multiReference,
  treeReference,
  switch: switchField,
  files,
  phone,
  email,
  secret,
  json,
  rows,
  icon,
  cron,
  via,
  count,
  mark,
} satisfies { [T in FieldType]: FieldInput<T> }

interface AnyInput {
  Input(props: InputProps<FieldDef>): ReactNode
}
type Registry = { readonly [T in FieldType]: AnyInput['Input'] }
const byType: Registry = inputs

/** The input of this field; pass it no other field. */
export const inputOf = (field: FieldDef): AnyInput => ({ Input: byType[field.type] })
