/** Where deleted rows wait to be restored or deleted for good. */
export interface BinSpec {
  readonly list?: string
  /** The columns of its window; those of the list unless stated otherwise. */
  readonly columns?: readonly string[]
  /** Its rows are numbered, in a first column. */
  readonly numbered?: true
  /** What our pages show before the reason when the bin cannot be read. */
  readonly failure?: string
  readonly restore?: { readonly path: string; readonly verb: 'PUT' | 'POST'; readonly ids: string }
  readonly purge?: { readonly path: string; readonly ids: string }
  /** 'keep': rows may go to the bin while others still point to them (they can come back); otherwise that is refused. */
  readonly dependants?: 'keep'
}
