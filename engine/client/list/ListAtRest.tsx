import { PrintedList } from './print/PrintedList.tsx'
import type { EntityListState } from './state/use-entity-list.ts'
import { useRereading } from './state/use-rereading.ts'

/** What a list on a page does besides being shown: it is printed, and read again if its rows change by themselves. */
export function ListAtRest({ list }: { readonly list: EntityListState }) {
  useRereading(list)
  return <PrintedList list={list} />
}
