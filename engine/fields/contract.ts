import type { DeriveName, DictionaryCode, EntityName } from '../names.ts'

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

interface TextLimits {
  readonly min?: Limit
  readonly max?: Limit | number
  readonly pattern?: PatternRule
}

/** Options of choice fields whose rows come from another entity. */
interface ReferenceOptions {
  readonly to: EntityName
  /** Field of the other entity that is shown. */
  readonly show: string
  /** Field of the other entity that stands in brackets behind it while one is chosen. */
  readonly beside?: string
  /** Fields of this entity that narrow the choice: own field → field of the other entity. */
  readonly dependsOn?: Readonly<Record<string, string>>
  /** Switch of the other entity; the row that has it on is chosen at first. */
  readonly preselect?: string
  /** The row belongs to the row it points to: it is purged with it instead of keeping it from being deleted. */
  readonly owner?: true
  /** Wire name under which the text that is shown travels as well. */
  readonly text?: string
}

/** What each field type accepts besides `Common`; the keys are the closed list of field types. */
export interface FieldOptions {
  /** `lowerCase`: kept in small letters and half width, so that spellings that differ in these only are one value. */
  text: TextLimits & {
    readonly lowerCase?: true
    /** A person's name: it begins with a surname, which is sorted as surnames sound. */
    readonly personal?: true
  }
  longText: TextLimits
  number: { readonly min?: Limit; readonly max?: Limit }
  decimal: { readonly min?: Limit; readonly max?: Limit; readonly scale: number }
  date: Relations
  /** `minutes`: kept to the minute, its seconds are always 00. */
  dateTime: Relations & { readonly minutes?: true }
  /** Values of its own; keys that look like numbers are numbers on the wire. */
  select: { readonly options: Readonly<Record<string, string>>; readonly colours?: Readonly<Record<string, Colour>> }
  dictionary: { readonly code: DictionaryCode }
  reference: ReferenceOptions
  /** A comma list of ids; with `through` the list lives in a link table. */
  multiReference: ReferenceOptions & {
    readonly through?: { readonly table: string; readonly own: string; readonly other: string }
  }
  treeReference: ReferenceOptions
  /** 0 or 1. */
  switch: { readonly on?: string; readonly off?: string }
  /** Comma list of stored paths. */
  files: { readonly accept: 'image' | 'any'; readonly count: number; readonly message?: string }
  phone: { readonly message: string }
  email: { readonly message: string }
  /** Written, hashed by a rule, never read. */
  secret: { readonly pattern?: PatternRule; readonly sameAs?: { readonly field: string; readonly message: string } }
  json: { readonly shape?: 'object' | 'array' }
  /** Read-only: a field of the row that a reference of this entity points to. */
  via: { readonly by: string; readonly field: string }
  /** Read-only: how many rows of another entity point to this one. */
  count: { readonly of: EntityName; readonly whose: string }
}

export type Colour = 'default' | 'blue' | 'green' | 'orange' | 'red' | 'cyan' | 'purple' | 'gold'

/** Relations between two fields of one row, each with its sentence. */
interface Relations {
  readonly notBefore?: { readonly field: string; readonly message: string }
  readonly after?: { readonly field: string; readonly message: string }
}

export interface FieldValues {
  text: string
  longText: string
  number: number
  decimal: number
  date: string
  dateTime: string
  select: string | number
  dictionary: string
  reference: string
  multiReference: string
  treeReference: string
  switch: 0 | 1
  files: string
  phone: string
  email: string
  secret: string
  json: string
  via: string | number
  count: number
}

export type FieldType = keyof FieldOptions

/** What every field may say. */
export interface Common {
  readonly label: string
  /** The sentence shown when the value is missing; its presence makes the field required. */
  readonly required?: string
  /** Required when a row is added, left alone when it is edited (passwords). */
  readonly requiredOn?: 'add'
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

/** The half of a field type that browser, server and worker share. */
export interface SharedField<T extends FieldType> {
  /** Chinese name of the kind, for template notes and the schema help. */
  readonly title: string
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
/** Where a value's display text comes from. */
export type LabelSource = 'none' | 'options' | 'dictionary' | 'reference'
export type Operator = 'equals' | 'contains' | 'range'
/** A JSON schema fragment, as OpenAPI takes it. */
export type JsonSchema = Readonly<Record<string, unknown>>

/** The half of a field type that only the server needs. */
export interface ServerField<T extends FieldType> {
  /** Kind of the column in the table; null when it has none. */
  column(field: FieldOf<T>): ColumnKind | null
  readonly label: LabelSource
  /** Filters that make sense on it. */
  readonly operators: readonly Operator[]
  schema(field: FieldOf<T>): JsonSchema
}
