import type { ReactNode } from 'react'
import type { FieldDef, FieldOf, FieldType, WireRow } from './contract.ts'

/** A filter's value: one value, or both ends of a range ('' is an open end). */
export type FilterValue = string | number | readonly [string, string]
/** What other values of the form or the filters say about a choice: wire name at the other entity → value. */
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
  readonly disabled: boolean
  /** A new row: a reference with `preselect` chooses by itself. */
  readonly fresh: boolean
  onChange(value: unknown): void
  /** A value that the field chose by itself, which nobody typed. */
  onPreselect(value: unknown): void
  onBlur(): void
  /** Something is on its way (an upload); the form waits with saving. */
  onBusy(busy: boolean): void
}

/** Room that a column of a field type takes, in pixels: as much as its texts need, within these bounds. */
export interface ColumnWidth {
  readonly least: number
  readonly most: number
  /** What stands around the text, such as the edge of a tag. */
  readonly around?: number
}

/** How a field type looks in lists: a cell and a filter. Plain antd, so that lists load no form engine. */
export interface ClientField<T extends FieldType> {
  readonly width: ColumnWidth
  /** Digits stand under digits. */
  readonly align?: 'right'
  /** Its cell is cut where the column ends. */
  readonly cut?: true
  /** A click on the heading sorts by it; yes unless said. */
  readonly sortable?: false
  /** Its cell is a tag, which a card and a page of its own show beside the name. */
  readonly tag?: true
  /** It takes a row of a form or a page for itself. */
  readonly wholeRow?: true
  /** Its filter is written and searches on Enter; a chosen one searches at once. */
  readonly written?: true
  /** Whether the field tells the state of its row, and so is the last that a narrow window hides. */
  tellsState?(field: FieldOf<T>): boolean
  Cell(props: CellProps<FieldOf<T>>): ReactNode
  Filter(props: FilterProps<FieldOf<T>>): ReactNode
}

/** How a field type is written in a form: a controlled component. The form binds it to Formily. */
export type FieldInput<T extends FieldType> = (props: InputProps<FieldOf<T>>) => ReactNode
