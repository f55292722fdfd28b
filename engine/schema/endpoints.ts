export type WriteVerb = 'add' | 'edit' | 'delete' | 'deleteBatch'
type StandardVerb = WriteVerb | 'importExcel' | 'exportXls'

export interface EndpointsSpec<Base extends `/${string}` = `/${string}`> {
  /** The path below `/api` of all its calls. */
  readonly base: Base
  /** Other base paths that answer in the same way. */
  readonly also?: readonly `/${string}`[]
  /** Standard calls that the entity does not offer. */
  readonly disable?: readonly StandardVerb[]
  /** Whole addresses at which standard calls answer besides their own. */
  readonly paths?: { readonly [P in WriteVerb]?: `/${string}` }
}
