import type { Expression } from 'kysely'
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
  | 'positive'

export interface TextLimits {
  readonly min?: Limit
  /** With a sentence of its own, or with the usual one. */
  readonly max?: Limit | number
  /** One of the patterns of `engine/fields/patterns.ts`. */
  readonly pattern?: PatternRule
}

/** What a choice takes in some rows: those that meet the condition, or else all. */
export interface TakesRule {
  /** Tests of the row: its other fields as they will be, the field itself as it was stored. */
  readonly when?: Readonly<Record<string, unknown>>
  readonly values: readonly [string | number, ...(string | number)[]]
  /** The sentence for any other value. */
  readonly otherwise: string
}

/** The option of choices whose values depend on their row. */
export interface TakesOption {
  /** Limits its values row by row: the first rule whose condition holds; without one all are taken. Only those are offered. */
  readonly takes?: readonly TakesRule[]
}

/**
 * Each field type adds itself by declaration merging (`<type>/options.ts`), with the options that it accepts besides `Common` and the type
 * of its values. It also states the facts that the types of rows and calls depend on: `labelled`, its text travels beside its value;
 * `computed`, nobody writes it and it has no column; `silent`, it never leaves the server; `sent`, how else a page may send it: 'typed' as
 * the text that was typed, 'spelt' as the value's text, 'parsed' as what the text means; `kept`, its column does not hold the value itself.
 */
// oxlint-disable-next-line typescript/no-empty-object-type -- the merge target must start empty
export interface FieldTypes {}

export type FieldType = keyof FieldTypes
/** The types that state this fact. */
export type TypeWith<Fact> = { [T in FieldType]: FieldTypes[T] extends Fact ? T : never }[FieldType]
export type FieldOptions = { readonly [T in FieldType]: FieldTypes[T]['options'] }
export type FieldValues = { readonly [T in FieldType]: FieldTypes[T]['value'] }

export type Colour = 'default' | 'blue' | 'green' | 'orange' | 'red' | 'cyan' | 'purple' | 'gold'

/** The options that every field has. */
export interface Common {
  readonly label: string
  /** The sentence shown when the value is missing; its presence makes the field required. */
  readonly required?: string
  /** Required when a row is added, left alone when it is edited (passwords). */
  readonly requiredOn?: 'add'
  /** Required from people, but the server may write a row without it (`waive` of a write). */
  readonly later?: true
  /** The sentence shown when another row already has the value; `within` narrows the rows that are compared. */
  readonly unique?: string | { readonly message: string; readonly within: readonly string[] }
  /**
   * true: only the server writes it; 'edit': fixed once the row exists; 'given': also fixed if the page gives a new row its value (from a
   * filter or the row that it belongs to).
   */
  readonly readonly?: boolean | 'edit' | 'given'
  /** The value of a new row if none is given. */
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
  /** Another wire name, which other front ends use: accepted in writes, filters, sorting and sheets, and sent beside the value. */
  readonly also?: string
  /** Computed from the row by a registered function; never stored, so that the server reads it by an SQL expression as well. */
  readonly derive?: DeriveName
  /** With `derive`: kept in a column and computed with every save, so that no SQL is needed. */
  readonly kept?: true
  /** Exists in the form only, never stored (a confirmation). */
  readonly transient?: boolean
}

/** One field definition, any type. */
export type FieldDef = { readonly [T in FieldType]: { readonly type: T } & Common & FieldOptions[T] }[FieldType]
/** One field definition of type T. */
export type FieldOf<T extends FieldType> = Extract<FieldDef, { type: T }>
export type Fields = Readonly<Record<string, FieldDef>>
/** A row in wire form: values by wire name. */
export type WireRow = Record<string, unknown>

/** Names of the application that options may use. A list that is absent is not checked. */
export interface OptionNames {
  readonly entity?: readonly string[]
  readonly dictionary?: readonly string[]
}

/** The tools for checking the options of one field; paths are relative to the field. */
export interface OptionCheck {
  readonly names: OptionNames
  say(path: string, problem: string): void
  /** Reports a word that is not one of these, and suggests the one that was probably meant. */
  known(path: string, word: string, among: { readonly words: readonly string[]; readonly what: string }): void
}

/** The options of a field type in a schema. They are used where schemas are checked, never by a page or a request. */
export interface TypeOptions<T extends FieldType> {
  /** The JSON Schema of its options. */
  shape(names: OptionNames): Shape<FieldOptions[T]>
  /** Checks the options beyond their shape. */
  check?(field: FieldOf<T>, check: OptionCheck): void
  /** Whether values may be starred (`mask`). False by default. */
  readonly maskable?: true
  /** Whether a value may travel under another name as well (`also`). True by default. */
  readonly renamable?: false
  /** Whether a sheet can bring values. True by default. */
  readonly importable?: false
}

