import type { FieldDef, FieldType, OptionCheck, TypeOptions } from './contract.ts'
import { count } from './count/options.ts'
import { cron } from './cron/options.ts'
import { date } from './date/options.ts'
import { dateTime } from './dateTime/options.ts'
import { decimal } from './decimal/options.ts'
import { dictionary } from './dictionary/options.ts'
import { email } from './email/options.ts'
import { files } from './files/options.ts'
import { icon } from './icon/options.ts'
import { json } from './json/options.ts'
import { longText } from './longText/options.ts'
import { mark } from './mark/options.ts'
import { multiReference } from './multiReference/options.ts'
import { number } from './number/options.ts'
import { phone } from './phone/options.ts'
import { reference } from './reference/options.ts'
import { richText } from './richText/options.ts'
import { rows } from './rows/options.ts'
import { secret } from './secret/options.ts'
import { select } from './select/options.ts'
import { switchField } from './switch/options.ts'
import { text } from './text/options.ts'
import { treeReference } from './treeReference/options.ts'
import { via } from './via/options.ts'

/** The schema options of a field, by its type. */
export const fieldOptions = {
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
} satisfies { [T in FieldType]: TypeOptions<T> }

interface AnyTypeOptions {
  check?(field: FieldDef, check: OptionCheck): void
  readonly maskable?: true
  readonly renamable?: false
  readonly importable?: false
}

/** The schema options of this field. */
export const optionsOf = (field: FieldDef): AnyTypeOptions => fieldOptions[field.type]
