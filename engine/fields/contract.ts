import type { Shape } from '../json-schema-parts.ts'
import type { DeriveName, DictionaryCode } from '../names.ts'

/** A limit with the sentence that is shown when a value breaks it. */
export interface Limit {
  readonly is: number
  readonly message: string
}

/** A named pattern (see `patterns.ts`) with its sentence. */
export interface PatternRule {
  readonly is: PatternName
  readonly message: string
}

export type PatternName =
  | 'mobile'
  | 'recoveryMobile'
  | 'email'
  | 'idNumber'
  | 'idNumberOrStarred'
  | 'password'
  | 'noChinese'
  | 'noSpecial'
  | 'noSpecialButCondition'
  | 'code'
  | 'letterCode'
  | 'account'

export interface TextLimits {
  readonly min?: Limit
  /** With a sentence of its own, or with the usual one. */
  readonly max?: Limit | number
  /** One of the patterns of `engine/fields/patterns.ts`. */
  readonly pattern?: PatternRule
}

/**
 * Each field type adds itself by declaration merging (`<type>/options.ts`): what it accepts besides `Common`, and what
 * its values are.
 * What the types of rows and calls depend on it says there too: `labelled`, its text travels beside its value; `computed`,
 * nobody writes it and it has no column; `silent`, it never leaves the server; `sent`, how a page may send it besides as its
 * value: 'typed' as the text that was typed, 'spelt' as the value's text, 'parsed' as what the text means.
 */
// oxlint-disable-next-line typescript/no-empty-object-type -- the merge target must start empty
export interface FieldTypes {}

export type FieldType = keyof FieldTypes
/** The types that say this of themselves. */
export type TypeWith<Fact> = { [T in FieldType]: FieldTypes[T] extends Fact ? T : never }[FieldType]
export type FieldOptions = { readonly [T in FieldType]: FieldTypes[T]['options'] }
export type FieldValues = { readonly [T in FieldType]: FieldTypes[T]['value'] }

export type Colour = 'default' | 'blue' | 'green' | 'orange' | 'red' | 'cyan' | 'purple' | 'gold'

/** What every field may say. */
export interface Common {
  readonly label: string
  /** The sentence shown when the value is missing; its presence makes the field required. */
  readonly required?: string
  /** Required when a row is added, left alone when it is edited (passwords). */
  readonly requiredOn?: 'add'
  /** Required of people, but the server may write a row that does not have it yet (`waive` of a write). */
  readonly later?: true
  /** The sentence shown when another row has the value; `within` narrows the rows that are compared. */
  readonly unique?: string | { readonly message: string; readonly within: readonly string[] }
  /**
   * true: only the server writes it; 'edit': fixed once the row exists; 'given': that, and also where the page gives a
   * new row its value (a filter, the row that it belongs to).
   */
  readonly readonly?: boolean | 'edit' | 'given'
  /** What a new row has where nothing is given. */
  readonly default?: string | number
  /** A line below the input. */
  readonly help?: string
  /** Shown with its middle starred to everyone without the entity's `unmask` permission. */
  readonly mask?: 'middle'
  /** Its column leads an index, because rows are found or sorted by it. */
  readonly index?: boolean
  /** Headers of earlier sheets that an import still reads as this field. */
  readonly formerLabels?: readonly string[]
  /** Former wire name; the column is renamed, not dropped. */
  readonly renamedFrom?: string
  /** Another wire name, which other front ends use: read in writes, filters, sorting and sheets, and answered beside the value. */
  readonly also?: string
  /** Computed from the row by a registered function; never stored, so that the server reads it by an SQL expression as well. */
  readonly derive?: DeriveName
  /** With `derive`: kept in a column and computed anew with every save, so that no SQL is needed. */
  readonly kept?: true
  /** Exists in the form only, never stored (a confirmation). */
  readonly transient?: boolean
}

/** One field definition, any type. */
export type FieldDef = { readonly [T in FieldType]: { readonly type: T } & Common & FieldOptions[T] }[FieldType]
/** One field definition of type T. */
export type FieldOf<T extends FieldType> = Extract<FieldDef, { type: T }>
export type Fields = Readonly<Record<string, FieldDef>>
/** A row as it travels: values by wire name. */
export type WireRow = Record<string, unknown>

