import type { ReactNode } from 'react'
import type { CellProps, ClientField, FilterProps } from './client-contract.ts'
import type { FieldDef, FieldType } from './contract.ts'
import { count } from './count/client.tsx'
import { cron } from './cron/client.tsx'
import { date } from './date/client.tsx'
import { dateTime } from './dateTime/client.tsx'
import { decimal } from './decimal/client.tsx'
import { dictionary } from './dictionary/client.tsx'
import { email } from './email/client.tsx'
import { files } from './files/client.tsx'
import { icon } from './icon/client.tsx'
import { json } from './json/client.tsx'
import { longText } from './longText/client.tsx'
import { mark } from './mark/client.tsx'
import { multiReference } from './multiReference/client.tsx'
import { number } from './number/client.tsx'
import { phone } from './phone/client.tsx'
import { reference } from './reference/client.tsx'
import { richText } from './richText/client.tsx'
import { rows } from './rows/client.tsx'
import { secret } from './secret/client.tsx'
import { select } from './select/client.tsx'
import { switchField } from './switch/client.tsx'
import { text } from './text/client.tsx'
import { treeReference } from './treeReference/client.tsx'
import { via } from './via/client.tsx'

/** Cell and filter of every field type; no form engine is loaded with them. */
const clientFields = {
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
} satisfies { [T in FieldType]: ClientField<T> }

type Look = Omit<ClientField<FieldType>, 'tellsState' | 'Cell' | 'Whole' | 'Filter'>
interface AnyClientField extends Look {
  tellsState?(field: FieldDef): boolean
  Cell(props: CellProps<FieldDef>): ReactNode
  Whole?(props: CellProps<FieldDef>): ReactNode
  Filter(props: FilterProps<FieldDef>): ReactNode
}

/** The cell and filter of this field; pass them no other field. */
export const clientField = (field: FieldDef): AnyClientField => clientFields[field.type]
