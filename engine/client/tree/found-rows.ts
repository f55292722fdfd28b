import type { AnyEntity, WireRow } from '../../schema/index.ts'
import { idOf } from '../model/list-model.ts'

/** A row that no filter matches: it only shows where the matching ones below it stand. */
export const isOnlyAbove = (row: WireRow): boolean => row._onlyAbove === true

/** Whether other rows may be below this one that are not shown. */
export const hidesSome = (row: WireRow): boolean => row._hidesSome === true

/** The rows that were found, nested below what stands above them; in their order, and each once. */
export function nestFound(entity: AnyEntity, found: readonly WireRow[], above: readonly WireRow[]): WireRow[] {
  const parent = entity.tree?.parent ?? ''
  const byId = new Map<string, WireRow>()
  for (const row of above) byId.set(idOf(entity, row), { ...row, _onlyAbove: true })
  for (const row of found) byId.set(idOf(entity, row), { ...row })
  const below = new Map<string, WireRow[]>()
  const placed = new Set<string>()
  const place = (id: string): void => {
    const row = byId.get(id)
    if (!row || placed.has(id)) return
    placed.add(id)
    const over = String(row[parent] ?? '')
    place(over)
    const key = byId.has(over) ? over : ''
    below.set(key, [...(below.get(key) ?? []), row])
  }
  for (const row of found) place(idOf(entity, row))
  const nested = (key: string): WireRow[] =>
    (below.get(key) ?? []).map((row) => {
      const id = idOf(entity, row)
      return below.has(id) ? { ...row, _hidesSome: true, children: nested(id) } : row
    })
  return nested('')
}
