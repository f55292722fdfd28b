import type { Params } from '../api.ts'

/** Chosen rows whose keys surely fit into an address. */
const mostInAddress = 100

/** What an export sends: the list's filters and the chosen rows, in the body when they are many. */
export function exportRequest(query: Params, chosen: readonly string[]): { readonly params: Params } | { readonly data: Params } {
  if (chosen.length === 0) return { params: query }
  const asked = { ...query, selections: chosen.join(',') }
  return chosen.length > mostInAddress ? { data: asked } : { params: asked }
}
