import type { Choice, CodedPart, FieldDef, FieldType, LabelSource, Match, Relation, SharedField, ValueKind } from './contract.ts'
import { count } from './count/shared.ts'
import { cron } from './cron/shared.ts'
import { date } from './date/shared.ts'
import { dateTime } from './dateTime/shared.ts'
import { decimal } from './decimal/shared.ts'
import { dictionary } from './dictionary/shared.ts'
import { email } from './email/shared.ts'
import { files } from './files/shared.ts'
import { icon } from './icon/shared.ts'
import { json } from './json/shared.ts'
import { longText } from './longText/shared.ts'
import { mark } from './mark/shared.ts'
import { multiReference } from './multiReference/shared.ts'
import { number } from './number/shared.ts'
import { phone } from './phone/shared.ts'
import { reference } from './reference/shared.ts'
import { richText } from './richText/shared.ts'
import { rows } from './rows/shared.ts'
import { secret } from './secret/shared.ts'
import { select } from './select/shared.ts'
import { switchField } from './switch/shared.ts'
import { text } from './text/shared.ts'
import { treeReference } from './treeReference/shared.ts'
import { via } from './via/shared.ts'

/**
 * The shared half of every field type. Each half has a list of its own: with a single list, pages would load the server's halves, and would
 * load inputs before a form is opened.
 */
export const sharedFields = {
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
} satisfies { [T in FieldType]: SharedField<T> }

/** A shared half, for code that handles fields of any type. */
export interface AnySharedField {
  readonly title: string
  kind?(field: FieldDef): ValueKind
  readonly matches?: readonly Match[]
  readonly words?: 'line' | 'lines'
  choices?(field: FieldDef): readonly Choice[]
  label?(field: FieldDef): LabelSource
  relations?(field: FieldDef): readonly Relation[]
  rules?(field: FieldDef): { readonly code?: string; readonly check?: string }
  coded?(field: FieldDef): readonly CodedPart[]
  read(value: unknown, field: FieldDef): { value: string | number | null } | { message: string }
  check?(value: string | number, field: FieldDef): string | undefined
  toText(value: string | number, field: FieldDef): string
}

/** The shared half of this field; call its functions with no other field. */
export const sharedField = (field: FieldDef): AnySharedField => sharedFields[field.type]

export const kindOf = (field: FieldDef): ValueKind => sharedField(field).kind?.(field) ?? 'text'

/** Numbers on the wire and in the table. */
export const isNumeric = (field: FieldDef): boolean => ['integer', 'real', 'boolean'].includes(kindOf(field))

export const isTime = (field: FieldDef): boolean => ['day', 'moment'].includes(kindOf(field))

const exact: readonly Match[] = ['exact']
export const matchesOf = (field: FieldDef): readonly Match[] => sharedField(field).matches ?? exact

export const choicesOf = (field: FieldDef): readonly Choice[] | undefined => sharedField(field).choices?.(field)

export const labelSource = (field: FieldDef): LabelSource | undefined => sharedField(field).label?.(field)
