import type { Params } from '../../../browser/api.ts'

/** What a list shows, in wire form. */
export interface ShownList {
  readonly list: string
  readonly filters: Params
  readonly order: Params
}

/**
 * What an export sends: the list's order, and either its filters or the chosen rows, which later filters do not narrow. It is sent as a
 * body, which holds any number of ids, and it is refused if there is nothing to export.
 */
export function exportRequest({ list, filters, order }: ShownList, chosen: readonly string[]): Params {
  return chosen.length === 0 ? { ...filters, ...order, list } : { ...order, list, selections: chosen.join(',') }
}
