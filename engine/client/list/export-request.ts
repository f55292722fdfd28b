import type { Params } from '../api.ts'

/** Chosen rows whose keys surely fit into an address. */
const mostInAddress = 100

/** What a list shows, as it travels. */
export interface ShownList {
  readonly list: string
  readonly filters: Params
  readonly order: Params
}

/**
 * What an export sends: the list in its order, with its filters or with the rows that are chosen, which filters set since do not
 * take back. Many go in the body.
 */
export function exportRequest(
  { list, filters, order }: ShownList,
  chosen: readonly string[],
): { readonly params: Params } | { readonly data: Params } {
  if (chosen.length === 0) return { params: { ...filters, ...order, list } }
  const asked = { ...order, list, selections: chosen.join(',') }
  return chosen.length > mostInAddress ? { data: asked } : { params: asked }
}
