import type { ReactNode } from 'react'
import type { CellProps, ClientField } from '../../client-contract.ts'
import type { FieldDef } from '../../contract.ts'
import { date } from '../../date/client.tsx'
import { dateTime } from '../../dateTime/client.tsx'
import { decimal } from '../../decimal/client.tsx'
import { dictionary } from '../../dictionary/client.tsx'
import { email } from '../../email/client.tsx'
import { longText } from '../../longText/client.tsx'
import { number } from '../../number/client.tsx'
import { phone } from '../../phone/client.tsx'
import { select } from '../../select/client.tsx'
import { switchField } from '../../switch/client.tsx'
import { text } from '../../text/client.tsx'
import type { ColumnType, PlainColumn } from './options.ts'

const cells = {
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
} satisfies { [T in ColumnType]: ClientField<T> }

interface AnyCell {
  Cell(props: CellProps<FieldDef>): ReactNode
}

/** How values of this column are drawn; pass the cell no other column. */
export const cellOf = (column: PlainColumn): AnyCell => cells[column.type]
