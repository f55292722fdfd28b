import type { ReactNode } from 'react'
import type { FieldDef, FieldOf, FieldType, WireRow } from './contract.ts'

/** A filter's value: one value, or both ends of a range ('' is an open end). */
export type FilterValue = string | number | readonly [string, string]
/** How other values of the form or the filters narrow a choice: wire name in the other entity → value. */
export type Narrowing = Readonly<Record<string, FilterValue>>

export interface CellProps<F extends FieldDef> {
  readonly field: F
  /** Never empty: an empty value is drawn by the list. */
  readonly value: unknown
  /** `<field>_dictText` of the row. */
  readonly text?: string
  readonly row: WireRow
  /** Longest text shown, in characters; the rest is in the tooltip. */
  readonly ellipsis?: number
}

export interface FilterProps<F extends FieldDef> {
  readonly id: string
  readonly field: F
  readonly range: boolean
  readonly value: FilterValue | undefined
  readonly narrowing: Narrowing
  onChange(value: FilterValue | undefined): void
}

export interface InputProps<F extends FieldDef> {
  readonly id: string
  readonly field: F
  readonly value: unknown
  /** Display text of the stored value, when the value is still that one. */
  readonly text?: string
  readonly narrowing: Narrowing
  /** The only values that a choice takes in this row; all of them if undefined. */
  readonly taken?: readonly (string | number)[] | undefined
  readonly disabled: boolean
  /** True for a new row, where a reference with `preselect` chooses by itself. */
  readonly fresh: boolean
  /** The sentence that the form shows below it. */
  readonly problem?: string
  onChange(value: unknown): void
  /** A value that the field chose by itself, which nobody typed. */
  onPreselect(value: unknown): void
  onBlur(): void
  /** Something is in progress (an upload); the form waits before it saves. */
  onBusy(busy: boolean): void
}

/** The width of a field type's column, in pixels: as much as its texts need, within these bounds. */
export interface ColumnWidth {
  readonly least: number
  readonly most: number
  /** Extra width around the text, such as the edge of a tag. */
  readonly around?: number
}

/** How a field type looks in lists: a cell and a filter. Plain antd, so that lists load no form engine. */
export interface ClientField<T extends FieldType> {
  readonly width: ColumnWidth
  /** Aligned so that digits stand under digits, unless it tells the row's state. */
  readonly align?: 'right'
  /** Its cell is cut off at the end of the column. */
  readonly cut?: true
  /** Whether a click on the heading sorts by it; true by default. */
  readonly sortable?: false
  /** Its cell is a tag, which a card and a page of its own show beside the name. */
  readonly tag?: true
  /** It takes up a whole row of a form or a page. */
  readonly wholeRow?: true
  /** The user types into its filter, which searches on Enter; other filters search at once. */
  readonly written?: true
  /** Whether the field shows the state of its row, so that a narrow window hides it last. */
  tellsState?(field: FieldOf<T>): boolean
  Cell(props: CellProps<FieldOf<T>>): ReactNode
  /** How the value looks where it has a whole row to itself, on the page of its own; like a cell unless stated otherwise. */
  Whole?(props: CellProps<FieldOf<T>>): ReactNode
  Filter(props: FilterProps<FieldOf<T>>): ReactNode
}

/** How a field type is written in a form: a controlled component. The form binds it to Formily. */
export type FieldInput<T extends FieldType> = (props: InputProps<FieldOf<T>>) => ReactNode
