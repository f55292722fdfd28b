import { useCallback } from 'react'
import { useCurrentUser } from '../../browser/current-user.ts'
import { canDo } from '../access.ts'
import { isGiven } from '../model/list-state.ts'
import { PrintedList } from './print/PrintedList.tsx'
import { useAddOnArrival } from './state/use-add-on-arrival.ts'
import type { EntityListState } from './state/use-entity-list.ts'
import { useRereading } from './state/use-rereading.ts'

/** What a list on a page does besides being shown: it is printed, read again if its rows change by themselves, and opens its form for whoever came to add one. */
export function ListAtRest({ list }: { readonly list: EntityListState }) {
  const { entity, model, ready, all, open } = list
  const { permissions } = useCurrentUser()
  const add = useCallback(() => open({ show: 'add' }), [open])
  useAddOnArrival(ready && isGiven(all, model.addNeeds) && canDo(entity, 'add', permissions), add)
  useRereading(list)
  return <PrintedList list={list} />
}
