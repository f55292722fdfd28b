import { useMemo } from 'react'
import { isLinked } from '../../../fields/structure.ts'
import { listModel, type ListColumn, type ListModel } from '../../model/list-model.ts'
import { isBlank, type Filters, type FilterValue } from '../../model/list-state.ts'
import type { EntityListProps } from './list-props.ts'

/** Whether all rows have this one value; with `!` before it none has it, and theirs differ. */
const isOneValue = (value: FilterValue | undefined): boolean => !isBlank(value) && !(typeof value === 'string' && value.startsWith('!'))

/** A list without the columns that its place fixes, because all its rows have the same value there; of a relation each may have others too. */
function without(model: ListModel, fixed: Filters): ListModel {
  const free = ({ key, field }: ListColumn) => isLinked(field) || !isOneValue(fixed[key])
  const columns = model.columns.filter(free)
  const more = model.more.filter(free)
  return columns.length === model.columns.length && more.length === model.more.length ? model : { ...model, columns, more }
}

/** Returns the same object as long as its content is the same. */
function useSame(values: Filters | undefined): Filters {
  const key = JSON.stringify(values ?? {})
  return useMemo<Filters>(() => JSON.parse(key), [key])
}

/** The model of a list at its place, and the filters that the place fixes. */
export function useListModel(props: EntityListProps): { readonly model: ListModel; readonly fixed: Filters } {
  const { entity, listName } = props
  const url = props.pick?.url
  const fixed = useSame(props.fixed)
  const sizes = props.pick?.pageSizes
  const whole = useMemo(() => {
    const model = listModel(entity, listName, url)
    return sizes ? { ...model, pageSizes: sizes } : model
  }, [entity, listName, url, sizes])
  const model = useMemo(() => without(whole, fixed), [whole, fixed])
  return { model, fixed }
}
