import type { Params } from '../../api.ts'

/** What a list shows, as it travels. */
export interface ShownList {
  readonly list: string
  readonly filters: Params
  readonly order: Params
}

/**
 * What an export sends: the list in its order, with its filters or with the rows that are chosen, which filters set since do not
 * take back. It travels as a body, which holds any number of keys, and is refused where there is nothing to export.
 */
export function exportRequest({ list, filters, order }: ShownList, chosen: readonly string[]): Params {
  return chosen.length === 0 ? { ...filters, ...order, list } : { ...order, list, selections: chosen.join(',') }
}
