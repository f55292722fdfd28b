import type { ColumnKind, FieldDef, FieldType, JsonSchema, LabelSource, Operator, ServerField } from './contract.ts'
import { isComputed } from './computed.ts'
import { count } from './count/server.ts'
import { date } from './date/server.ts'
import { dateTime } from './dateTime/server.ts'
import { decimal } from './decimal/server.ts'
import { dictionary } from './dictionary/server.ts'
import { email } from './email/server.ts'
import { files } from './files/server.ts'
import { json } from './json/server.ts'
import { longText } from './longText/server.ts'
import { multiReference } from './multiReference/server.ts'
import { number } from './number/server.ts'
import { phone } from './phone/server.ts'
import { reference } from './reference/server.ts'
import { secret } from './secret/server.ts'
import { select } from './select/server.ts'
import { switchField } from './switch/server.ts'
import { text } from './text/server.ts'
import { treeReference } from './treeReference/server.ts'
import { via } from './via/server.ts'

/** The server half of every field type. */
export const serverFields = {
  text,
  longText,
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
  via,
  count,
} satisfies { [T in FieldType]: ServerField<T> }

/** What the server has to know of one field, worked out. */
export interface ServerFacts {
  /** Kind of its column; null when the table has none (via, derive, transient, a list in a link table). */
  readonly column: ColumnKind | null
  readonly label: LabelSource
  readonly operators: readonly Operator[]
  readonly schema: JsonSchema
}

interface AnyServerField {
  column(field: FieldDef): ColumnKind | null
  readonly label: LabelSource
  readonly operators: readonly Operator[]
  schema(field: FieldDef): JsonSchema
}

/** The server's facts about this field. */
export function serverField(field: FieldDef): ServerFacts {
  const half: AnyServerField = serverFields[field.type]
  const schema = { title: field.label, ...(field.help && { description: field.help }), ...half.schema(field) }
  const stored = !isComputed(field) && !field.transient
  return { column: stored ? half.column(field) : null, label: half.label, operators: half.operators, schema }
}
