import { currentToken } from '../../../browser/api.ts'
import { askAhead } from '../../../browser/ahead.ts'
import type { OfferedRows } from '../../../browser/current-user.ts'
import type { AnyEntity } from '../../../schema/index.ts'
import { firstFilters, needsResolving, resolveFilters } from '../../filter/resolve-filters.ts'
import { listModel } from '../../model/list-model.ts'
import { readState, type Filters } from '../../model/list-state.ts'
import { entityIn, tabAt, tabsOf } from '../../model/list-tabs.ts'
import { aheadOf, askRows, rowsCall } from './rows-call.ts'

interface Place {
  /** The query of the address. */
  readonly search: string
  readonly offered: OfferedRows
  load(name: string): Promise<AnyEntity>
}

/** What is shown first of a list: the tab that is open, if it has any. */
function firstShown(entity: AnyEntity, listName: string | undefined, address: URLSearchParams): { shown: AnyEntity; fixed?: Filters } {
  const tabs = tabsOf(entity, listName)
  const tab = tabs && tabAt(entity, tabs, address)
  return tabs && tab !== undefined ? { shown: entityIn(entity, listName, tabs, tab), fixed: { [tabs.by]: tab } } : { shown: entity }
}

/** Asks for the rows that a list will show first, while the code that shows them is still being loaded. */
export async function askFirstRows(entity: AnyEntity, listName: string | undefined, { search, offered, load }: Place): Promise<void> {
  const address = new URLSearchParams(search)
  const { shown, fixed } = firstShown(entity, listName, address)
  const model = listModel(shown, listName)
  const { filters } = model
  const resolved = needsResolving(filters, offered)
    ? await askAhead([currentToken(), 'filters', entity.name, ...filters.map(({ key }) => key)], () =>
        resolveFilters(entity, filters, { load, offered }),
      )
    : undefined
  const defaults = firstFilters({ entity, filters, resolved, offered })
  const { call } = rowsCall({ entity, model, state: readState(address, model, defaults), fixed })
  if (call) await askAhead(aheadOf(call), () => askRows(call))
}