/** What a value is: decides its column, how filters compare it and what a cell of a sheet holds. */
export type ValueKind = 'text' | 'integer' | 'real' | 'boolean' | 'day' | 'moment'

/** How a filter compares a value. */
export type Match = 'contains' | 'exact' | 'range'

/** One of a few known values, with its text. */
export interface Choice {
  readonly value: string | number
  readonly label: string
}

/** The source of the text that travels beside a value. */
export type LabelSource =
  { readonly from: 'choices' } | { readonly from: 'dictionary'; readonly code: DictionaryCode } | { readonly from: 'rows' }

/** A rule that compares a value with another field of its row. */
export interface Relation {
  /** The option that declares the rule. */
  readonly option: string
  readonly other: string
  readonly message: string
  /** Whether the rule is also checked when only the other field changes. */
  readonly bothWays: boolean
  isBroken(own: unknown, other: unknown): boolean
}

/** A part of a value that must be in a dictionary. */
export interface CodedPart {
  readonly code: DictionaryCode
  /** The sentence for the first of its values that the dictionary does not have. */
  strayIn(value: unknown, isKnown: (part: string) => boolean): string | undefined
}

/** The half of a field type that browser, server and worker share. A type states only what differs from plain text. */
export interface SharedField<T extends FieldType> {
  /** Chinese name of the kind, for template notes and the schema help. */
  readonly title: string
  /** Text by default. */
  kind?(field: FieldOf<T>): ValueKind
  /**
   * The ways in which filters may compare; the first is used if the schema names none. Only exact by default; an empty list means that
   * there is no filter.
   */
  readonly matches?: readonly Match[]
  /** Words that people write: in one line, which can be searched and is sorted by sound, or in several. */
  readonly words?: 'line' | 'lines'
  /** The only possible values. */
  choices?(field: FieldOf<T>): readonly Choice[]
  readonly label?: T extends TypeWith<{ labelled: true }> ? (field: FieldOf<T>) => LabelSource : never
  relations?(field: FieldOf<T>): readonly Relation[]
  /** The codes of the rules that make its values and check them. */
  rules?(field: FieldOf<T>): { readonly code?: string; readonly check?: string }
  /** The parts of its values that dictionaries list. */
  coded?(field: FieldOf<T>): readonly CodedPart[]
  /**
   * Converts a value from a form, JSON body or sheet cell into its stored shape. Returns a sentence if that is impossible; `null` means
   * empty.
   */
  read(value: unknown, field: FieldOf<T>): { value: FieldValues[T] | null } | { message: string }
  /** The sentence of the first rule that the value breaks, if any. The value is not empty. */
  check?(value: FieldValues[T], field: FieldOf<T>): string | undefined
  /** The value as text for a sheet cell or for display, without looking up a label. */
  toText(value: FieldValues[T], field: FieldOf<T>): string
}

export type ColumnKind = 'text' | 'integer' | 'real' | 'decimal'
export type Dialect = 'sqlite' | 'postgres'
/** A JSON schema fragment, as OpenAPI takes it. */
export type JsonSchema = Readonly<Record<string, unknown>>

/** How a type looks in a sheet. */
export interface SheetLook {
  /** Width of its column in characters, 20 by default. */
  readonly width?: number
  /** How to fill in a cell, as a template explains it; the type's title by default. */
  readonly hint?: string
}

/** How the values of a type stand in a column that does not hold them as they are. */
export interface Keeping<T extends FieldType> {
  column(field: FieldOf<T>): { readonly type: ColumnKind; readonly scale: number }
  /** What the column holds for a value. */
  kept(value: number, field: FieldOf<T>, dialect: Dialect): number
  /** What a value is compared with the column as; the column need not be able to hold it. */
  compared(value: number, field: FieldOf<T>, dialect: Dialect): number
  /** The value that the column's content stands for, also of a sum of it. */
  read(column: Expression<unknown>, field: FieldOf<T>, dialect: Dialect): Expression<unknown>
}

/** The half of a field type that only the server needs. */
export interface ServerField<T extends FieldType> {
  /** Only for types that state `kept`. */
  readonly keeping?: T extends TypeWith<{ kept: true }> ? Keeping<T> : never
  /** Turns a text that is searched for into the one spelling in which values are stored. Unchanged by default. */
  spelling?(text: string, field: FieldOf<T>): string
  /** What of a value is stored in a row; all of it by default. Every write goes through it. */
  cleaned?(value: string, field: FieldOf<T>, row: WireRow): string
  /** What answers hold for a stored value; the value itself by default. */
  answered?(stored: unknown): unknown
  /** The sentence for a value whose check needs what no page should have to load. The value is not empty and passes the shared check. */
  refusal?(value: FieldValues[T], field: FieldOf<T>): string | undefined
  schema(field: FieldOf<T>): JsonSchema
  readonly sheet?: SheetLook
}
