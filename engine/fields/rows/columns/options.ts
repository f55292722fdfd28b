import type { Shape } from '../../../json-schema-parts.ts'
import type { FieldDef, FieldTypes, OptionCheck, OptionNames, TypeOptions } from '../../contract.ts'
import { date } from '../../date/options.ts'
import { dateTime } from '../../dateTime/options.ts'
import { decimal } from '../../decimal/options.ts'
import { dictionary } from '../../dictionary/options.ts'
import { email } from '../../email/options.ts'
import { longText } from '../../longText/options.ts'
import { number } from '../../number/options.ts'
import { phone } from '../../phone/options.ts'
import { select } from '../../select/options.ts'
import { switchField } from '../../switch/options.ts'
import { text } from '../../text/options.ts'

/** The types that a column of rows may have: values that stand for themselves. */
export type ColumnType =
  'text' | 'longText' | 'number' | 'decimal' | 'date' | 'dateTime' | 'select' | 'dictionary' | 'switch' | 'phone' | 'email'

interface ColumnWords {
  readonly label: string
  /** The sentence for a row without a value. */
  readonly required?: string
  /** The value in a row that is added. */
  readonly default?: string | number
}

/** A column whose values stand for themselves. */
export type PlainColumn = { readonly [T in ColumnType]: { readonly type: T } & ColumnWords & FieldTypes[T]['options'] }[ColumnType]

/** A list inside a row: texts, or with `keyed` texts that have a name each. */
export interface ListInRow extends ColumnWords {
  readonly type: 'list'
  readonly keyed?: true
}

/** A field of the rows inside a field. */
export type RowColumn = PlainColumn | ListInRow

interface AnyColumnOptions {
  shape(names: OptionNames): Pick<Shape<object>, 'required'> & { readonly properties: object }
  check?(field: FieldDef, check: OptionCheck): void
}

const byType = {
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
} satisfies { [T in ColumnType]: TypeOptions<T> }

/**
 * The schema options of a column, by its type. The halves of the column types are listed anew beside this: the lists of all types contain
 * `rows` itself.
 */
export const columnOptions: { readonly [T in ColumnType]: AnyColumnOptions } = byType
