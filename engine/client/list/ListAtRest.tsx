import { useCallback, useEffect } from 'react'
import { useCurrentUser } from '../../browser/current-user.ts'
import { canDo } from '../access.ts'
import { isGiven } from '../model/list-state.ts'
import { PrintedList } from './print/PrintedList.tsx'
import { useAddOnArrival } from './state/use-add-on-arrival.ts'
import type { EntityListState } from './state/use-entity-list.ts'
import { useRereading } from './state/use-rereading.ts'

/** The first window opens without waiting for the file that chooses among them; what fails here is asked for again there. */
const loadWindows = (): void => void import('../dialogs/ListDialog.tsx').catch(() => undefined)

/** What a list on a page does besides being shown: it is printed, read again if its rows change by themselves, and opens its form for whoever came to add one. */
export function ListAtRest({ list }: { readonly list: EntityListState }) {
  const { entity, model, ready, all, open } = list
  const { permissions } = useCurrentUser()
  const add = useCallback(() => open({ show: 'add' }), [open])
  useAddOnArrival(ready && isGiven(all, model.addNeeds) && canDo(entity, 'add', permissions), add)
  useRereading(list)
  useEffect(loadWindows, [])
  return <PrintedList list={list} />
}
