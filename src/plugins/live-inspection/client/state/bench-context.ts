import { createContext, useCallback, useContext, useSyncExternalStore } from 'react'
import type { Edit } from './edit-store.ts'
import type { Departure, ListStore, ListSnapshot } from './list-store.ts'
import type { Claim, Holder } from '../../wire.ts'
import type { Tab } from './at-hand.ts'
import type { Bench } from './create-bench.ts'

const BenchContext = createContext<Bench | undefined>(undefined)
export const BenchProvider = BenchContext.Provider

export function useBench(): Bench {
  const bench = useContext(BenchContext)
  if (!bench) throw new Error('this part stands on the workbench only')
  return bench
}

export const useView = <Row>(list: ListStore<Row>): ListSnapshot => useSyncExternalStore(list.watch, list.view)

/** One row as shown on the screen, and what became of it if it left; only its own changes repaint the component that shows it. */
export function useShown<Row>(list: ListStore<Row>, id: string): { row: Row | undefined; left: Departure<Row> | undefined } {
  const watch = useCallback((listener: () => void) => list.watchRow(id, listener), [list, id])
  const row = useSyncExternalStore(watch, () => list.shown(id))
  const left = useSyncExternalStore(watch, () => list.left(id))
  return { row, left }
}

export function useEdit(): Edit | undefined {
  const { edit } = useBench()
  return useSyncExternalStore(edit.watch, edit.get)
}

/** A part of the open edit; only its own changes repaint the component that shows it. */
export function useEditPart<Part>(part: (edit: Edit) => Part): Part | undefined {
  const { edit } = useBench()
  return useSyncExternalStore(edit.watch, () => {
    const open = edit.get()
    return open && part(open)
  })
}

/** Whether this row is being edited, and whether any row is. */
export function useIsEditing(id: string): { own: boolean; any: boolean } {
  const { edit } = useBench()
  const state = useSyncExternalStore(edit.watch, () => (edit.get() ? (edit.get()?.row.id === id ? 'own' : 'other') : 'none'))
  return { own: state === 'own', any: state !== 'none' }
}

export function useIsSelected(tab: Tab, id: string): boolean {
  const { selection } = useBench()
  return useSyncExternalStore(selection[tab].watch, () => selection[tab].get() === id)
}

/** Who took the chosen row over from this person. */
export function useHaltedBy(tab: Tab, id: string): Holder | undefined {
  const { selection } = useBench()
  return useSyncExternalStore(selection[tab].watch, () => (selection[tab].get() === id ? selection[tab].haltedBy() : undefined))
}

export function useSelected(tab: Tab): string | undefined {
  const { selection } = useBench()
  return useSyncExternalStore(selection[tab].watch, selection[tab].get)
}

export function useClaim(id: string): Claim | undefined {
  const { claims } = useBench()
  const watch = useCallback((listener: () => void) => claims.watch(id, listener), [claims, id])
  return useSyncExternalStore(watch, () => claims.get(id))
}
