import type { Expression } from 'kysely'
import type { ColumnKind, Dialect, FieldDef, FieldType, JsonSchema, ServerField, SheetLook, ValueKind, WireRow } from './contract.ts'
import { isStored } from './computed.ts'
import { count } from './count/server.ts'
import { cron } from './cron/server.ts'
import { date } from './date/server.ts'
import { dateTime } from './dateTime/server.ts'
import { decimal } from './decimal/server.ts'
import { dictionary } from './dictionary/server.ts'
import { email } from './email/server.ts'
import { files } from './files/server.ts'
import { icon } from './icon/server.ts'
import { json } from './json/server.ts'
import { longText } from './longText/server.ts'
import { mark } from './mark/server.ts'
import { multiReference } from './multiReference/server.ts'
import { number } from './number/server.ts'
import { phone } from './phone/server.ts'
import { reference } from './reference/server.ts'
import { richText } from './richText/server.ts'
import { rows } from './rows/server.ts'
import { secret } from './secret/server.ts'
import { select } from './select/server.ts'
import { kindOf } from './shared.ts'
import { switchField } from './switch/server.ts'
import { text } from './text/server.ts'
import { treeReference } from './treeReference/server.ts'
import { via } from './via/server.ts'

/** The server half of every field type. */
export const serverFields = {
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
} satisfies { [T in FieldType]: ServerField<T> }

/** What the server needs to know about one field. */
interface ServerFacts {
  /** Kind of its column; null when the table has none (via, derive, transient, a list in a link table). */
  readonly column: ColumnKind | null
  readonly schema: JsonSchema
}

interface AnyKeeping {
  column(field: FieldDef): { readonly type: ColumnKind; readonly scale: number }
  kept(value: number, field: FieldDef, dialect: Dialect): number
  compared(value: number, field: FieldDef, dialect: Dialect): number
  read(column: Expression<unknown>, field: FieldDef, dialect: Dialect): Expression<unknown>
}

interface AnyServerField {
  readonly keeping?: AnyKeeping
  readonly sheet?: SheetLook
  spelling?(text: string, field: FieldDef): string
  cleaned?(value: string, field: FieldDef, row: WireRow): string
  answered?(stored: unknown): unknown
  refusal?(value: unknown, field: FieldDef): string | undefined
  schema(field: FieldDef): JsonSchema
}

const columns: { readonly [K in ValueKind]: ColumnKind } = {
  text: 'text',
  day: 'text',
  moment: 'text',
  integer: 'integer',
  boolean: 'integer',
  real: 'real',
}

const half = (field: FieldDef): AnyServerField => serverFields[field.type]

/** A text in the spelling that the field keeps. */
export const spellingOf = (field: FieldDef, text: string): string => half(field).spelling?.(text, field) ?? text

/** What the field's type stores of a value; undefined if all of it. */
export const cleanerOf = (field: FieldDef): ((value: string, row: WireRow) => string) | undefined =>
  half(field).cleaned && ((value, row) => half(field).cleaned?.(value, field, row) ?? value)

/** The sentence for a value that only the server can refuse; undefined if it does not. */
export const refusalOf = (field: FieldDef, value: unknown): string | undefined => half(field).refusal?.(value, field)

/** What answers hold for the field's stored values; undefined if the values themselves. */
export const answeredOf = (field: FieldDef): ((stored: unknown) => unknown) | undefined => half(field).answered

const plainLook: SheetLook = {}
export const sheetField = (field: FieldDef): SheetLook => half(field).sheet ?? plainLook

/** How values stand in the field's column; undefined if they stand there as they are, or if there is no column. */
export const keepingOf = (field: FieldDef): AnyKeeping | undefined => (isStored(field) ? half(field).keeping : undefined)

export function serverField(field: FieldDef): ServerFacts {
  const schema = { title: field.label, ...(field.help && { description: field.help }), ...half(field).schema(field) }
  return { column: isStored(field) ? (keepingOf(field)?.column(field).type ?? columns[kindOf(field)]) : null, schema }
}
