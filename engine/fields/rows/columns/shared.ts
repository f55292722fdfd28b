import type { CodedPart, FieldDef, SharedField } from '../../contract.ts'
import { date } from '../../date/shared.ts'
import { dateTime } from '../../dateTime/shared.ts'
import { decimal } from '../../decimal/shared.ts'
import { dictionary } from '../../dictionary/shared.ts'
import { email } from '../../email/shared.ts'
import { longText } from '../../longText/shared.ts'
import { number } from '../../number/shared.ts'
import { phone } from '../../phone/shared.ts'
import { select } from '../../select/shared.ts'
import { switchField } from '../../switch/shared.ts'
import { text } from '../../text/shared.ts'
import type { ColumnType, PlainColumn } from './options.ts'

const halves = {
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
} satisfies { [T in ColumnType]: SharedField<T> }

interface AnyColumn {
  coded?(field: FieldDef): readonly CodedPart[]
  read(value: unknown, field: FieldDef): { value: string | number | null } | { message: string }
  check?(value: string | number, field: FieldDef): string | undefined
  toText(value: string | number, field: FieldDef): string
}

/** The shared half of a column; call its functions with no other column. */
export const sharedColumn = (column: PlainColumn): AnyColumn => halves[column.type]
