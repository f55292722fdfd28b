import type { AnyEntity, WireRow } from '../../schema/index.ts'
import type { ListModel } from '../model/list-model.ts'
import { isBlank, type Filters } from '../model/list-state.ts'
import { childrenOf, flatten } from '../model/nodes.ts'

function fits(row: WireRow, model: ListModel, filters: Filters): boolean {
  return model.filters.every(({ key, match }) => {
    const value = filters[key]
    if (value === undefined || isBlank(value) || typeof value === 'object') return true
    const text = String(row[key] ?? '')
    return match === 'contains' ? text.toLowerCase().includes(String(value).trim().toLowerCase()) : text === String(value)
  })
}

/**
 * Matching nodes with their ancestors; a matching node keeps everything below it. The whole tree is loaded, so no call is made. If a node
 * may be shown without some of its descendants, `_below` is the number of all of them.
 */
export function filterTree(rows: readonly WireRow[], model: ListModel, filters: Filters): WireRow[] {
  return rows.flatMap((row) => {
    if (fits(row, model, filters)) return [row]
    const children = filterTree(childrenOf(row), model, filters)
    return children.length > 0 ? [{ ...row, children, _below: flatten(childrenOf(row)).length }] : []
  })
}

/** The column that carries the tree's indent comes first. */
export function treeColumnFirst<C extends { readonly key: string }>(entity: AnyEntity, columns: readonly C[]): C[] {
  const title = entity.tree?.title
  return [...columns].sort((a, b) => Number(b.key === title) - Number(a.key === title))
}