/** Names of the application that options may use. What is absent is not checked. */
export interface OptionNames {
  readonly entity?: readonly string[]
  readonly dictionary?: readonly string[]
}

/** Where the options of one field are checked; paths are below the field. */
export interface OptionCheck {
  readonly names: OptionNames
  say(path: string, problem: string): void
  /** Says so when the word is not one of these, with the one that was probably meant. */
  known(path: string, word: string, among: { readonly words: readonly string[]; readonly what: string }): void
}

/** What a schema may say of a field of this type. Read where schemas are checked, never by a page or a request. */
export interface TypeOptions<T extends FieldType> {
  /** The JSON Schema of its options. */
  shape(names: OptionNames): Shape<FieldOptions[T]>
  /** What must be true of the options beyond their shape. */
  check?(field: FieldOf<T>, check: OptionCheck): void
  /** Values may be starred (`mask`). No unless said. */
  readonly maskable?: true
  /** Whether a value may travel under another name as well (`also`). Yes unless said. */
  readonly renamable?: false
  /** A sheet can bring values. Yes unless said. */
  readonly importable?: false
}

/** What a value is: decides its column, how filters compare it and what a cell of a sheet holds. */
export type ValueKind = 'text' | 'integer' | 'real' | 'boolean' | 'day' | 'moment'

/** How a filter compares a value. */
export type Match = 'contains' | 'exact' | 'range'

/** One of few known values, with its text. */
export interface Choice {
  readonly value: string | number
  readonly label: string
}

/** Where the text comes from that travels beside a value. */
export type LabelSource =
  { readonly from: 'choices' } | { readonly from: 'dictionary'; readonly code: DictionaryCode } | { readonly from: 'rows' }

/** A rule that holds a value against another field of its row. */
export interface Relation {
  /** The option that says it. */
  readonly option: string
  readonly other: string
  readonly message: string
  /** Whether it is asked as well when the other field alone changes. */
  readonly bothWays: boolean
  isBroken(own: unknown, other: unknown): boolean
}

/** The half of a field type that browser, server and worker share. A type states only what differs from plain text. */
export interface SharedField<T extends FieldType> {
  /** Chinese name of the kind, for template notes and the schema help. */
  readonly title: string
  /** Text unless said. */
  kind?(field: FieldOf<T>): ValueKind
  /** What filters may do; the first is done where the schema says nothing. Exact alone unless said; none: no filter. */
  readonly matches?: readonly Match[]
  /** Words that people write: in one line, which is found by search and sorted as it sounds, or in several. */
  readonly words?: 'line' | 'lines'
  /** The only values that there are. */
  choices?(field: FieldOf<T>): readonly Choice[]
  readonly label?: T extends TypeWith<{ labelled: true }> ? (field: FieldOf<T>) => LabelSource : never
  relations?(field: FieldOf<T>): readonly Relation[]
  /**
   * Bring a value from form, JSON body or sheet cell into its stored shape.
   * Returns the sentence when it cannot be one; `null` means empty.
   */
  read(value: unknown, field: FieldOf<T>): { value: FieldValues[T] | null } | { message: string }
  /** The sentence of the first rule that the value breaks, if any. The value is not empty. */
  check?(value: FieldValues[T], field: FieldOf<T>): string | undefined
  /** Text for a sheet cell or a plain reading, where no label look-up is needed. */
  toText(value: FieldValues[T], field: FieldOf<T>): string
}

export type ColumnKind = 'text' | 'integer' | 'real'
/** A JSON schema fragment, as OpenAPI takes it. */
export type JsonSchema = Readonly<Record<string, unknown>>

/** How a type stands in a sheet. */
export interface SheetLook {
  /** Width of its column in characters, 20 unless said. */
  readonly width?: number
  /** What a template says of how a cell is filled in; the type's title unless said. */
  readonly hint?: string
}

/** The half of a field type that only the server needs. */
export interface ServerField<T extends FieldType> {
  /** What is kept in one spelling is asked for in any. As it is asked unless said. */
  spelling?(text: string, field: FieldOf<T>): string
  schema(field: FieldOf<T>): JsonSchema
  readonly sheet?: SheetLook
}
