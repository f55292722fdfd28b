import { canDo } from '../../access.ts'
import { useCurrentUser } from '../../../browser/current-user.ts'
import { isBlank, isGiven, type Filters } from '../../model/list-state.ts'
import type { NextSteps } from '../rows/ListStates.tsx'
import type { EntityListState } from './use-entity-list.ts'

/** Has the user narrowed the list? Filters fixed by the place and default filters do not count. */
const isNarrowed = (values: Filters, defaults: Filters): boolean =>
  Object.entries(values).some(([key, value]) => !isBlank(value) && String(value) !== String(defaults[key]))

/** Clearing the filters keeps the required ones, because without them there would be nothing to see. */
function withoutOptional({ bar, model }: EntityListState): Filters {
  const needed = model.filters.filter((filter) => filter.required).map(({ key }) => key)
  const kept = needed.map((key) => [key, bar.values[key]] as const)
  return { ...bar.defaults, ...Object.fromEntries(kept) }
}

/** What can be done about an empty list. */
export function useNextSteps(list: EntityListState): NextSteps {
  const { permissions } = useCurrentUser()
  const { entity, pick, room, isClosed, model, all, bar, open } = list
  const cleared = withoutOptional(list)
  const narrowed = isNarrowed(bar.values, cleared)
  const shut = pick !== undefined || isClosed === true || (room !== undefined && room <= 0)
  return {
    clear: narrowed ? () => bar.onSearch(cleared) : undefined,
    add:
      !shut && isGiven(all, model.addNeeds) && entity.form && canDo(entity, 'add', permissions) ? () => open({ show: 'add' }) : undefined,
    import: !shut && isGiven(all, model.needs) && canDo(entity, 'importExcel', permissions) ? () => open({ show: 'import' }) : undefined,
  }
}
