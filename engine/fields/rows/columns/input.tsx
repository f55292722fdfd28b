import type { ReactNode } from 'react'
import type { FieldInput, InputProps } from '../../client-contract.ts'
import type { FieldDef } from '../../contract.ts'
import { date } from '../../date/input.tsx'
import { dateTime } from '../../dateTime/input.tsx'
import { decimal } from '../../decimal/input.tsx'
import { dictionary } from '../../dictionary/input.tsx'
import { email } from '../../email/input.tsx'
import { longText } from '../../longText/input.tsx'
import { number } from '../../number/input.tsx'
import { phone } from '../../phone/input.tsx'
import { select } from '../../select/input.tsx'
import { switchField } from '../../switch/input.tsx'
import { text } from '../../text/input.tsx'
import type { ColumnType, PlainColumn } from './options.ts'

const inputs = {
  text,
  longText,
  number,
  decimal,
  date,
  dateTime,
  select,
  dictionary,
  switch: switchField,
  phone,
  email,
} satisfies { [T in ColumnType]: FieldInput<T> }

interface AnyInput {
  Input(props: InputProps<FieldDef>): ReactNode
}
type Registry = { readonly [T in ColumnType]: AnyInput['Input'] }
const byType: Registry = inputs

/** The input of this column; pass it no other column. */
export const columnInput = (column: PlainColumn): AnyInput => ({ Input: byType[column.type] })
