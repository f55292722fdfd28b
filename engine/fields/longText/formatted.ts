/** The other field of the row, and its values with which a text is HTML. */
export interface Formatting {
  readonly field: string
  readonly is: readonly string[]
}

/** Whether the text of this row is HTML. */
export const isFormatted = ({ formattedWhen }: { readonly formattedWhen?: Formatting }, row: Readonly<Record<string, unknown>>): boolean =>
  formattedWhen !== undefined && formattedWhen.is.includes(String(row[formattedWhen.field]))
