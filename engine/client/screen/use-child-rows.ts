import { useMemo } from 'react'
import useSWR from 'swr'
import { isVia } from '../../fields/structure.ts'
import type { AnyEntity, ChildSpec, WireRow } from '../../schema/index.ts'
import { api } from '../../browser/api.ts'
import { linkedEntity } from '../model/linked-entity.ts'
import { idOf } from '../model/list-model.ts'
import { useEntity } from '../../browser/use-entity.ts'

export interface ChildPlace {
  readonly parent: AnyEntity
  readonly child: ChildSpec
  readonly row: WireRow
}

/** How many more rows of this child a row may get; undefined if there is no limit. */
function roomOf({ addWhile }: ChildSpec, row: WireRow): number | undefined {
  const rooms = Object.entries(addWhile ?? {}).map(([count, limit]) => Number(row[limit] ?? 0) - Number(row[count] ?? 0))
  return rooms.length > 0 ? Math.min(...rooms) : undefined
}

/** Why the rows of this child cannot be changed now: the row that they belong to is closed. */
function closedBy(entity: AnyEntity, { by }: ChildSpec, row: WireRow): string | undefined {
  return entity.openWhile?.find(({ field, is }) => {
    const shown = entity.fields[field]
    return isVia(shown) && shown.by === by && row[shown.field] !== is
  })?.otherwise
}

/** The parent's current row, read again after each change if it limits what may be added or changed. */
function useFresh({ parent, child, row }: ChildPlace, entity: AnyEntity | undefined): WireRow {
  const path = `${parent.endpoints.base}/queryById`
  const params = { id: idOf(parent, row) }
  const matters = child.addWhile !== undefined || entity?.openWhile !== undefined
  const { data } = useSWR<WireRow, Error>(matters ? [parent.name, path, params] : null, () => api.get<WireRow>(path, params), {
    revalidateOnFocus: false,
  })
  return data ?? row
}

/** The child's entity once it is loaded, what its rows have in common, and what may be done with them now. */
export function useChildRows(place: ChildPlace) {
  const { parent, child, row } = place
  const { entity: whole, error } = useEntity(child.entity)
  const id = idOf(parent, row)
  const entity = useMemo(() => whole && linkedEntity(whole, child, id), [whole, child, id])
  const fresh = useFresh(place, entity)
  const agreed = Object.entries(child.with ?? {}).map(([theirs, own]) => [theirs, String(row[own] ?? '')] as const)
  const fixed = { ...Object.fromEntries(agreed), [child.by]: id }
  return { entity, error, fixed, room: roomOf(child, fresh), closed: entity && closedBy(entity, child, fresh) }
}
